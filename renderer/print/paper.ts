import { PAGE_MARGINS } from '../../electron/contract/paper.ts'
import { reportStrings } from '../../electron/contract/strings/report.ts'

/** Asks the page's own address for something; it is the only place that it can ask. */
export async function ask<Value>(name: string): Promise<Value> {
  const answer = await fetch(name)
  if (!answer.ok) throw new Error(`There is no ${name} to be printed.`)
  return (await answer.json()) as Value
}

/** Tells main something by asking for it. */
export async function told(name: string): Promise<void> {
  await fetch(name)
}

/**
 * The foot of each sheet where the system's dialog prints: what it is of, and its number. In a file it stands
 * there already, see electron/shell/printing/.
 */
export function foot(title: string): CSSStyleSheet {
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

/** A text as CSS that is nothing but it: every character by its number. */
function asCssText(text: string): string {
  const codes = Array.from(text, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)
  return `"${codes.join('')}"`
}
