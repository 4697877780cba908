import { untrack } from 'svelte'
import type { GridTarget } from '../lists/row-source.ts'
import type { GridView } from './grid-view.svelte.ts'
import type { LineSource } from './line-heights.ts'

/** The source of a scrolled list. Each function is called again when its dependencies change. */
interface Drawn<Row> {
  readonly scroller: () => HTMLElement
  /** Heights of the visible area and of a row, in CSS pixels. */
  readonly size: () => { readonly room: number; readonly row: number }
  readonly result: () => {
    readonly rows: LineSource<Row>
    readonly target: GridTarget
    readonly covered?: number
  }
}

/** Keeps a view up to date while the calling component exists. Must be called during its initialization. */
export function keepDrawn<Row>(view: GridView<Row>, drawn: Drawn<Row>): void {
  $effect(() => view.attach(drawn.scroller()))

  // Untracked: drawing reads the content of each slot, and would be repeated with every row that becomes
  // visible.
  $effect(() => {
    const { room, row } = drawn.size()
    untrack(() => {
      view.resize(room, row)
    })
  })

  $effect(() => {
    const { rows, target, covered = 0 } = drawn.result()
    untrack(() => {
      view.show(rows, target, covered)
    })
  })
}
