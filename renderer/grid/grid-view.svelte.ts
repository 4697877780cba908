import { type GridTarget, type ListScroll, NO_ROWS } from '../lists/row-source.ts'
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
  positionAt,
  scrollSpace,
  SPARE_ROWS,
  spareFor,
  type ScrollPosition,
  type ScrollSpace,
  type Spare,
} from './scroll-map.ts'
import { inlineScroll, setInlineScroll } from '../components/direction.ts'

/** A movement by more than this number of views leaves no drawn row visible. */
const JUMP = 1.5
/** After a jump, the previous rows stay visible for this time, in milliseconds, while the new ones load. */
const HOLD_MS = 100
/** The scroll bar rests if it has not moved for this time, in milliseconds. */
const SCROLL_END_MS = 200
/**
 * The spare rows of a new list are drawn after this time, in milliseconds: longer than between two keys, so
 * that they delay no typed search.
 */
const SPARE_AFTER_MS = 300
/** Maximum number of positions of a fast drag that are drawn when their rows arrive. */
const MAX_DRAG_POSITIONS = 8

/** Receives the first and last visible lines, and the first line that is not fully covered. */
type OnViewed = (first: number, last: number, uncovered: number) => void

/**
 * Assigns the visible rows to a few reused elements, the slots: row n of the list is always drawn by slot n
 * modulo their number, so scrolling by one row changes one slot and moves nothing else. In a list with lines
 * of several heights, each kind has separate slots.
 *
 * After a jump to rows that are not loaded, the previous rows stay visible for {@link HOLD_MS}, and then
 * placeholders replace them. During a fast drag of the scroll bar, the list therefore shows real rows with a
 * short delay.
 */
export class GridView<Row> {
  readonly #onViewed: OnViewed
  readonly #spareRows: number
  /**
   * From a movement by this number of rows on, the drawn rows are fixed in the view. The browser scrolls
   * before the event: rows would have left the view by the time they are shown, and a drag would show
   * nothing.
   */
  readonly #fixedFromRows: number
  #scroller: HTMLElement | null = null
  #rows: LineSource<Row> = NO_ROWS
  #stopListening: () => void = () => undefined
  #rowHeight = 34
  #viewHeight = 0
  /** Number of covered lines of the smallest height at the top. */
  #covered = 0
  readonly #page = new SlotPage<Row>()
  #space: ScrollSpace = scrollSpace(0, 0)
  #at: ScrollPosition = { scroll: 0, content: 0 }
  /** The position that the slots show; null if they belong to another list. */
  #drawnPosition: ScrollPosition | null = null
  /** Positions whose rows are loading, oldest first. */
  #pendingPositions: readonly ScrollPosition[] = []
  #holdTimer: ReturnType<typeof setTimeout> | undefined
  #scrollEndTimer: ReturnType<typeof setTimeout> | undefined

  /** Height of the scrolled element without the header, in CSS pixels. */
  height = $state(0)
  /** Scroll offset of the list, in CSS pixels. */
  top = $state(0)
  /** Heights of the lines. */
  heights = $state.raw<LineHeights>(new UniformHeights(0, 1))
  /** Offset that keeps the drawn rows visible while the rows of another position load. */
  shift = $state(0)
  /** Whether the drawn rows are fixed to the upper edge of the view. */
  fixed = $state(false)

  /**
   * @param viewed receives the visible lines when they change
   * @param spareRows rows kept ready above and below the view together; even, and at least 4
   */
  constructor(onViewed: OnViewed, spareRows: number = SPARE_ROWS) {
    this.#onViewed = onViewed
    this.#spareRows = spareRows
    this.#fixedFromRows = spareRows / 2 - 1
  }

  get slots(): readonly RowSlot<Row>[] {
    return this.#page.slots
  }

  /** Number of rows that fit completely into the view, for PageUp and PageDown. */
  get page(): number {
    return Math.max(1, Math.floor(this.#viewHeight / this.#rowHeight) - 1 - this.#covered)
  }

  /**
   * Returns the target of PageDown (1) or PageUp (-1) from a line; at least the next line, if there is one.
   */
  pagedFrom(line: number, direction: 1 | -1): number {
    const page = Math.max(0, this.#viewHeight - this.#coveredHeight - this.#rowHeight)
    const to = this.heights.lineAt(this.heights.offsetOf(line) + direction * page)
    return to === line ? Math.min(Math.max(line + direction, 0), this.heights.count - 1) : to
  }

  get #coveredHeight(): number {
    return this.#covered * this.heights.min
  }

  /** Attaches to the scrolled element. Returns a function that detaches. */
  attach(scroller: HTMLElement): () => void {
    this.#scroller = scroller
    return () => {
      clearTimeout(this.#scrollEndTimer)
      clearTimeout(this.#holdTimer)
      this.#stopListening()
      this.#scroller = null
    }
  }

  /** Sets the sizes of the view and of a row; the first visible line keeps its position. */
  resize(viewHeight: number, rowHeight: number): void {
    const before = this.heights
    const wasHigh = this.#rowHeight
    this.#viewHeight = viewHeight
    this.#rowHeight = rowHeight
    this.#drawnPosition = null
    if (rowHeight === wasHigh || before.count === 0) {
      this.#updateLayout()
      this.#scrollToOffset(this.#at.content)
      return
    }
    const line = before.lineAt(this.#at.content)
    const top = before.offsetOf(line)
    const share = (this.#at.content - top) / (before.offsetOf(line + 1) - top)
    this.#measure()
    this.#clear()
    this.#updateLayout()
    const topNow = this.heights.offsetOf(line)
    this.#scrollToOffset(Math.round(topNow + share * (this.heights.offsetOf(line + 1) - topNow)))
  }

  /**
   * Shows another list, scrolled to a target.
   * @param covered number of lines of the smallest height at the top of the view that are covered
   */
  show(rows: LineSource<Row>, target: GridTarget, covered: number): void {
    const before = this.heights.count === 0 ? null : this.heights
    this.#stopListening()
    this.#covered = covered
    this.#rows = rows
    this.#stopListening = rows.onRows(() => this.#arrived())
    this.#measure()
    this.#clear()
    this.#updateLayout()
    if (target.kind === 'top') this.#scrollToOffset(0)
    else if (target.kind === 'restore' && target.scroll.height === this.#listHeight)
      this.#restore(target.scroll)
    else if (target.kind === 'at' || target.kind === 'restore')
      this.#scrollToOffset(this.heights.offsetOf(target.index) - this.#coveredHeight)
    else if (target.kind === 'shift') {
      const from = (before ?? this.heights).offsetOf(target.from)
      this.#scrollToOffset(this.#at.content + this.heights.offsetOf(target.to) - from)
    } else this.#scrollToOffset(this.#centred(target.index))
  }

  /** Handles a movement of the scroll bar. */
  scrolled(): void {
    // The browser reports a movement even after the element left the page.
    if (this.#scroller === null) return
    const scroll = this.#scroller.scrollTop
    // The browser keeps fractions where a CSS pixel is not a whole number of device pixels.
    if (Math.abs(scroll - this.#at.scroll) < 1) return
    const before = this.#at.content
    this.#at = follow(this.#space, this.#at, scroll)
    if (this.#at.scroll !== scroll) this.#moveBar()
    const moved = this.#at.content - before
    if (Math.abs(moved) > this.#fixedFromRows * this.#rowHeight) this.fixed = true
    this.#update(moved)
    this.#settle()
  }

  /** Returns the scroll offset, which the target `restore` restores. */
  scroll(): ListScroll {
    return {
      top: this.#at.content,
      left: this.#scroller === null ? 0 : inlineScroll(this.#scroller),
      height: this.#listHeight,
    }
  }

  /** Scrolls a row completely into view. */
  reveal(index: number): void {
    const content = this.#revealing(index)
    if (content !== this.#at.content) this.#scrollToOffset(content)
  }

  /** Scrolls by some pixels, for a drag past an edge. */
  scrollBy(pixels: number): void {
    this.#scrollToOffset(this.#at.content + pixels)
  }

  /** Returns the row at this offset from the upper edge of the view; the nearest one outside the list. */
  rowAt(y: number): number | null {
    return this.heights.count === 0 ? null : this.heights.lineAt(this.#at.content + y)
  }

  /** Returns the rows in the page, to measure their texts. */
  visibleRows(): readonly Row[] {
    return this.slots.flatMap((slot) => (slot.row === null || slot.pending ? [] : [slot.row]))
  }

  /** Returns whether a row is in the page. */
  shows(index: number): boolean {
    return this.#page.shows(index)
  }

  get #listHeight(): number {
    return this.heights.offsetOf(this.heights.count)
  }

  #restore({ top, left }: ListScroll): void {
    this.#scrollToOffset(top)
    if (this.#scroller !== null) setInlineScroll(this.#scroller, left)
  }

  #revealing(index: number): number {
    const view = { height: this.#viewHeight, covered: this.#coveredHeight }
    return revealLine(this.heights, this.#at.content, view, index)
  }

  #centred(index: number): number {
    const offset = this.#revealing(index)
    if (offset === this.#at.content) return offset
    const middle = (this.heights.offsetOf(index) + this.heights.offsetOf(index + 1)) / 2
    return Math.max(0, Math.round(middle - this.#viewHeight / 2))
  }

  #measure(): void {
    const { count } = this.#rows
    this.heights = this.#rows.heights?.(this.#rowHeight) ?? new UniformHeights(count, this.#rowHeight)
  }

  /** Discards the drawn rows, which belong to another list. */
  #clear(): void {
    this.#page.clear()
    this.#drawnPosition = null
  }

  #updateLayout(): void {
    this.#space = scrollSpace(this.#listHeight, this.#viewHeight)
    this.height = this.#space.scrollHeight
    const plan = this.heights.slotsFor(this.#viewHeight + this.#spareRows * this.#rowHeight)
    if (this.#page.applyPlan(plan)) this.#drawnPosition = null
  }

  #scrollToOffset(content: number): void {
    const before = this.#at
    this.#at = positionAt(this.#space, content)
    // Setting the scroll bar forces a layout.
    if (this.#at.scroll !== before.scroll) this.#moveBar()
    this.#update(this.#at.content - before.content)
  }

  #moveBar(): void {
    if (this.#scroller === null) return
    // The browser limits the offset to the height in the page, which may be outdated.
    const sizer = this.#scroller.querySelector<HTMLElement>('.rows')
    if (sizer !== null) sizer.style.height = `${String(this.#space.scrollHeight)}px`
    if (this.#scroller.scrollTop !== this.#at.scroll) this.#scroller.scrollTop = this.#at.scroll
  }

  /** Returns the lines that are at least partly visible at a position, with some spare lines around them. */
  #inView(
    position: ScrollPosition,
    spare = NO_SPARE,
  ): { readonly first: number; readonly last: number } | null {
    const from = position.content - spare.above * this.#rowHeight
    const to = position.content + this.#viewHeight + spare.below * this.#rowHeight
    return linesBetween(this.heights, from, to)
  }

  /**
   * Corrects the scroll bar when it rests, because short movements may have shifted it, and prepares the rows
   * around the view.
   * @param afterMs milliseconds without a movement or another list
   */
  #settle(afterMs = SCROLL_END_MS): void {
    clearTimeout(this.#scrollEndTimer)
    this.#scrollEndTimer = setTimeout(() => {
      this.fixed = false
      this.#scrollToOffset(this.#at.content)
    }, afterMs)
  }

  /**
   * Draws the current position, at once or as soon as its rows arrive. The spare rows of a new list are drawn
   * when it rests, so that its first frame is early.
   */
  #update(moved: number): void {
    this.top = this.#at.content
    const view = this.#inView(this.#at)
    if (view === null) return
    const uncovered = this.heights.lineAt(this.#at.content + this.#coveredHeight)
    this.#onViewed(view.first, view.last, Math.min(uncovered, view.last))
    const jumped = Math.abs(moved) > this.#viewHeight * JUMP
    const waiting = this.#pendingPositions.length > 0
    const drawn = this.#drawnPosition
    const isFirst = drawn === null
    const skipsSpare = jumped || isFirst
    if (isFirst || (!jumped && !waiting) || this.#hasRows(this.#at)) {
      this.#wait(null)
      this.#draw(this.#at, skipsSpare ? NO_SPARE : spareFor(moved / this.#rowHeight, this.#spareRows))
    } else {
      this.#wait(this.#at)
      this.#moveTo(drawn)
    }
    if (skipsSpare) this.#settle(isFirst ? SPARE_AFTER_MS : SCROLL_END_MS)
    const direction = jumped ? null : moved > 0 ? 1 : moved < 0 ? -1 : 0
    const near = jumped ? view : this.#inView(this.#at, spareFor(0, this.#spareRows))
    if (near !== null) this.#rows.request(near.first, near.last, direction)
  }

  /** Waits for the rows of a position; with null for none. */
  #wait(position: ScrollPosition | null): void {
    if (position === null) {
      clearTimeout(this.#holdTimer)
      this.#pendingPositions = []
      return
    }
    if (this.#pendingPositions.length === 0) this.#startHoldTimer()
    this.#pendingPositions = [...this.#pendingPositions, position].slice(-MAX_DRAG_POSITIONS)
  }

  #startHoldTimer(): void {
    clearTimeout(this.#holdTimer)
    this.#holdTimer = setTimeout(() => {
      this.#pendingPositions = []
      this.#draw(this.#at, NO_SPARE)
    }, HOLD_MS)
  }

  #arrived(): void {
    if (this.#pendingPositions.length === 0) {
      this.#page.fill(this.#rows)
      return
    }
    const index = this.#pendingPositions.findLastIndex((position) => this.#hasRows(position))
    const position = this.#pendingPositions[index]
    if (position === undefined) return
    this.#pendingPositions = this.#pendingPositions.slice(index + 1)
    if (this.#pendingPositions.length === 0) clearTimeout(this.#holdTimer)
    else this.#startHoldTimer()
    this.#draw(position, NO_SPARE)
  }

  #hasRows(position: ScrollPosition): boolean {
    const view = this.#inView(position)
    if (view === null) return true
    for (let index = view.first; index <= view.last; index += 1) {
      if (this.#rows.get(index) === undefined) return false
    }
    return true
  }

  /** Moves the drawn rows of a position into view. */
  #moveTo(position: ScrollPosition): void {
    this.shift = (this.fixed ? 0 : this.#at.scroll) - position.scroll
  }

  /** Assigns the lines of a position, with spare ones around it, to the slots. */
  #draw(position: ScrollPosition, spare: Spare): void {
    const near = this.#inView(position, spare)
    if (near === null) return
    this.#moveTo(position)
    this.#drawnPosition = position
    // At the end of the list, the remaining slots show earlier lines.
    const start = Math.max(0, Math.min(near.first, this.heights.count - this.#page.together))
    const range = { start, end: near.last + 1, offset: position.scroll - position.content }
    this.#page.draw(range, this.heights, this.#rows)
  }
}
