import { baselineOf, DEFAULT_TEXT_SIZE, type Look, type Surface } from './surface.ts'

/** Room for a character of the default size; a cautious estimate, because the font is not known. */
export const CHARACTER_WIDTH = 7

type Attributes = Readonly<Record<string, string | number | undefined>>

/** Characters that XML 1.0 does not allow, and other control characters. */
const INVALID = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(INVALID, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Returns an SVG element. Attributes without a value are left out; the content is not escaped. */
export function svgElement(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${typeof value === 'number' ? roundSvg(value) : escapeXml(value)}"`,
  )
  return `<${name}${written.join('')}>${content}</${name}>`
}

/** Returns a number as it is written in an image. */
export function roundSvg(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** An SVG image that is being drawn. */
export class SvgSurface implements Surface {
  readonly #elements: string[] = []

  rect(...[{ x, y, width, height, radius }, look]: Parameters<Surface['rect']>): void {
    this.#add('rect', { x, y, width, height, rx: radius, ...attributesOf(look) })
  }

  circle(...[x, y, radius, look]: Parameters<Surface['circle']>): void {
    this.#add('circle', { cx: x, cy: y, r: radius, ...attributesOf(look) })
  }

  path(...[path, x, y, look]: Parameters<Surface['path']>): void {
    const transform = `translate(${roundSvg(x)} ${roundSvg(y)})`
    this.#add('path', { d: path, transform, ...attributesOf(look) })
  }

  text(...[x, y, text, style]: Parameters<Surface['text']>): void {
    const { color, size = DEFAULT_TEXT_SIZE, weight = 400, anchor = 'start' } = style
    const attributes = { 'font-size': size, 'font-weight': weight, fill: color, 'text-anchor': anchor }
    this.#add('text', { x, y: y + baselineOf(style), ...attributes }, escapeXml(text))
  }

  widthOf(...[text, { size = DEFAULT_TEXT_SIZE }]: Parameters<Surface['widthOf']>): number {
    return (text.length * CHARACTER_WIDTH * size) / DEFAULT_TEXT_SIZE
  }

  /** Draws a part that is cut at the edges of a box; positions in it are relative to the box. */
  clipped(
    box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>,
    draw: (part: SvgSurface) => void,
  ): void {
    const part = new SvgSurface()
    draw(part)
    // Nested images clip what is beyond their edges.
    this.#add('svg', { ...box, overflow: 'hidden' }, part.content)
  }

  /** All elements so far. */
  get content(): string {
    return this.#elements.join('')
  }

  #add(name: string, attributes: Attributes, content?: string): void {
    this.#elements.push(svgElement(name, attributes, content))
  }
}

function attributesOf({ fill = 'none', stroke, strokeWidth, dash, opacity, isOutside }: Look): Attributes {
  return {
    fill,
    stroke,
    'stroke-width': strokeWidth,
    'stroke-dasharray': dash?.join(' '),
    opacity,
    'paint-order': isOutside === true ? 'stroke' : undefined,
  }
}
