import type { PixelSize } from './reader.ts'

/** What may precede the first element: declarations, comments, and a document type with entities. */
const PROLOG = /^(?:\s+|<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE\s[^[>]*(?:\[[^\]]*\]\s*)?>)/iu
const ROOT = /^<(?:[\w.-]+:)?svg(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>/u
const END = /(?:<\/(?:[\w.-]{1,64}:)?svg\s{0,64}>|\/>)$/u

/** Returns the attributes of the root element if it is an SVG, else null. */
export function svgRoot(bytes: Uint8Array): string | null {
  // The first element decides, and is near the start.
  let rest = new TextDecoder().decode(bytes.subarray(0, 256 * 1024))
  for (;;) {
    const prolog = PROLOG.exec(rest)
    if (prolog === null) break
    rest = rest.slice(prolog[0].length)
  }
  return ROOT.exec(rest)?.[1] ?? null
}

/** Returns whether the text ends with the root element, apart from comments. */
export function endsAsSvg(bytes: Uint8Array): boolean {
  let text = new TextDecoder().decode(bytes.subarray(-4 * 1024)).trimEnd()
  while (text.endsWith('-->')) text = text.slice(0, Math.max(0, text.lastIndexOf('<!--'))).trimEnd()
  return END.test(text)
}

/** Returns the size of an SVG in CSS pixels, or null without plain numbers. */
export function svgSize(attributes: string): PixelSize | null {
  const width = lengthOf(attributes, 'width')
  const height = lengthOf(attributes, 'height')
  return width === null || height === null ? null : { width, height }
}

function lengthOf(attributes: string, name: string): number | null {
  const match = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*["']\\s*(\\d{1,9}(?:\\.\\d*)?)(?:px)?\\s*["']`,
    'u',
  ).exec(attributes)
  return match === null ? null : Math.ceil(Number(match[1]))
}
