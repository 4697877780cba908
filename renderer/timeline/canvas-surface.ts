import { baselineOf, DEFAULT_TEXT_SIZE, type Look, type Surface, type TextStyle } from './surface.ts'

/** Parsed path data, which is the same for all marks of a kind. */
const paths = new Map<string, Path2D>()
const MAX_PATHS = 500

function pathOf(data: string): Path2D {
  const known = paths.get(data)
  if (known !== undefined) return known
  const path = new Path2D(data)
  if (paths.size >= MAX_PATHS) paths.clear()
  paths.set(data, path)
  return path
}

/** Draws on a canvas whose unit is a CSS pixel. */
export class CanvasSurface implements Surface {
  readonly #context: CanvasRenderingContext2D
  readonly #font: string
  /** As it was set; the context returns another notation. */
  #currentFont = ''

  /** @param font the families of all texts */
  constructor(context: CanvasRenderingContext2D, font: string) {
    this.#context = context
    this.#font = font
  }

  rect(...[{ x, y, width, height, radius = 0 }, look]: Parameters<Surface['rect']>): void {
    if (radius === 0 && look.stroke === undefined && look.opacity === undefined) {
      this.#context.fillStyle = look.fill ?? 'transparent'
      this.#context.fillRect(x, y, width, height)
      return
    }
    const path = new Path2D()
    path.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2))
    this.#draw(path, look)
  }

  circle(...[x, y, radius, look]: Parameters<Surface['circle']>): void {
    const path = new Path2D()
    path.arc(x, y, radius, 0, 2 * Math.PI)
    this.#draw(path, look)
  }

  path(...[path, x, y, look]: Parameters<Surface['path']>): void {
    this.#context.translate(x, y)
    this.#draw(pathOf(path), look)
    this.#context.translate(-x, -y)
  }

  text(...[x, y, text, style]: Parameters<Surface['text']>): void {
    this.#setFont(style)
    this.#context.fillStyle = style.color
    const anchor = style.anchor ?? 'start'
    this.#context.textAlign = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left'
    this.#context.fillText(text, x, y + baselineOf(style))
  }

  widthOf(...[text, style]: Parameters<Surface['widthOf']>): number {
    this.#setFont(style)
    return this.#context.measureText(text).width
  }

  #setFont({ size = DEFAULT_TEXT_SIZE, weight = 400 }: TextStyle): void {
    const font = `${String(weight)} ${String(size)}px ${this.#font}`
    if (this.#currentFont === font) return
    this.#currentFont = font
    this.#context.font = font
  }

  #draw(path: Path2D, { fill, stroke, strokeWidth = 1, dash, opacity = 1, isOutside }: Look): void {
    const context = this.#context
    context.globalAlpha = opacity
    const outline = (): void => {
      if (stroke === undefined) return
      context.strokeStyle = stroke
      context.lineWidth = strokeWidth
      context.setLineDash(dash === undefined ? [] : [...dash])
      context.stroke(path)
    }
    if (isOutside === true) outline()
    if (fill !== undefined) {
      context.fillStyle = fill
      context.fill(path)
    }
    if (isOutside !== true) outline()
    context.globalAlpha = 1
  }
}
