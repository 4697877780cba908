import type { ItemGroup } from '../../../electron/contract/query.ts'
import type { ActiveLine } from '../../grid/active-line.svelte.ts'
import { runSelectionCommand } from '../../grid/grid-list.ts'
import type { GroupedView } from '../../grid/grouped-view.svelte.ts'
import { handleGroupHeaderKey } from '../../grid/group-header-keys.ts'
import type { ItemsState } from '../../state/items.svelte.ts'
import { itemAt, sheetCommandOf, type SheetCommand, type SheetPosition } from './sheet-keys.ts'
import { inlinePress } from '../../components/direction.ts'

/** The contact sheet that the keys act on, and actions outside of it. */
interface SheetActions {
  readonly items: () => ItemsState
  readonly active: ActiveLine
  readonly grouped: GroupedView<unknown>
  /** Returns the target line of PageDown (1) and PageUp (-1). */
  readonly pageTarget: (line: number, direction: 1 | -1) => number
  /** Handles a key over an item in review mode. Returns whether it did. */
  readonly review: (event: KeyboardEvent) => boolean
  readonly view: () => void
  readonly open: () => void
  readonly copy: () => void
  readonly search: () => void
  readonly menu: () => void
  readonly groupMenu: (group: ItemGroup) => void
}

/** Handles the keys of the contact sheet. */
export class SheetKeyboard {
  readonly #sheet: SheetActions
  /** Target of the last key, whose column Up and Down keep. */
  #target: SheetPosition | null = null

  constructor(sheet: SheetActions) {
    this.#sheet = sheet
  }

  /** Handles a key, unless it is not for the sheet. */
  handleKey(event: KeyboardEvent): void {
    if (this.#handlesHeadKey(event) || this.#handlesReviewKey(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const { lines } = this.#sheet.grouped
    const command = sheetCommandOf(inlinePress(event), {
      lines,
      position: this.#position(),
      pageTarget: this.#sheet.pageTarget,
    })
    if (command === null) return
    if (command.kind === 'escape' && this.#sheet.items().selectedCount === 0) return
    if (command.kind === 'search') {
      // The typed character then goes into the search field.
      this.#sheet.search()
      return
    }
    event.preventDefault()
    event.stopPropagation()
    this.#run(command)
  }

  #handlesHeadKey(event: KeyboardEvent): boolean {
    const { active, grouped } = this.#sheet
    const line = grouped.activeHeader
    const head = line === null ? null : grouped.headerAt(line)
    return (
      line !== null && head !== null && handleGroupHeaderKey(event, head, line, active, this.#sheet.groupMenu)
    )
  }

  #handlesReviewKey(event: KeyboardEvent): boolean {
    return this.#sheet.grouped.activeHeader === null && this.#sheet.review(event)
  }

  /** Returns the active position; after a move, with the column that the move keeps. */
  #position(): SheetPosition | null {
    const { active, grouped } = this.#sheet
    const item = this.#sheet.items().active
    const { line } = active
    if (line === null) return null
    const isHead = grouped.activeHeader !== null
    const target = this.#target
    if (target?.line === line && (isHead || itemAt(grouped.lines, target) === item)) return target
    const first = grouped.lines.rowsAt(line)?.[0] ?? 0
    return { line, column: isHead || item === null ? 0 : item - first }
  }

  #go(to: SheetPosition, extend: boolean): void {
    const { active, grouped } = this.#sheet
    this.#target = to
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
        if (this.#sheet.grouped.activeHeader === null) this.#sheet.view()
        break
      case 'open':
        this.#sheet.open()
        break
      case 'copy':
        this.#sheet.copy()
        break
      case 'menu':
        this.#sheet.menu()
        break
      case 'check':
      case 'selectAll':
      case 'invert':
      case 'escape':
        runSelectionCommand(this.#sheet.items(), command.kind)
        break
      case 'search':
        break
    }
  }
}
