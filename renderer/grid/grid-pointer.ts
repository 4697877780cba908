import { strings } from '../../electron/contract/strings/app.ts'
import type { GridList } from './grid-list.ts'
import { includes } from '../lists/selection.ts'
import type { ActiveCell } from './active-cell.svelte.ts'
import type { ActiveLine } from './active-line.svelte.ts'
import { DragSelection } from './drag-selection.ts'
import type { GroupHead } from './grouped-rows.ts'
import type { GroupedView } from './grouped-view.svelte.ts'

const said = strings.changes.marks

/** What the pointer goes over. */
interface Surroundings {
  readonly items: () => GridList
  readonly cell: ActiveCell
  readonly grouped: GroupedView<unknown>
  /** The head that stays at the top; null where there is none. */
  readonly stuckHead: () => GroupHead | null
  /** The line at this height of the window, in CSS pixels; the nearest one outside the list. */
  readonly lineAt: (clientY: number) => number | null
  /** The heights of the window between which rows are seen. */
  readonly edges: () => { readonly top: number; readonly bottom: number }
  readonly scrollBy: (pixels: number) => void
}

/** What presses do in the grid. */
export class GridPointer {
  readonly #in: Surroundings
  readonly #drag: DragSelection

  constructor(surroundings: Surroundings) {
    this.#in = surroundings
    const { items, grouped, lineAt, edges, scrollBy } = surroundings
    this.#drag = new DragSelection({
      rowAt: (clientY) => {
        const line = lineAt(clientY)
        return line === null ? null : grouped.lines.rowNear(line, 1)
      },
      edges,
      scrollBy,
      extendTo: (position) => {
        items().select(position, 'extend')
      },
    })
  }

  /** Ends a drag: the grid goes away. */
  stop(): void {
    this.#drag.stop()
  }

  /** Answers a press on a row or on the head of a group. */
  pressed(event: PointerEvent): void {
    if (!(event.target instanceof Element) || event.target.closest('.row') === null) return
    const { cell, grouped } = this.#in
    const line = this.#in.lineAt(event.clientY)
    if (line === null) return
    cell.inHeader = false
    const head = event.target.closest('.stuck') === null ? grouped.headAt(line) : this.#in.stuckHead()
    if (head !== null) {
      pressHead(event, head, cell)
      return
    }
    const position = grouped.lines.rowNear(line, 1)
    if (position === null) return
    grouped.leaveHead()
    cell.column = columnUnder(event)
    this.#pressedRow(event, position)
    // Under the pointer stays the same cell: its visible part was at the edge that it now reaches.
    if (event.button === 0) cell.revealCell(line, cell.column)
  }

  #pressedRow(event: PointerEvent, position: number): void {
    const isAlone = chooseRow(this.#in.items(), event, position, this.#in.cell.column === 0)
    if (isAlone) this.#drag.start(event, position)
  }
}

/** Answers a press on the head of a group: closes or opens it, or chooses its rows. */
export function pressHead(event: PointerEvent, head: GroupHead, active: ActiveLine): void {
  if (event.button !== 0 || !(event.target instanceof Element)) return
  active.goToHead(head)
  if (event.target.closest('.check') === null) active.fold(head, !head.closed)
  else active.markGroup(head)
}

/**
 * Selects a row by a press on it, as every list does. Gives whether it alone is selected, by the main button.
 * @param onCheck the press was on what marks the row.
 */
export function chooseRow(items: GridList, event: PointerEvent, position: number, onCheck: boolean): boolean {
  if (event.button === 2) {
    if (!includes(items.selection.ranges, position)) items.select(position, 'only')
    else items.activate(position)
    return false
  }
  if (event.button !== 0) return false
  if (event.shiftKey) items.select(position, 'extend')
  else if (event.ctrlKey || event.metaKey) items.select(position, 'toggle')
  else if (onCheck) items.select(position, 'mark')
  else {
    items.select(position, 'only')
    return true
  }
  return false
}

/** The column of the cell under the pointer; 0 is the check box. */
export function columnUnder(event: MouseEvent): number {
  const cell = event.target instanceof Element ? event.target.closest('[aria-colindex]') : null
  return Number(cell?.getAttribute('aria-colindex') ?? 2) - 1
}

/** A cell that is cut short says the whole on hover; only then, so that scrolling writes no attributes. */
export function sayWhole(event: PointerEvent): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('.row .cell') : null
  if (cell === null) return
  if (cell.classList.contains('check')) {
    cell.title = cell.closest('.added') === null ? '' : said.added
    return
  }
  const part = cell.querySelector<HTMLElement>('.head') ?? cell
  const whole = part.scrollWidth > part.clientWidth ? cell.textContent.trim() : ''
  const news = cell.classList.contains('changed') ? said.changed : ''
  cell.title = [whole, news].filter((line) => line !== '').join('\n')
}
