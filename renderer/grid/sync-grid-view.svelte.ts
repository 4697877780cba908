import { untrack } from 'svelte'
import type { GridTarget, ListScroll } from '../lists/row-source.ts'
import type { GridView } from './grid-view.svelte.ts'
import type { LineSource } from './line-heights.ts'

/** The source of a scrolled list. Each function is called again when its dependencies change. */
interface GridViewSource<Row> {
  readonly scroller: () => HTMLElement
  /** Receives a function that returns the scroll offset, until the function that it returns is called. */
  readonly followScroll?: (read: () => ListScroll) => () => void
  /** Heights of the visible area and of a row, in CSS pixels. */
  readonly size: () => { readonly viewHeight: number; readonly rowHeight: number }
  readonly result: () => {
    readonly rows: LineSource<Row>
    readonly target: GridTarget
    readonly covered?: number
  }
}

/** Keeps a view up to date while the calling component exists. Must be called during its initialization. */
export function syncGridView<Row>(view: GridView<Row>, source: GridViewSource<Row>): void {
  $effect(() => view.attach(source.scroller()))

  $effect(() => source.followScroll?.(() => view.scroll()))

  // Untracked: drawing reads the content of each slot, and would be repeated with every row that becomes
  // visible.
  $effect(() => {
    const { viewHeight, rowHeight } = source.size()
    untrack(() => {
      view.resize(viewHeight, rowHeight)
    })
  })

  $effect(() => {
    const { rows, target, covered = 0 } = source.result()
    untrack(() => {
      view.show(rows, target, covered)
    })
  })
}
