import type { Page } from 'playwright/test'

/**
 * Returns layout problems of the window, or of the dialogs and popovers over it: controls and titles that
 * overlap or are cut off, controls outside the window, and parts other than tables and files that scroll
 * sideways.
 */
export async function layoutFaults(
  page: Page,
  part: 'window' | 'dialogs' = 'window',
): Promise<readonly string[]> {
  return await page.evaluate((testedPart) => {
    const faults: string[] = []
    /** What covers other parts on purpose: they are compared only with parts of the same layer. */
    const layerOf = (element: Element): Element | null =>
      element.closest('dialog, [popover], .sheet, .dropdown')
    const nameOf = (element: Element): string => {
      const text = element.getAttribute('aria-label') ?? element.textContent.replaceAll(/\s+/gu, ' ').trim()
      return `${text.slice(0, 40)} (${element.tagName.toLowerCase()})`
    }
    /** The part of an element that is not clipped by its ancestors. */
    const visibleBox = (element: Element): DOMRect => {
      let { left, top, right, bottom } = element.getBoundingClientRect()
      const topLayer = element.closest('dialog, [popover]')
      for (let ancestor = element.parentElement; ancestor !== null; ancestor = ancestor.parentElement) {
        // Nothing outside of the top layer clips it.
        if (topLayer !== null && !topLayer.contains(ancestor)) break
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
        if (layerOf(element) !== layerOf(other.element)) continue
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (width > 0.5 && height > 0.5) faults.push(`${nameOf(element)} overlaps ${nameOf(other.element)}`)
      }
    }
    for (const element of document.querySelectorAll('*')) {
      const isTable = element.matches(
        '[role=grid], [role=treegrid], [role=region][tabindex="0"], :has(> :is(table, pre))',
      )
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
 * Returns the texts of the interface that are cut in what is open, or else in the window: those that an
 * element, a field or a list of options clips, with or without an ellipsis. Data can be cut, as well as the headers of columns
 * that a person can widen.
 */
export async function cutTexts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const layers = [...document.querySelectorAll('dialog[open], [popover]:popover-open:not(.tooltip)')]
    const root = layers.at(-1) ?? document.body
    const faults = new Set<string>()
    const DATA =
      '[dir=auto], [role=grid], [role=treegrid], [role=tree], [role=listbox], .selectable, .summary, .example, .column-name, .cell, table, pre, script, style'
    const report = (element: Element, text: string): void => {
      faults.add(
        `cut: ${text.slice(0, 60)} (${element.tagName.toLowerCase()}.${element.className.split(' ')[0] ?? ''})`,
      )
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node.nodeValue ?? '').trim()
      const parent = node.parentElement
      if (
        !/\p{L}/u.test(text) ||
        parent === null ||
        !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue
      if (parent.closest(DATA) !== null || parent.closest('.visually-hidden') !== null) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      // What can be scrolled into view is not cut.
      const isFixed = { x: true, y: true }
      for (let element: Element | null = parent; element !== null; element = element.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(element)
        // It is hidden on purpose.
        if (clipPath !== 'none') break
        const clip = element.getBoundingClientRect()
        isFixed.x &&= overflowX !== 'auto' && overflowX !== 'scroll'
        isFixed.y &&= overflowY !== 'auto' && overflowY !== 'scroll'
        const isCut =
          (isFixed.x &&
            overflowX !== 'visible' &&
            (box.left < clip.left - 1 || box.right > clip.right + 1)) ||
          (isFixed.y && overflowY !== 'visible' && (box.top < clip.top - 4 || box.bottom > clip.bottom + 4))
        if (isCut) report(element, text)
        if (isCut || layers.includes(element)) break
      }
    }
    const context = document.createElement('canvas').getContext('2d')
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const text =
        field instanceof HTMLSelectElement
          ? (field.selectedOptions[0]?.text ?? '')
          : field.value === ''
            ? field.placeholder
            : ''
      if (context === null || text === '' || !field.checkVisibility()) continue
      context.font = font
      const space = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (context.measureText(text).width > space + 1) report(field, text)
    }
    return [...faults]
  })
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
