import { untrack } from 'svelte'
import type { ListScroll } from '../lists/row-source.ts'
import type { GridView, ViewedList } from './grid-view.svelte.ts'

/** The source of a scrolled list. Each function is called again when its dependencies change. */
interface GridViewSource<List> {
  readonly scroller: () => HTMLElement
  /** Receives a function that returns the scroll offset, until the function that it returns is called. */
  readonly followScroll?: (read: () => ListScroll) => () => void
  /** Heights of the visible area and of a row, in CSS pixels. */
  readonly size: () => { readonly viewHeight: number; readonly rowHeight: number }
  readonly list: () => List
}

/** Keeps a view up to date while the calling component exists. Must be called during its initialization. */
export function syncGridView<Row, List extends ViewedList<Row>>(
  view: GridView<Row, List>,
  source: GridViewSource<List>,
): void {
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
    const list = source.list()
    untrack(() => {
      view.show(list)
    })
  })
}
