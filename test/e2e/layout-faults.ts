import type { Page } from 'playwright/test'

/**
 * Returns layout problems of the window, or of the dialogs and popovers over it: controls and titles that
 * overlap or are cut off, controls outside the window, and parts other than tables that scroll sideways.
 */
export async function layoutFaults(
  page: Page,
  part: 'window' | 'dialogs' = 'window',
): Promise<readonly string[]> {
  return await page.evaluate((testedPart) => {
    const faults: string[] = []
    const nameOf = (element: Element): string => {
      const text = element.getAttribute('aria-label') ?? element.textContent.replaceAll(/\s+/gu, ' ').trim()
      return `${text.slice(0, 40)} (${element.tagName.toLowerCase()})`
    }
    /** The part of an element that is not clipped by its ancestors. */
    const visibleBox = (element: Element): DOMRect => {
      let { left, top, right, bottom } = element.getBoundingClientRect()
      for (let ancestor = element.parentElement; ancestor !== null; ancestor = ancestor.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(ancestor)
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const box = ancestor.getBoundingClientRect()
        left = Math.max(left, box.left)
        top = Math.max(top, box.top)
        right = Math.min(right, box.right)
        bottom = Math.min(bottom, box.bottom)
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }

    const controls = [
      ...document.querySelectorAll('button, input, select, h1, .reference, .statusbar .entry, footer p'),
    ]
      .filter(
        (element) =>
          element.closest('[role=grid], [role=listbox], table, .visually-hidden') === null &&
          (element.closest('dialog, [popover]') === null) === (testedPart === 'window'),
      )
      .map((element) => ({ element, full: element.getBoundingClientRect(), box: visibleBox(element) }))
      .filter(({ full, box }) => full.width > 1 && full.height > 1 && box.height > 1)
    for (const [index, { element, full, box }] of controls.entries()) {
      if (full.left < -0.5 || full.right > innerWidth + 0.5)
        faults.push(`outside the window: ${nameOf(element)}`)
      // A title may end with an ellipsis; a button must be whole.
      const isCut = full.width - box.width > 1 && element.tagName !== 'H1'
      if (isCut && element.closest('.sheet') === null) faults.push(`cut: ${nameOf(element)}`)
      for (const other of controls.slice(index + 1)) {
        if (element.contains(other.element) || other.element.contains(element)) continue
        // A sheet covers the rest on purpose.
        if ((element.closest('.sheet') === null) !== (other.element.closest('.sheet') === null)) continue
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (width > 0.5 && height > 0.5) faults.push(`${nameOf(element)} overlaps ${nameOf(other.element)}`)
      }
    }
    for (const element of document.querySelectorAll('*')) {
      const isTable = element.matches('[role=grid], :has(> table)')
      if (isTable || element.clientWidth === 0) continue
      const { overflowX } = getComputedStyle(element)
      const scrolls = overflowX === 'auto' || overflowX === 'scroll'
      if (scrolls && element.scrollWidth > element.clientWidth + 1)
        faults.push(`scrolls sideways: ${nameOf(element)}`)
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the window')
    return faults
  }, part)
}

/**
 * Makes the texts of the interface 40 % longer, as translations can be, until the returned function is called
 * or they change. Rows and other lists of data stay as they are.
 */
export async function lengthenTexts(page: Page): Promise<() => Promise<void>> {
  const shorten = await page.evaluateHandle(() => {
    const undo: (() => void)[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!(node instanceof Text) || !/\p{L}{2}/u.test(node.data)) continue
      const isData =
        node.parentElement?.closest('[role=rowgroup], [role=listbox], script, style') instanceof Element
      if (isData) continue
      const text = node
      const before = text.data
      const added = Math.ceil(before.trim().length * 0.4)
      // As separate words, so that lines can still wrap.
      const long = before.trimEnd() + ' longer'.repeat(Math.ceil(added / 7)).slice(0, added)
      text.data = long
      undo.push(() => {
        if (text.data === long) text.data = before
      })
    }
    return () => {
      for (const each of undo) each()
    }
  })
  return () => shorten.evaluate((undo) => undo())
}
