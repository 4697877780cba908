import { trackDrag } from '../components/pointer-drag.ts'
import { setWidths, type GridLayout, type PlacedColumn } from './column-layout.ts'
import { towardsEnd } from '../components/direction.ts'

/**
 * Distance that the pointer moves before a press on a border resizes, in CSS pixels; tolerates an unsteady
 * double-click.
 */
const DRAG_THRESHOLD = 2

/** The columns that a drag of a border resizes. */
interface ResizedColumns<Key extends string> {
  readonly layout: () => GridLayout<Key>
  readonly columns: () => readonly PlacedColumn<Key>[]
  /** Width of a row, in CSS pixels. */
  readonly rowWidth: () => number
  readonly setLayout: (layout: GridLayout<Key>) => void
}

/** Resizes a column while its border is dragged. Escape cancels the drag. */
export class ColumnResize<Key extends string> {
  readonly #resized: ResizedColumns<Key>
  #stop: () => void = () => undefined

  /** The column whose border is dragged, or null. */
  key = $state.raw<Key | null>(null)
  /**
   * The layout during a drag: all widths are set, so that no other column moves and the border stays at the
   * pointer. Null without a drag.
   */
  layout = $state.raw<GridLayout<Key> | null>(null)
  /**
   * Minimum width of the rows during a drag, in CSS pixels. Otherwise narrowing the last column of a list
   * that is scrolled to its end would scroll the list, and the border would leave the pointer.
   */
  minRowWidth = $state(0)

  constructor(resized: ResizedColumns<Key>) {
    this.#resized = resized
  }

  /** Starts with a press on the border at the end of a column. */
  start(event: PointerEvent & { readonly currentTarget: HTMLElement }, column: PlacedColumn<Key>): void {
    if (event.button !== 0) return
    this.#stop()
    const { layout, columns, rowWidth, setLayout } = this.#resized
    const before = layout()
    const placed = setWidths(
      before,
      columns().map(({ key, width }) => [key, width]),
    )
    const sign = towardsEnd(event.currentTarget)
    let { width } = column
    const end = (): void => {
      this.key = null
      this.layout = null
      this.minRowWidth = 0
    }
    this.#stop = trackDrag(event, {
      threshold: DRAG_THRESHOLD,
      axis: 'x',
      start: () => {
        this.key = column.key
        this.minRowWidth = rowWidth()
      },
      move: ({ clientX }) => {
        width = column.width + (clientX - event.clientX) * sign
        this.layout = setWidths(placed, [[column.key, width]])
      },
      drop: () => {
        end()
        if (width !== column.width) setLayout(setWidths(before, [[column.key, width]]))
      },
      cancel: end,
    })
  }

  /** Cancels a drag. */
  stop(): void {
    this.#stop()
  }
}
