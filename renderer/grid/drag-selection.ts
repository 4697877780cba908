/** What dragging over rows needs to know of the grid, and does to it. */
export interface DragTarget {
  /** The row at this height of the window, in CSS pixels; the nearest one outside the list. */
  readonly rowAt: (clientY: number) => number | null
  /** Between these heights nothing scrolls. */
  readonly edges: () => { readonly top: number; readonly bottom: number }
  readonly scrollBy: (pixels: number) => void
  readonly extendTo: (position: number) => void
}

/** Scrolled in one frame for each pixel that the pointer is past an edge. */
const SPEED = 0.35
const MOST_A_FRAME = 120

/** Selecting by dragging over rows; past an edge the list scrolls along. */
export class DragSelection {
  readonly #target: DragTarget
  #last = 0
  #y = 0
  #frame = 0
  #stop: () => void = () => undefined

  constructor(target: DragTarget) {
    this.#target = target
  }

  /** Begins with a press on a row, and ends by itself when the button is let go. */
  start(event: PointerEvent, position: number): void {
    this.#stop()
    this.#last = position
    const { pointerId } = event
    const move = (moved: PointerEvent): void => {
      if (moved.pointerId !== pointerId) return
      this.#y = moved.clientY
      this.#extend()
      if (this.#frame === 0 && this.#past() !== 0) this.#frame = requestAnimationFrame(this.#scroll)
    }
    const end = (ended: PointerEvent): void => {
      if (ended.pointerId === pointerId) this.#stop()
    }
    this.#stop = () => {
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }

  /** Ends it: the grid goes away. */
  stop(): void {
    this.#stop()
  }

  /** Pixels past an edge: negative above, positive below. */
  #past(): number {
    const { top, bottom } = this.#target.edges()
    if (this.#y < top) return this.#y - top
    return this.#y > bottom ? this.#y - bottom : 0
  }

  #extend(): void {
    const position = this.#target.rowAt(this.#y)
    if (position === null || position === this.#last) return
    this.#last = position
    this.#target.extendTo(position)
  }

  readonly #scroll = (): void => {
    const past = this.#past()
    this.#frame = past === 0 ? 0 : requestAnimationFrame(this.#scroll)
    if (past === 0) return
    this.#target.scrollBy(Math.max(-MOST_A_FRAME, Math.min(MOST_A_FRAME, past * SPEED)))
    this.#extend()
  }
}
