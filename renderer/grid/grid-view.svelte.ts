import type { ItemRow } from '../../electron/contract/item.ts'
import type { GridPlace } from '../state/items-kept.ts'
import type { RowSource } from './row-pages.ts'
import {
  follow,
  placeAt,
  revealRow,
  rowsInView,
  scrollSpace,
  type ScrollPosition,
  type ScrollSpace,
} from './scroll-map.ts'

/** Rows kept ready above and below what is in view, so that native scrolling finds them there. */
const SPARE_ROWS = 10

/** A row of the page that shows one row of the list after another. */
export class RowSlot {
  /** Position in the list; null while the slot has nothing to show. */
  position = $state<number | null>(null)
  /** Offset in the scrolled element, in CSS pixels. */
  y = $state(0)
  /** What it shows; while `pending`, still the row that it showed before, so that nothing is redrawn twice. */
  row = $state.raw<ItemRow | null>(null)
  pending = $state(true)
}

/** What the view has to tell. */
export interface GridViewEvents {
  readonly viewed: (first: number, last: number) => void
}

const NO_ROWS: RowSource<ItemRow> = {
  count: 0,
  get: () => undefined,
  want: () => undefined,
  onRows: () => () => undefined,
}

/**
 * Which rows are drawn where. The rows of the page are few and used again: row n of the list is always drawn by
 * slot n modulo their number, so that scrolling by one row touches one slot and moves nothing else.
 */
export class GridView {
  readonly #events: GridViewEvents
  #scroller: HTMLElement | null = null
  #rows: RowSource<ItemRow> = NO_ROWS
  #stopListening: () => void = () => undefined
  #rowHeight = 34
  #viewHeight = 0
  #space: ScrollSpace = scrollSpace(0, 0)
  #at: ScrollPosition = { scroll: 0, content: 0 }
  #settle: ReturnType<typeof setTimeout> | undefined

  slots = $state.raw<readonly RowSlot[]>([])
  /** Height that the scrolled element takes, without the header. */
  height = $state(0)

  constructor(events: GridViewEvents) {
    this.#events = events
  }

  /** Rows that fit entirely into the view: what PageUp and PageDown move by. */
  get page(): number {
    return Math.max(1, Math.floor(this.#viewHeight / this.#rowHeight) - 1)
  }

  /** Offset of the view in the whole list, in CSS pixels. */
  get content(): number {
    return this.#at.content
  }

  /** Takes hold of the scrolled element; gives what lets it go. */
  attach(scroller: HTMLElement): () => void {
    this.#scroller = scroller
    return () => {
      clearTimeout(this.#settle)
      this.#stopListening()
      this.#scroller = null
    }
  }

  /** Takes the size of the view and of a row; the first row in view stays where it is. */
  resize(viewHeight: number, rowHeight: number): void {
    const row = this.#at.content / this.#rowHeight
    const scaled = rowHeight === this.#rowHeight ? this.#at.content : Math.round(row * rowHeight)
    this.#viewHeight = viewHeight
    this.#rowHeight = rowHeight
    this.#lay()
    this.#go(scaled)
  }

  /** Shows another list, at the place that was kept for it. */
  show(rows: RowSource<ItemRow>, place: GridPlace): void {
    this.#stopListening()
    this.#rows = rows
    this.#stopListening = rows.onRows(() => {
      this.#draw(true)
    })
    for (const slot of this.slots) slot.position = null
    this.#lay()
    if (place.kind === 'top') this.#go(0)
    else if (place.kind === 'shift') this.#go(this.#at.content + place.rows * this.#rowHeight)
    else this.#go(this.#centred(place.position))
  }

  /** Follows the scroll bar. */
  scrolled(scroll: number): void {
    // The browser keeps fractions where one of our pixels is not a whole number of the screen's.
    if (Math.abs(scroll - this.#at.scroll) < 1) return
    const before = this.#at.content
    const next = follow(this.#space, this.#at, scroll)
    this.#at = next
    if (next.scroll !== scroll) this.#moveBar()
    this.#draw(false, Math.sign(next.content - before))
    // Once it rests, the bar is put where it belongs; a short movement may have left it slightly off.
    clearTimeout(this.#settle)
    this.#settle = setTimeout(() => {
      this.#go(this.#at.content)
    }, 200)
  }

  /** Scrolls just as far as a row needs to be entirely in view. */
  reveal(position: number): void {
    const content = revealRow(this.#at.content, this.#viewHeight, this.#rowHeight, position)
    if (content !== this.#at.content) this.#go(content)
  }

  /** Scrolls by some pixels: dragging past an edge. */
  scrollBy(pixels: number): void {
    this.#go(this.#at.content + pixels)
  }

  /** The row at so many pixels below the upper edge of the view; the nearest one outside the list. */
  rowAt(y: number): number | null {
    if (this.#rows.count === 0) return null
    const position = Math.floor((this.#at.content + y) / this.#rowHeight)
    return Math.min(Math.max(position, 0), this.#rows.count - 1)
  }

  /** The rows that are in the page now, for measuring their texts. */
  drawn(): readonly ItemRow[] {
    return this.slots.flatMap((slot) => (slot.row === null || slot.pending ? [] : [slot.row]))
  }

  #centred(position: number): number {
    const shown = revealRow(this.#at.content, this.#viewHeight, this.#rowHeight, position)
    if (shown === this.#at.content) return shown
    return Math.max(0, Math.round(position * this.#rowHeight - (this.#viewHeight - this.#rowHeight) / 2))
  }

  #lay(): void {
    this.#space = scrollSpace(this.#rows.count * this.#rowHeight, this.#viewHeight)
    this.height = this.#space.scrollHeight
    const wanted = Math.min(
      this.#rows.count,
      Math.ceil(this.#viewHeight / this.#rowHeight) + 1 + 2 * SPARE_ROWS,
    )
    if (this.slots.length === wanted) return
    this.slots = Array.from({ length: wanted }, (_, index) => this.slots[index] ?? new RowSlot())
    for (const slot of this.slots) slot.position = null
  }

  #go(content: number): void {
    const before = this.#at.content
    this.#at = placeAt(this.#space, content)
    this.#moveBar()
    this.#draw(false, Math.sign(this.#at.content - before))
  }

  #moveBar(): void {
    if (this.#scroller === null) return
    // The new height may not be in the page yet, and the browser would cut the offset short.
    const sizer = this.#scroller.querySelector<HTMLElement>('.rows')
    if (sizer !== null) sizer.style.height = `${String(this.#space.scrollHeight)}px`
    if (this.#scroller.scrollTop !== this.#at.scroll) this.#scroller.scrollTop = this.#at.scroll
  }

  #draw(arrived: boolean, moved = 0): void {
    const view = rowsInView(this.#at.content, this.#viewHeight, this.#rowHeight, this.#rows.count)
    if (view === null || this.slots.length === 0) return
    const slots = this.slots.length
    const start = Math.min(Math.max(view.first - SPARE_ROWS, 0), this.#rows.count - slots)
    const offset = this.#at.scroll - this.#at.content
    for (let position = start; position < start + slots; position += 1) {
      const slot = this.slots[position % slots]
      if (slot === undefined) continue
      slot.y = position * this.#rowHeight + offset
      if (slot.position === position && !slot.pending) continue
      const row = this.#rows.get(position)
      slot.position = position
      slot.pending = row === undefined
      if (row !== undefined) slot.row = row
    }
    if (arrived) return
    const direction = moved > 0 ? 1 : moved < 0 ? -1 : 0
    this.#rows.want(start, start + slots - 1, direction)
    this.#events.viewed(view.first, view.last)
  }
}
