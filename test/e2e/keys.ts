import { expect, type Locator, type Page } from 'playwright/test'

/** Returns what is wrong with the focus indicator; null if nothing is. */
function focusProblem(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const holder = document.activeElement
    if (!(holder instanceof HTMLElement) || holder === document.body) return 'nothing has the focus'
    // In a list or grid that has the focus itself, the active entry must be visible.
    const entry = holder.getAttribute('aria-activedescendant')
    const target = entry === null ? holder : document.getElementById(entry)
    const name = holder.outerHTML.slice(0, 160)
    if (target === null) return `no active entry: ${name}`
    const box = target.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (box.width < 1 || box.height < 1) return `without a size: ${name}`
    const topElement = document.elementFromPoint(
      Math.min(Math.max(x, 0), innerWidth - 1),
      Math.min(Math.max(y, 0), innerHeight - 1),
    )
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight || topElement === null)
      return `outside the window: ${name}`
    const parent = target.parentElement
    if (!target.contains(topElement) && parent?.contains(topElement) !== true)
      return `covered by ${topElement.outerHTML.slice(0, 80)}: ${name}`
    // The indicator has the focus color, on the element itself or on what is drawn for it.
    const probe = document.createElement('i')
    probe.style.color = 'var(--focus)'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    const candidates = [target, target.nextElementSibling, parent].filter((element) => element !== null)
    const hasIndicator =
      candidates.some((element) => {
        const style = getComputedStyle(element)
        const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1
        return (outlined && style.outlineColor === color) || style.boxShadow.includes(color)
      }) || getComputedStyle(target, '::after').backgroundColor === color
    return hasIndicator ? null : `no focus indicator: ${name}`
  })
}

/** Expects the focus on a visible element, with an indicator. */
export async function expectFocusVisible(page: Page): Promise<void> {
  await expect.poll(() => focusProblem(page)).toBeNull()
}

/** Presses a key and expects a visible focus. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await expectFocusVisible(page)
}

/** Presses a key until the control has the focus; expects a visible focus after each press. */
export async function tabTo(page: Page, control: Locator, maxPresses: number, key = 'Tab'): Promise<void> {
  for (let step = 1; step <= maxPresses; step += 1) {
    await press(page, key)
    if (await control.evaluateAll((found) => found.some((element) => element === document.activeElement)))
      return
  }
  const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160))
  throw new Error(
    `${String(maxPresses)} presses of ${key} do not lead to ${control.toString()}; now at ${focused ?? ''}`,
  )
}
