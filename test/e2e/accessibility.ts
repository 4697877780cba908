import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { expect, type Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong in the view as it is, as lines for a person. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  return results.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} (${failureSummary ?? ''})`).join(' | ')}`,
  )
}

/** Nothing is wrong in the view, which is named where something is; the test goes on to the next one. */
export async function expectInOrder(page: Page, view: string): Promise<void> {
  expect.soft(await accessibilityFaults(page), view).toEqual([])
}
