import { EdgeScroll } from '../components/edge-scroll.ts'

/** The grid under a drag over rows. */
export interface DragTarget {
  /** Returns the row at this window coordinate, in CSS pixels; the nearest one outside the list. */
  readonly rowAt: (clientY: number) => number | null
  /** Window coordinates between which a drag does not scroll. */
  readonly edges: () => { readonly top: number; readonly bottom: number }
  readonly scrollBy: (pixels: number) => void
  readonly extendTo: (index: number) => void
}

/** Selects rows while the pointer is dragged over them, and scrolls past an edge. */
export class DragSelection {
  readonly #target: DragTarget
  readonly #scroll: EdgeScroll
  #last = 0
  #y = 0
  #stop: () => void = () => undefined

  constructor(target: DragTarget) {
    this.#target = target
    const { edges, scrollBy } = target
    this.#scroll = new EdgeScroll({ edges, scrollBy, scrolled: () => this.#extend() })
  }

  /** Starts with a press on a row; ends when the button is released. */
  start(event: PointerEvent, index: number): void {
    this.#stop()
    this.#last = index
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

  /** Cancels a drag when the grid is destroyed. */
  stop(): void {
    this.#stop()
  }

  #extend(): void {
    const index = this.#target.rowAt(this.#y)
    if (index === null || index === this.#last) return
    this.#last = index
    this.#target.extendTo(index)
  }
}
