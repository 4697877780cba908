import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(options: RunOptions): Promise<AxeResults>
}

/** Returns the violations that axe finds in the current page, as lines of text. */
async function accessibilityViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: Axe }
    // Views are tested in both themes, which differ in colors only.
    const isDark = document.documentElement.dataset['theme'] === 'dark'
    // axe reads the colors of the style sheets, which forced colors replace.
    const isForced = matchMedia('(forced-colors: active)').matches
    const rules: RunOptions = isForced
      ? { rules: { 'color-contrast': { enabled: false } } }
      : isDark
        ? { runOnly: ['color-contrast', 'link-in-text-block'] }
        : {}
    // The other results take most of the time and are not used.
    const results = await axe.run({ resultTypes: ['violations'], ...rules })
    return results.violations
  })
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} (${failureSummary ?? ''})`).join(' | ')}`,
  )
}

/**
 * Expects axe to find no violations once the view is stable. A failure names the view, and the test
 * continues.
 */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => accessibilityViolations(page), { message: view })
    .toEqual([])
}
