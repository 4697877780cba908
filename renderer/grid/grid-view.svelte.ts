import { type GridTarget, NO_ROWS } from '../lists/row-source.ts'
import {
  linesBetween,
  revealLine,
  UniformHeights,
  type LineHeights,
  type LineSource,
} from './line-heights.ts'
import { type RowSlot, SlotPage } from './slot-page.svelte.ts'
import {
  follow,
  NO_SPARE,
  placeAt,
  scrollSpace,
  SPARE_ROWS,
  spareFor,
  type ScrollPosition,
  type ScrollSpace,
  type Spare,
} from './scroll-map.ts'

/** A movement by more than so many views leaves nothing that was drawn in sight. */
const JUMP = 1.5
/** After a jump the rows from before stay in sight for so long, in milliseconds, while the new ones come. */
const PATIENCE = 100
/** The scroll bar rests when it has not moved for so long, in milliseconds. */
const REST = 200
/** Places of a fast drag that are remembered, to be drawn when their rows come. */
const MAX_DRAG_POSITIONS = 8

/** Told the first and last lines in view, and the first one of which something is not covered. */
type Viewed = (first: number, last: number, uncovered: number) => void

/**
 * Which rows are drawn where. The rows of the page are few and used again: row n of the list is always drawn
 * by slot n modulo their number, so that scrolling by one row touches one slot and moves nothing else. Where
 * a list has lines of more than one height, each kind has separate slots.
 *
 * A jump to rows that have not come yet keeps what is drawn in sight, for {@link PATIENCE}, and then shows
 * places of rows. While the bar is dragged fast, the list therefore runs past with true rows, a little
 * behind.
 */
export class GridView<Row> {
  readonly #viewed: Viewed
  readonly #spareRows: number
  /**
   * From a movement by so many rows on, what is drawn is held. The browser moves the bar and everything with
   * it before we hear of it: the rows that we have drawn would be gone by the time they are shown, and a drag
   * would show nothing.
   */
  readonly #holdRows: number
  #scroller: HTMLElement | null = null
  #rows: LineSource<Row> = NO_ROWS
  #stopListening: () => void = () => undefined
  #rowHeight = 34
  #viewHeight = 0
  /** Lines of the lowest kind that are covered at the top. */
  #covered = 0
  readonly #page = new SlotPage<Row>()
  #space: ScrollSpace = scrollSpace(0, 0)
  #at: ScrollPosition = { scroll: 0, content: 0 }
  /** What the slots show; null when that belongs to another list. */
  #drawn: ScrollPosition | null = null
  /** Places gone to whose rows have not come, oldest first. */
  #sought: readonly ScrollPosition[] = []
  #patience: ReturnType<typeof setTimeout> | undefined
  #rest: ReturnType<typeof setTimeout> | undefined

  /** Height that the scrolled element takes, without the header. */
  height = $state(0)
  /** How far the list is scrolled, in CSS pixels. */
  top = $state(0)
  /** How high its lines are. */
  heights = $state.raw<LineHeights>(new UniformHeights(0, 1))
  /** By how much everything drawn is moved, to stay in sight while the rows of another place come. */
  shift = $state(0)
  /** What is drawn belongs to the upper edge of the view and does not move with the bar. */
  held = $state(false)

  /**
   * @param viewed is told which lines are in view, whenever that changes.
   * @param spareRows are kept ready above and below what is in view together; even, and at least 4.
   */
  constructor(viewed: Viewed, spareRows: number = SPARE_ROWS) {
    this.#viewed = viewed
    this.#spareRows = spareRows
    this.#holdRows = spareRows / 2 - 1
  }

  get slots(): readonly RowSlot<Row>[] {
    return this.#page.slots
  }

  /** Rows that fit entirely into the view: what PageUp and PageDown move by. */
  get page(): number {
    return Math.max(1, Math.floor(this.#viewHeight / this.#rowHeight) - 1 - this.#covered)
  }

  /**
   * The line to which PageDown (1) or PageUp (-1) leads from another; at least the next one, if there is one.
   */
  pagedFrom(line: number, direction: 1 | -1): number {
    const page = Math.max(0, this.#viewHeight - this.#coveredHeight - this.#rowHeight)
    const to = this.heights.lineAt(this.heights.offsetOf(line) + direction * page)
    return to === line ? Math.min(Math.max(line + direction, 0), this.heights.count - 1) : to
  }

  get #coveredHeight(): number {
    return this.#covered * this.heights.least
  }

  /** Takes hold of the scrolled element; gives what lets it go. */
  attach(scroller: HTMLElement): () => void {
    this.#scroller = scroller
    return () => {
      clearTimeout(this.#rest)
      clearTimeout(this.#patience)
      this.#stopListening()
      this.#scroller = null
    }
  }

  /** Takes the size of the view and of a row; the first line in view stays where it is. */
  resize(viewHeight: number, rowHeight: number): void {
    const before = this.heights
    const wasHigh = this.#rowHeight
    this.#viewHeight = viewHeight
    this.#rowHeight = rowHeight
    this.#drawn = null
    if (rowHeight === wasHigh || before.count === 0) {
      this.#lay()
      this.#go(this.#at.content)
      return
    }
    const line = before.lineAt(this.#at.content)
    const top = before.offsetOf(line)
    const share = (this.#at.content - top) / (before.offsetOf(line + 1) - top)
    this.#measure()
    this.#letGo()
    this.#lay()
    const topNow = this.heights.offsetOf(line)
    this.#go(Math.round(topNow + share * (this.heights.offsetOf(line + 1) - topNow)))
  }

  /**
   * Shows another list, scrolled to a target.
   * @param covered lines of the lowest kind at the top of the view that something else lies over.
   */
  show(rows: LineSource<Row>, target: GridTarget, covered: number): void {
    const before = this.heights.count === 0 ? null : this.heights
    this.#stopListening()
    this.#covered = covered
    this.#rows = rows
    this.#stopListening = rows.onRows(() => {
      this.#arrived()
    })
    this.#measure()
    this.#letGo()
    this.#lay()
    if (target.kind === 'top') this.#go(0)
    else if (target.kind === 'at') this.#go(this.heights.offsetOf(target.position) - this.#coveredHeight)
    else if (target.kind === 'shift') {
      const from = (before ?? this.heights).offsetOf(target.from)
      this.#go(this.#at.content + this.heights.offsetOf(target.to) - from)
    } else this.#go(this.#centred(target.position))
  }

  /** Follows the scroll bar. */
  scrolled(scroll: number): void {
    // The browser keeps fractions where one of our pixels is not a whole number of the screen's.
    if (Math.abs(scroll - this.#at.scroll) < 1) return
    const before = this.#at.content
    this.#at = follow(this.#space, this.#at, scroll)
    if (this.#at.scroll !== scroll) this.#moveBar()
    const moved = this.#at.content - before
    if (Math.abs(moved) > this.#holdRows * this.#rowHeight) this.held = true
    this.#update(moved)
    this.#settle()
  }

  /** Scrolls just as far as a row needs to be entirely in view. */
  reveal(position: number): void {
    const content = this.#revealing(position)
    if (content !== this.#at.content) this.#go(content)
  }

  /** Scrolls by some pixels: dragging past an edge. */
  scrollBy(pixels: number): void {
    this.#go(this.#at.content + pixels)
  }

  /** The row at so many pixels below the upper edge of the view; the nearest one outside the list. */
  rowAt(y: number): number | null {
    return this.heights.count === 0 ? null : this.heights.lineAt(this.#at.content + y)
  }

  /** The rows that are in the page now, for measuring their texts. */
  drawn(): readonly Row[] {
    return this.slots.flatMap((slot) => (slot.row === null || slot.pending ? [] : [slot.row]))
  }

  /** Whether a row is in the page. */
  shows(position: number): boolean {
    return this.#page.shows(position)
  }

  #revealing(position: number): number {
    const view = { height: this.#viewHeight, covered: this.#coveredHeight }
    return revealLine(this.heights, this.#at.content, view, position)
  }

  #centred(position: number): number {
    const shown = this.#revealing(position)
    if (shown === this.#at.content) return shown
    const middle = (this.heights.offsetOf(position) + this.heights.offsetOf(position + 1)) / 2
    return Math.max(0, Math.round(middle - this.#viewHeight / 2))
  }

  #measure(): void {
    const { count } = this.#rows
    this.heights = this.#rows.heights?.(this.#rowHeight) ?? new UniformHeights(count, this.#rowHeight)
  }

  /** Nothing of what was drawn belongs to the list any more. */
  #letGo(): void {
    this.#page.letGo()
    this.#drawn = null
  }

  #lay(): void {
    this.#space = scrollSpace(this.heights.offsetOf(this.heights.count), this.#viewHeight)
    this.height = this.#space.scrollHeight
    const plan = this.heights.slotsFor(this.#viewHeight + this.#spareRows * this.#rowHeight)
    if (this.#page.lay(plan)) this.#drawn = null
  }

  #go(content: number): void {
    const before = this.#at
    this.#at = placeAt(this.#space, content)
    // Touching the bar makes the browser lay out what is about to change.
    if (this.#at.scroll !== before.scroll) this.#moveBar()
    this.#update(this.#at.content - before.content)
  }

  #moveBar(): void {
    if (this.#scroller === null) return
    // The new height may not be in the page yet, and the browser would cut the offset short.
    const sizer = this.#scroller.querySelector<HTMLElement>('.rows')
    if (sizer !== null) sizer.style.height = `${String(this.#space.scrollHeight)}px`
    if (this.#scroller.scrollTop !== this.#at.scroll) this.#scroller.scrollTop = this.#at.scroll
  }

  /** Lines that are at least partly in view at a place, with some rows' height of others around them. */
  #inView(place: ScrollPosition, spare = NO_SPARE): { readonly first: number; readonly last: number } | null {
    const from = place.content - spare.above * this.#rowHeight
    const to = place.content + this.#viewHeight + spare.below * this.#rowHeight
    return linesBetween(this.heights, from, to)
  }

  /**
   * Once it rests, the bar is put where it belongs (a short movement may have left it slightly off), and the
   * rows around the view are made ready.
   */
  #settle(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      this.held = false
      this.#go(this.#at.content)
    }, REST)
  }

  /** Draws where the view is now, at once or as soon as its rows have come. */
  #update(moved: number): void {
    this.top = this.#at.content
    const view = this.#inView(this.#at)
    if (view === null) return
    const uncovered = this.heights.lineAt(this.#at.content + this.#coveredHeight)
    this.#viewed(view.first, view.last, Math.min(uncovered, view.last))
    const jumped = Math.abs(moved) > this.#viewHeight * JUMP
    const waiting = this.#sought.length > 0
    if (this.#drawn === null || (!jumped && !waiting) || this.#hasRows(this.#at)) {
      this.#wait(null)
      this.#draw(this.#at, jumped ? NO_SPARE : spareFor(moved / this.#rowHeight, this.#spareRows))
    } else {
      this.#wait(this.#at)
      this.#moveTo(this.#drawn)
    }
    if (jumped) this.#settle()
    const direction = jumped ? null : moved > 0 ? 1 : moved < 0 ? -1 : 0
    const near = jumped ? view : this.#inView(this.#at, spareFor(0, this.#spareRows))
    if (near !== null) this.#rows.want(near.first, near.last, direction)
  }

  /** Remembers a place to wait for; with null, waits for nothing any more. */
  #wait(place: ScrollPosition | null): void {
    if (place === null) {
      clearTimeout(this.#patience)
      this.#sought = []
      return
    }
    if (this.#sought.length === 0) this.#startPatience()
    this.#sought = [...this.#sought, place].slice(-MAX_DRAG_POSITIONS)
  }

  #startPatience(): void {
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => {
      this.#sought = []
      this.#draw(this.#at, NO_SPARE)
    }, PATIENCE)
  }

  #arrived(): void {
    if (this.#sought.length === 0) {
      this.#page.fill(this.#rows)
      return
    }
    const at = this.#sought.findLastIndex((place) => this.#hasRows(place))
    const place = this.#sought[at]
    if (place === undefined) return
    this.#sought = this.#sought.slice(at + 1)
    if (this.#sought.length === 0) clearTimeout(this.#patience)
    else this.#startPatience()
    this.#draw(place, NO_SPARE)
  }

  #hasRows(place: ScrollPosition): boolean {
    const view = this.#inView(place)
    if (view === null) return true
    for (let position = view.first; position <= view.last; position += 1) {
      if (this.#rows.get(position) === undefined) return false
    }
    return true
  }

  /** Moves everything drawn, which is what belongs to a place, into view. */
  #moveTo(place: ScrollPosition): void {
    this.shift = (this.held ? 0 : this.#at.scroll) - place.scroll
  }

  /** Lets the slots show a place with some rows around it. */
  #draw(place: ScrollPosition, spare: Spare): void {
    const near = this.#inView(place, spare)
    if (near === null) return
    this.#moveTo(place)
    this.#drawn = place
    // At the end of the list the slots that would be left over show what is before.
    const start = Math.max(0, Math.min(near.first, this.heights.count - this.#page.together))
    const range = { start, end: near.last + 1, offset: place.scroll - place.content }
    this.#page.draw(range, this.heights, this.#rows)
  }
}
