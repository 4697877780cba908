import { strings } from '../../electron/contract/strings/app.ts'
import { isTouch } from '../components/long-press.ts'
import type { GridList } from './grid-list.ts'
import { includes } from '../lists/selection.ts'
import type { ActiveCell } from './active-cell.svelte.ts'
import type { ActiveLine } from './active-line.svelte.ts'
import { DragSelection } from './drag-selection.ts'
import type { GroupHeader } from './grouped-rows.ts'
import type { GroupedView } from './grouped-view.svelte.ts'

const markLabels = strings.changes.unseenInList

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
}

/** Handles presses in the grid. */
export class GridPointer {
  readonly #target: PointerTarget
  readonly #drag: DragSelection

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
  }

  /** Handles a press on a row or a group header. */
  handle(event: PointerEvent): void {
    if (!isTouch(event)) this.#press(event)
  }

  /** Handles a click, which is a press if it ends a touch. */
  tap(event: MouseEvent): void {
    if (isTouch(event)) this.#press(event)
  }

  #press(event: PointerEvent): void {
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

  #pressedRow(event: PointerEvent, index: number): void {
    const isAlone = chooseRow(this.#target.items(), event, index, this.#target.cell.column === 0)
    if (isAlone && !isTouch(event)) this.#drag.start(event, index)
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
    cell.title = cell.closest('.added') === null ? '' : markLabels.added
    return
  }
  const part = cell.querySelector<HTMLElement>('.head') ?? cell
  const fullText = part.scrollWidth > part.clientWidth ? cell.textContent.trim() : ''
  const news = cell.classList.contains('changed') ? markLabels.changed : ''
  cell.title = [fullText, news].filter((line) => line !== '').join('\n')
}
