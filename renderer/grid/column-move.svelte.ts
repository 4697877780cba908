import { trackDrag } from '../components/pointer-drag.ts'

/** Distance that the pointer moves before a press on a header becomes a drag, in CSS pixels. */
const DRAG_THRESHOLD = 5

interface MovedColumns<Key> {
  /** Returns the index before which a column dropped at this window coordinate is inserted. */
  readonly gapAt: (clientX: number) => number
  readonly drop: (key: Key, gap: number) => void
}

/** Moves a column while its header is dragged. Escape leaves the order as it was. */
export class ColumnMove<Key extends string> {
  readonly #moved: MovedColumns<Key>
  #stop: () => void = () => undefined

  /** The dragged column and its new index; null without a drag. */
  dragged = $state.raw<{ readonly key: Key; readonly gap: number } | null>(null)

  constructor(moved: MovedColumns<Key>) {
    this.#moved = moved
  }

  /** Starts with a press on the header of a column. */
  start(event: PointerEvent & { readonly currentTarget: HTMLElement }, key: Key): void {
    if (event.button !== 0) return
    this.#stop()
    const { gapAt, drop } = this.#moved
    let gap = 0
    const end = (): void => {
      this.dragged = null
    }
    this.#stop = trackDrag(event, {
      threshold: DRAG_THRESHOLD,
      axis: 'x',
      move: ({ clientX }) => {
        gap = gapAt(clientX)
        this.dragged = { key, gap }
      },
      drop: () => {
        end()
        drop(key, gap)
      },
      cancel: end,
    })
  }

  /** Cancels a drag. */
  stop(): void {
    this.#stop()
  }
}
