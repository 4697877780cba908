import { messages } from '../../electron/contract/messages.ts'
import { isTouch } from '../components/long-press.ts'
import { trackDrag } from '../components/pointer-drag.ts'
import type { GridList } from './grid-list.ts'
import { includes } from '../lists/selection.ts'
import type { ActiveCell } from './active-cell.svelte.ts'
import type { ActiveLine } from './active-line.svelte.ts'
import { DragSelection } from './drag-selection.ts'
import type { GroupHeader } from './grouped-rows.ts'
import type { GroupedView } from './grouped-view.svelte.ts'

/** Distance that the pointer moves before a press on selected rows becomes a drag, in CSS pixels. */
const DRAG_THRESHOLD = 6

type GridEvent<Kind extends MouseEvent> = Kind & { readonly currentTarget: HTMLElement }

/**
 * Drags the selected rows out of the window. Resolves when the drag has ended.
 * @param asCsv whether Alt was pressed
 * @param signal aborts when the button is released or Escape is pressed
 */
export type DragRows = (asCsv: boolean, signal: AbortSignal) => Promise<void>

/** The grid under the pointer. */
interface PointerTarget {
  readonly items: () => GridList
  readonly cell: ActiveCell
  readonly grouped: GroupedView<unknown>
  /** The header that stays at the top; null without one. */
  readonly stickyHeader: () => GroupHeader | null
  /** Returns the line at this window coordinate, in CSS pixels; the nearest one outside the list. */
  readonly lineAt: (clientY: number) => number | null
  /** Window coordinates of the visible rows. */
  readonly edges: () => { readonly top: number; readonly bottom: number }
  readonly scrollBy: (pixels: number) => void
  readonly dragRows: DragRows
}

/**
 * Handles presses in the grid: a drag from a selected row drags the rows, from any other one selects rows.
 */
export class GridPointer {
  readonly #target: PointerTarget
  readonly #drag: DragSelection
  #stopRowDrag: () => void = () => undefined
  /** Index of the selected row that was pressed, which a click selects alone. */
  #pressed: number | null = null

  constructor(target: PointerTarget) {
    this.#target = target
    const { items, grouped, lineAt, edges, scrollBy } = target
    this.#drag = new DragSelection({
      rowAt: (clientY) => {
        const line = lineAt(clientY)
        return line === null ? null : grouped.lines.rowNear(line, 1)
      },
      edges,
      scrollBy,
      extendTo: (index) => items().select(index, 'extend'),
    })
  }

  /** Cancels a drag when the grid is destroyed. */
  stop(): void {
    this.#drag.stop()
    this.#stopRowDrag()
  }

  /** Handles a press on a row or a group header. */
  handle(event: GridEvent<PointerEvent>): void {
    if (!isTouch(event)) this.#press(event)
  }

  /** Handles a click, which is a press if it ends a touch, and does not follow a drag of rows. */
  tap(event: GridEvent<MouseEvent>): void {
    if (isTouch(event)) this.#press(event)
    else if (this.#pressed !== null) this.#target.items().select(this.#pressed, 'only')
    this.#pressed = null
  }

  #press(event: GridEvent<PointerEvent>): void {
    this.#pressed = null
    if (!(event.target instanceof Element) || event.target.closest('.row') === null) return
    const { cell, grouped } = this.#target
    const line = this.#target.lineAt(event.clientY)
    if (line === null) return
    cell.inHeader = false
    const head = this.headAt(event)
    if (head !== null) {
      handleHeaderPress(event, head, cell)
      return
    }
    const index = grouped.lines.rowNear(line, 1)
    if (index === null) return
    grouped.leaveHeader()
    cell.column = columnUnder(event)
    this.#pressedRow(event, index)
    // The same cell stays under the pointer: its visible part was at the edge that it now reaches.
    if (event.button === 0) cell.revealCell(line, cell.column)
  }

  /** Returns the group header under the pointer, or null. */
  headAt(event: MouseEvent): GroupHeader | null {
    if (event.target instanceof Element && event.target.closest('.sticky') !== null)
      return this.#target.stickyHeader()
    const line = this.#target.lineAt(event.clientY)
    return line === null ? null : this.#target.grouped.headerAt(line)
  }

  #pressedRow(event: GridEvent<PointerEvent>, index: number): void {
    const items = this.#target.items()
    const onCheck = this.#target.cell.column === 0
    if (!isTouch(event) && !onCheck && isPlainPress(event) && includes(items.selection.ranges, index)) {
      items.activate(index)
      this.#pressed = index
      this.#trackRowDrag(event)
      return
    }
    const isAlone = chooseRow(items, event, index, onCheck)
    if (isAlone && !isTouch(event)) this.#drag.start(event, index)
  }

  #trackRowDrag(event: GridEvent<PointerEvent>): void {
    this.#stopRowDrag()
    const released = new AbortController()
    const end = (): void => released.abort()
    const stop = trackDrag(event, {
      threshold: DRAG_THRESHOLD,
      axis: 'both',
      // The system handles the release of a dragged file.
      start: () => void this.#target.dragRows(event.altKey, released.signal).finally(stop),
      move: () => undefined,
      drop: end,
      cancel: end,
    })
    this.#stopRowDrag = stop
  }
}

/** Handles a press on a group header: expands, collapses or selects the group. */
export function handleHeaderPress(event: PointerEvent, head: GroupHeader, active: ActiveLine): void {
  if (event.button !== 0 || !(event.target instanceof Element)) return
  active.goToHeader(head)
  if (event.target.closest('.check') === null) active.fold(head, !head.closed)
  else active.markGroup(head)
}

/**
 * Selects a row by a press on it, as lists usually do. Returns whether it is selected alone, by the main
 * button.
 * @param onCheck whether the press was on the check box
 */
export function chooseRow(items: GridList, event: PointerEvent, index: number, onCheck: boolean): boolean {
  if (event.button === 2) {
    if (!includes(items.selection.ranges, index)) items.select(index, 'only')
    else items.activate(index)
    return false
  }
  if (event.button !== 0) return false
  if (event.shiftKey) items.select(index, 'extend')
  else if (event.ctrlKey || event.metaKey) items.select(index, 'toggle')
  else if (onCheck) items.select(index, 'check')
  else {
    items.select(index, 'only')
    return true
  }
  return false
}

/** Returns whether the main button was pressed alone; Alt only chooses the format of a dragged file. */
function isPlainPress({ button, shiftKey, ctrlKey, metaKey }: PointerEvent): boolean {
  return button === 0 && !shiftKey && !ctrlKey && !metaKey
}

/** Returns the column of the cell under the pointer; 0 is the check box. */
export function columnUnder(event: MouseEvent): number {
  const cell = event.target instanceof Element ? event.target.closest('[aria-colindex]') : null
  return Number(cell?.getAttribute('aria-colindex') ?? 2) - 1
}

/** Sets the title of a cut cell on hover. Scrolling therefore writes no attributes. */
export function showFullTextAsTitle(event: PointerEvent): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('.row .cell') : null
  if (cell === null) return
  if (cell.classList.contains('check')) {
    const added = cell.closest('.added') === null ? '' : messages.changes.unseenInList.added
    const color = cell.querySelector<HTMLElement>('.row-color')?.dataset['text'] ?? ''
    cell.title = [color, added].filter((line) => line !== '').join('\n')
    return
  }
  const isCut = [cell, ...cell.querySelectorAll('span')].some(
    (part) => part.scrollWidth > part.clientWidth || getComputedStyle(part).fontSize === '0px',
  )
  const fullText = isCut ? cell.textContent.trim() : ''
  const news = cell.classList.contains('changed') ? messages.changes.unseenInList.changed : ''
  cell.title = [fullText, news].filter((line) => line !== '').join('\n')
}
