import { tick } from 'svelte'
import { sheetSize, type Orientation, type Paper } from '../../electron/contract/paper.ts'

/** Pages that are rendered at once, so that a preview soon shows the first ones. */
const PAGES_AT_ONCE = 10

/** Returns the element of everything that is printed. */
export function pageRoot(): HTMLElement {
  const root = document.querySelector('main')
  if (root === null) throw new Error('The page has no main element.')
  return root
}

/** Requests data from the page's own address, the only one that it can reach. */
export async function fetchData<Value>(name: string): Promise<Value> {
  const answer = await fetch(name)
  if (!answer.ok) throw new Error(`There is no ${name} to be printed.`)
  return (await answer.json()) as Value
}

/** Notifies main by a request. */
export async function notifyMain(name: string): Promise<void> {
  await fetch(name)
}

/** Returns the rules of pages that are drawn as whole sheets, with their size as custom properties. */
export function sheetRules(paper: Paper, orientation: Orientation): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  const { width, height } = sheetSize(paper, orientation)
  const size = `${String(width)}mm ${String(height)}mm`
  sheet.insertRule(`@page { size: ${size}; margin: 0 }`)
  sheet.insertRule(`:root { --sheet-width: ${String(width)}mm; --sheet-height: ${String(height)}mm }`)
  return sheet
}

/** Shows the first pages, then more of them until all are rendered. */
export async function showInParts<Page>(
  pages: readonly Page[],
  show: (shown: readonly Page[]) => void,
): Promise<void> {
  for (let end = PAGES_AT_ONCE; end < pages.length + PAGES_AT_ONCE; end += PAGES_AT_ONCE) {
    show(pages.slice(0, end))
    await tick()
  }
}
