import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(options: RunOptions): Promise<AxeResults>
}

/** Returns what axe finds wrong in the page as it is now, as lines for a person. */
async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: Axe }
    // The other outcomes are most of the work, and nobody reads them.
    const results = await axe.run({ resultTypes: ['violations'] })
    return results.violations
  })
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} (${failureSummary ?? ''})`).join(' | ')}`,
  )
}

/**
 * Expects axe to find nothing wrong, as soon as the view has settled. A failure names the view, and the test
 * continues with the next one.
 */
export async function expectInOrder(page: Page, view: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => accessibilityFaults(page), { message: view })
    .toEqual([])
}
