import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import type { messages } from '../../electron/contract/messages.ts'
import type { RowColorRule } from '../../electron/contract/row-colors.ts'
import type { ViewQuery } from './items-query.ts'

/** Parts of a list that an action changes. */
export interface ViewParts {
  readonly query: Partial<ViewQuery>
  /** Null: the columns do not change. */
  readonly columns: ColumnLayout | null
  /** Null: the colors of the rows do not change. */
  readonly rowColors: readonly RowColorRule[] | null
}

export type ViewAction = keyof typeof messages.history.actions

/** A change of what a list shows. */
export interface ViewChange {
  readonly action: ViewAction
  readonly before: ViewParts
  readonly after: ViewParts
  /** Consecutive changes with the same key are undone together; null for a separate change. */
  readonly mergeKey: string | null
}

/** The columns of any table. */
interface AnyLayout {
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number | undefined>>
  readonly frozen?: number
}

/** Returns the name of a change of the columns. */
export function columnAction(before: AnyLayout, after: AnyLayout): ViewAction {
  if (!isSame(before.order, after.order)) return 'columns'
  if ((before.frozen ?? 0) !== (after.frozen ?? 0)) return 'freeze'
  return 'columnWidth'
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index])
}
