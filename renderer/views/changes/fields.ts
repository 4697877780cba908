import { columnOfPath, type FieldChange } from '../../../electron/contract/changes.ts'
import { columnsIn, type ItemColumnKey } from '../../../electron/contract/columns.ts'

/** The columns, most interesting first. */
const RANKS: readonly ItemColumnKey[] = columnsIn('changes')

function rankOf(path: string): number {
  const column = columnOfPath(path)
  if (column === 'updatedAt') return RANKS.length + 2
  if (column === null) return RANKS.length
  const rank = RANKS.indexOf(column)
  return rank < 0 ? RANKS.length + 1 : rank
}

/** Sorts changed fields by interest; the time of the update, which always changes, is last. */
export function sortFields(fields: readonly FieldChange[]): readonly FieldChange[] {
  return fields.toSorted((one, other) => rankOf(one.path) - rankOf(other.path))
}
