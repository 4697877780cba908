/** A container that scrolls while the pointer is beyond one of its edges. */
export interface EdgeScrollTarget {
  /** Window coordinates, in CSS pixels, between which it does not scroll. */
  readonly edges: () => { readonly top: number; readonly bottom: number }
  readonly scrollBy: (pixels: number) => void
  /** Called after each step, because other content is under the pointer. */
  readonly scrolled: () => void
}

/** Pixels scrolled in a frame for each pixel beyond an edge. */
const SPEED = 0.35
const MAX_PIXELS_PER_FRAME = 120

/** Scrolls while something is dragged beyond an edge, faster with the distance. */
export class EdgeScroll {
  readonly #target: EdgeScrollTarget
  #y = 0
  #frame = 0

  constructor(target: EdgeScrollTarget) {
    this.#target = target
  }

  /** Sets the vertical position of the pointer in the window, in CSS pixels. */
  moved(clientY: number): void {
    this.#y = clientY
    if (this.#frame === 0 && this.#past() !== 0) this.#frame = requestAnimationFrame(this.#scroll)
  }

  /** Stops when the drag ends. */
  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  /** Returns the distance beyond an edge in pixels: negative above, positive below. */
  #past(): number {
    const { top, bottom } = this.#target.edges()
    if (this.#y < top) return this.#y - top
    return this.#y > bottom ? this.#y - bottom : 0
  }

  readonly #scroll = (): void => {
    const past = this.#past()
    this.#frame = past === 0 ? 0 : requestAnimationFrame(this.#scroll)
    if (past === 0) return
    const step = Math.max(-MAX_PIXELS_PER_FRAME, Math.min(MAX_PIXELS_PER_FRAME, past * SPEED))
    // A fraction of a pixel would not scroll.
    this.#target.scrollBy(Math.sign(step) * Math.max(1, Math.abs(step)))
    this.#target.scrolled()
  }
}
