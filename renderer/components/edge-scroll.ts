/** What is scrolled while the pointer is past one of its edges. */
export interface EdgeScrollTarget {
  /** Heights of the window, in CSS pixels, between which nothing scrolls. */
  readonly edges: () => { readonly top: number; readonly bottom: number }
  readonly scrollBy: (pixels: number) => void
  /** Told after each step: other things are under the pointer now. */
  readonly scrolled: () => void
}

/** Scrolled in one frame for each pixel that the pointer is past an edge. */
const SPEED = 0.35
const MAX_PIXELS_PER_FRAME = 120

/** Scrolls along while something is dragged past an edge: the further, the faster. */
export class EdgeScroll {
  readonly #target: EdgeScrollTarget
  #y = 0
  #frame = 0

  constructor(target: EdgeScrollTarget) {
    this.#target = target
  }

  /** The pointer is at this height of the window now, in CSS pixels. */
  moved(clientY: number): void {
    this.#y = clientY
    if (this.#frame === 0 && this.#past() !== 0) this.#frame = requestAnimationFrame(this.#scroll)
  }

  /** Ends it: nothing is dragged any more. */
  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  /** Pixels past an edge: negative above, positive below. */
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
    // A part of a pixel would not scroll at all.
    this.#target.scrollBy(Math.sign(step) * Math.max(1, Math.abs(step)))
    this.#target.scrolled()
  }
}
