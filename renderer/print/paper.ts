import { PAGE_MARGINS, sheetSize, type Orientation, type Paper } from '../../electron/contract/paper.ts'
import { reportStrings } from '../../electron/contract/strings/report.ts'

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

/**
 * Returns the footer of each sheet, with title and page number, for the system's print dialog. PDF files
 * already have one; see electron/shell/printing/.
 */
export function footerSheet(title: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  const { top, right, bottom, left } = PAGE_MARGINS
  const text = 'color: #444; font: 8pt system-ui, sans-serif'
  const ofPages = reportStrings.page.ofPages('" counter(page) "', '" counter(pages) "')
  sheet.insertRule(`@page {
    margin: ${String(top)}in ${String(right)}in ${String(bottom)}in ${String(left)}in;
    @bottom-left { ${text}; content: ${asCssText(title)} }
    @bottom-right { ${text}; content: "${ofPages}" }
  }`)
  return sheet
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

/** Escapes a text for CSS: every character by its code point. */
function asCssText(text: string): string {
  const codes = Array.from(text, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)
  return `"${codes.join('')}"`
}
