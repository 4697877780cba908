import type { ActiveLine } from '../../grid/active-line.svelte.ts'
import { runSelectionCommand } from '../../grid/grid-list.ts'
import type { GroupedView } from '../../grid/grouped-view.svelte.ts'
import { pressedAtHead } from '../../grid/header-keys.ts'
import type { ItemsState } from '../../state/items.svelte.ts'
import { itemAt, sheetCommandOf, type SheetCommand, type SheetPosition } from './sheet-keys.ts'

/** The contact sheet that the keys act on, and actions outside of it. */
interface Surroundings {
  readonly items: () => ItemsState
  readonly active: ActiveLine
  readonly grouped: GroupedView<unknown>
  /** Returns the target line of PageDown (1) and PageUp (-1). */
  readonly paged: (line: number, direction: 1 | -1) => number
  /** Handles a key over an item in review mode. Returns whether it did. */
  readonly review: (event: KeyboardEvent) => boolean
  readonly view: () => void
  readonly open: () => void
  readonly copy: () => void
  readonly search: () => void
  readonly menu: () => void
}

/** Handles the keys of the contact sheet. */
export class SheetKeyboard {
  readonly #in: Surroundings
  /** Target of the last key, with the column that it keeps. */
  #gone: SheetPosition | null = null

  constructor(surroundings: Surroundings) {
    this.#in = surroundings
  }

  /** Handles a key, unless it is not for the sheet. */
  pressed(event: KeyboardEvent): void {
    if (this.#atHead(event) || this.#isReview(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const { lines } = this.#in.grouped
    const command = sheetCommandOf(event, { lines, at: this.#at(), paged: this.#in.paged })
    if (command === null) return
    if (command.kind === 'escape' && this.#in.items().selectedCount === 0) return
    if (command.kind === 'search') {
      // The character is typed into the field, which has the focus now.
      this.#in.search()
      return
    }
    event.preventDefault()
    event.stopPropagation()
    this.#run(command)
  }

  #atHead(event: KeyboardEvent): boolean {
    const { active, grouped } = this.#in
    const line = grouped.activeHead
    const head = line === null ? null : grouped.headAt(line)
    return line !== null && head !== null && pressedAtHead(event, head, line, active)
  }

  #isReview(event: KeyboardEvent): boolean {
    return this.#in.grouped.activeHead === null && this.#in.review(event)
  }

  /** Returns the active position, with the kept column as long as it is there. */
  #at(): SheetPosition | null {
    const { active, grouped } = this.#in
    const item = this.#in.items().active
    const { line } = active
    if (line === null) return null
    const isHead = grouped.activeHead !== null
    const gone = this.#gone
    if (gone?.line === line && (isHead || itemAt(grouped.lines, gone) === item)) return gone
    const first = grouped.lines.rowsAt(line)?.[0] ?? 0
    return { line, column: isHead || item === null ? 0 : item - first }
  }

  #go(to: SheetPosition, extend: boolean): void {
    const { active, grouped } = this.#in
    this.#gone = to
    const index = itemAt(grouped.lines, to)
    if (index === null) active.goToLine(to.line, extend)
    else active.goToRow(index, extend)
  }

  #run(command: SheetCommand): void {
    switch (command.kind) {
      case 'go':
        this.#go(command.to, command.extend)
        break
      case 'view':
        if (this.#in.grouped.activeHead === null) this.#in.view()
        break
      case 'open':
        this.#in.open()
        break
      case 'copy':
        this.#in.copy()
        break
      case 'menu':
        this.#in.menu()
        break
      case 'mark':
      case 'selectAll':
      case 'invert':
      case 'escape':
        runSelectionCommand(this.#in.items(), command.kind)
        break
      case 'search':
        break
    }
  }
}
