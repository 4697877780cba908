import type { PixelSize } from './reader.ts'

/** What may stand before the first element: declarations, comments, and a document type with its entities. */
const BEFORE = /^(?:\s+|<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE\s[^[>]*(?:\[[^\]]*\]\s*)?>)/iu
const ROOT = /^<(?:[\w.-]+:)?svg(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>/u
const END = /(?:<\/(?:[\w.-]{1,64}:)?svg\s{0,64}>|\/>)$/u

/** Whether it is an SVG by its first element, and as what it begins; null: it is none. */
export function svgRoot(bytes: Uint8Array): string | null {
  // An XML parser takes nothing else than what its first element says; that stands near the beginning.
  let rest = new TextDecoder().decode(bytes.subarray(0, 256 * 1024))
  for (;;) {
    const before = BEFORE.exec(rest)
    if (before === null) break
    rest = rest.slice(before[0].length)
  }
  return ROOT.exec(rest)?.[1] ?? null
}

/** Whether the text goes on to the end of its first element, with nothing but comments behind it. */
export function endsAsSvg(bytes: Uint8Array): boolean {
  let text = new TextDecoder().decode(bytes.subarray(-4 * 1024)).trimEnd()
  while (text.endsWith('-->')) text = text.slice(0, Math.max(0, text.lastIndexOf('<!--'))).trimEnd()
  return END.test(text)
}

/** Size that an SVG asks for, in CSS pixels; null where it gives none that is a plain number of them. */
export function svgSize(attributes: string): PixelSize | null {
  const width = lengthOf(attributes, 'width')
  const height = lengthOf(attributes, 'height')
  return width === null || height === null ? null : { width, height }
}

function lengthOf(attributes: string, name: string): number | null {
  const found = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*["']\\s*(\\d{1,9}(?:\\.\\d*)?)(?:px)?\\s*["']`,
    'u',
  ).exec(attributes)
  return found === null ? null : Math.ceil(Number(found[1]))
}
