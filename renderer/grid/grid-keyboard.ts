import type { ItemGroup } from '../../electron/contract/query.ts'
import { runSelectionCommand, type SortedList } from './grid-list.ts'
import type { ActiveCell } from './active-cell.svelte.ts'
import type { GroupedView } from './grouped-view.svelte.ts'
import { handleGroupHeaderKey } from './group-header-keys.ts'
import { commandOf, type GridCommand } from './keys.ts'
import { inlineKey, isRightToLeft } from '../components/direction.ts'

/** The grid that the keys act on, and actions outside of its rows. */
interface KeyboardTarget<Key extends string> {
  readonly items: () => SortedList<Key>
  readonly cell: ActiveCell
  readonly grouped: GroupedView<unknown>
  /** Number of rows for PageUp and PageDown. */
  readonly page: () => number
  /** Keys of the shown columns, in order. */
  readonly columns: () => readonly Key[]
  /** Handles a key over a row in review mode. Returns whether it did. */
  readonly review: (event: KeyboardEvent) => boolean
  readonly toggleAll: () => void
  readonly moveColumn: (key: Key, by: 1 | -1) => void
  /** Freezes the columns up to the active cell, or none. */
  readonly freeze: (on: boolean) => void
  readonly copy: () => void
  readonly copyCell: (key: Key) => void
  readonly open: () => void
  /** Opens the artwork of the active row. */
  readonly view: () => void
  readonly search: () => void
  readonly rowMenu: (column: Key | null) => void
  readonly columnMenu: (column: Key) => void
  readonly groupMenu: (group: ItemGroup) => void
}

/** Handles the keys of the grid. */
export class GridKeyboard<Key extends string> {
  readonly #target: KeyboardTarget<Key>

  constructor(target: KeyboardTarget<Key>) {
    this.#target = target
  }

  /** Handles a key, unless it is not for the grid. */
  handle(event: KeyboardEvent): void {
    if (this.#atHead(event) || this.#isReview(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const { cell, grouped } = this.#target
    const items = this.#target.items()
    const command = commandOf(event, {
      row: cell.inHeader ? -1 : cell.line,
      column: cell.column,
      rows: grouped.count,
      columns: this.#target.columns().length + 1,
      page: this.#target.page(),
      isRightToLeft: event.currentTarget instanceof Element && isRightToLeft(event.currentTarget),
    })
    if (command === null) return
    if (command.kind === 'escape' && items.selectedCount === 0) return
    if (command.kind === 'search') {
      // The character is typed into the field, which has the focus now.
      this.#target.search()
      return
    }
    const key = this.#key()
    if (cell.inHeader && key !== null && (command.kind === 'open' || command.kind === 'check')) {
      void items.sortBy(key, event.shiftKey)
    } else if (!cell.inHeader || !this.#inHeader(command)) this.#run(command)
    event.preventDefault()
    event.stopPropagation()
  }

  #isReview(event: KeyboardEvent): boolean {
    const { cell, grouped } = this.#target
    return !cell.inHeader && grouped.activeHeader === null && this.#target.review(event)
  }

  /** Returns the column of the active cell; null for the check box. */
  #key(): Key | null {
    return this.#target.columns()[this.#target.cell.column - 1] ?? null
  }

  /** Handles a key at a group header, or from its rows to it. Returns whether it did. */
  #atHead(event: KeyboardEvent): boolean {
    const { cell, grouped } = this.#target
    const line = cell.shownLine
    if (line === null) return false
    const head = grouped.headerAt(line)
    if (head !== null) return handleGroupHeaderKey(event, head, line, cell, this.#target.groupMenu)
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (inlineKey(event) !== 'ArrowLeft' || cell.column !== 0 || !grouped.on) return false
    cell.goToLine(grouped.headerLineAbove(line), false)
    return true
  }

  #inHeader(command: GridCommand): boolean {
    const { cell } = this.#target
    const key = this.#key()
    if (command.kind === 'moveColumn' && key !== null) {
      this.#target.moveColumn(key, command.by)
      cell.column = Math.min(Math.max(cell.column + command.by, 1), this.#target.columns().length)
    } else if (command.kind === 'freeze') this.#target.freeze(command.on)
    else if (command.kind === 'menu' && key !== null) this.#target.columnMenu(key)
    else if ((command.kind === 'open' || command.kind === 'check') && key === null) this.#target.toggleAll()
    else return false
    return true
  }

  #run(command: GridCommand): void {
    const { cell } = this.#target
    switch (command.kind) {
      case 'row':
        cell.inHeader = command.to < 0
        if (command.to < 0) break
        cell.goToLine(command.to, command.extend)
        if (command.column !== undefined) cell.goToEndColumn(command.column)
        break
      case 'column':
        cell.goToColumn(command.to)
        break
      case 'copy':
        this.#target.copy()
        break
      case 'copyCell':
        this.copyCell()
        break
      case 'open':
        this.#target.open()
        break
      case 'view':
        if (this.#target.grouped.activeHeader === null) this.#target.view()
        break
      case 'menu':
        this.#target.rowMenu(this.#key())
        break
      case 'check':
      case 'selectAll':
      case 'invert':
      case 'escape':
        runSelectionCommand(this.#target.items(), command.kind)
        break
      case 'freeze':
        this.#target.freeze(command.on)
        break
      case 'search':
      case 'moveColumn':
        break
    }
  }

  /** Copies the text of the active cell, unless it is a check box or a group header. */
  copyCell(): void {
    const key = this.#key()
    if (key !== null && this.#target.grouped.activeHeader === null) this.#target.copyCell(key)
  }
}
