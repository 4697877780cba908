import { untrack } from 'svelte'
import type { GridTarget } from '../lists/row-source.ts'
import type { GridView } from './grid-view.svelte.ts'
import type { LineSource } from './line-heights.ts'

/** What a scrolled list is drawn from; each is asked again when what it reads has changed. */
interface Drawn<Row> {
  readonly scroller: () => HTMLElement
  /** Heights of what is in sight and of a row, in CSS pixels. */
  readonly size: () => { readonly room: number; readonly row: number }
  readonly result: () => {
    readonly rows: LineSource<Row>
    readonly target: GridTarget
    readonly covered?: number
  }
}

/** Keeps a view drawn as long as the component lives that calls this while it is being made. */
export function keepDrawn<Row>(view: GridView<Row>, drawn: Drawn<Row>): void {
  $effect(() => view.attach(drawn.scroller()))

  // Untracked: drawing reads what each slot shows, and would be done again with every row that comes into
  // view.
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
