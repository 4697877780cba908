import { EdgeScroll } from '../components/edge-scroll.ts'

/** What dragging over rows needs to know of the grid, and does to it. */
export interface DragTarget {
  /** The row at this height of the window, in CSS pixels; the nearest one outside the list. */
  readonly rowAt: (clientY: number) => number | null
  /** Between these heights nothing scrolls. */
  readonly edges: () => { readonly top: number; readonly bottom: number }
  readonly scrollBy: (pixels: number) => void
  readonly extendTo: (position: number) => void
}

/** Selecting by dragging over rows; past an edge the list scrolls along. */
export class DragSelection {
  readonly #target: DragTarget
  readonly #scroll: EdgeScroll
  #last = 0
  #y = 0
  #stop: () => void = () => undefined

  constructor(target: DragTarget) {
    this.#target = target
    const { edges, scrollBy } = target
    this.#scroll = new EdgeScroll({
      edges,
      scrollBy,
      scrolled: () => {
        this.#extend()
      },
    })
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
      this.#scroll.moved(this.#y)
    }
    const end = (ended: PointerEvent): void => {
      if (ended.pointerId === pointerId) this.#stop()
    }
    this.#stop = () => {
      this.#scroll.stop()
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

  #extend(): void {
    const position = this.#target.rowAt(this.#y)
    if (position === null || position === this.#last) return
    this.#last = position
    this.#target.extendTo(position)
  }
}
