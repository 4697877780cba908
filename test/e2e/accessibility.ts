import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, NodeResult, RunOptions } from 'axe-core'
import { expect, type Frame, type Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>
}

interface AccessibilityOptions {
  /** Whether colors are tested too, which takes most of the time. */
  readonly withColors: boolean
  /** Rules that are not tested. */
  readonly except?: readonly string[]
}

/**
 * Returns the violations that axe finds in the open dialogs, panels and menus, or else in the whole page, as
 * lines of text: of all rules in the current theme, and of colors in the other one, which differs in nothing
 * else.
 */
async function accessibilityViolations(
  frame: Frame,
  { withColors, except = [] }: AccessibilityOptions,
): Promise<readonly string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE)
  const violations = await frame.evaluate(async (testsColors) => {
    const { axe } = globalThis as unknown as { readonly axe: Axe }
    const { dataset } = document.documentElement
    // The view behind them was tested before they opened.
    const open = document.querySelectorAll<HTMLElement>(
      'dialog:modal, [popover]:is([role=dialog], [role=menu]):popover-open',
    )
    const context = open.length === 0 ? document : { include: [...open] }
    // The other results take most of the time and are not used.
    const find = async (options: RunOptions): Promise<AxeResults['violations']> =>
      // Each frame is tested by itself, because axe in one does not reach those of another origin.
      (await axe.run(context, { resultTypes: ['violations'], iframes: false, ...options })).violations
    // Of a cell that is scrolled out of view and crosses the edge of the window, axe takes only the part beyond
    // the edge for hidden, so that the rest of its text ends within a word of its name.
    const crossesEdge = ({ target: [selector] }: NodeResult): boolean => {
      const element = typeof selector === 'string' ? document.querySelector(selector) : null
      const box = element?.getBoundingClientRect()
      return box !== undefined && box.left < innerWidth && box.right > innerWidth
    }
    const findAll = async (options: RunOptions): Promise<AxeResults['violations']> =>
      (await find(options))
        .map((violation) =>
          violation.id === 'label-content-name-mismatch'
            ? { ...violation, nodes: violation.nodes.filter((node) => !crossesEdge(node)) }
            : violation,
        )
        .filter(({ nodes }) => nodes.length > 0)
    if (!testsColors) return await findAll({ rules: { 'color-contrast': { enabled: false } } })
    const inTheme = await findAll({})
    const theme = dataset['theme']
    dataset['theme'] = theme === 'dark' ? 'light' : 'dark'
    try {
      return [...inTheme, ...(await find({ runOnly: ['color-contrast', 'link-in-text-block'] }))]
    } finally {
      dataset['theme'] = theme
    }
  }, withColors)
  const relevant = violations.filter(({ id }) => !except.includes(id))
  return relevant.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} (${failureSummary ?? ''})`).join(' | ')}`,
  )
}

/**
 * Expects axe to find no violations in the view and its frames in either theme once they are stable. A
 * failure names the view, and the test continues.
 */
export async function expectAccessible(
  page: Page,
  view: string,
  options: AccessibilityOptions = { withColors: true },
): Promise<void> {
  const find = async (): Promise<readonly string[]> =>
    (await Promise.all(page.frames().map((frame) => accessibilityViolations(frame, options)))).flat()
  await expect.configure({ soft: true }).poll(find, { message: view }).toEqual([])
}
