import { columnOfPath, type FieldChange } from '../../../electron/contract/changes.ts'
import { columnsIn, type ItemColumnKey } from '../../../electron/contract/columns.ts'
import type { LabelledField } from '../../../electron/contract/connection.ts'
import { fieldLabel, namesOfPath } from '../../../electron/contract/field-labels.ts'
import { shownName } from '../../../electron/contract/clip-text.ts'

export { itemFieldLabel } from '../../../electron/contract/field-labels.ts'

/** Returns the label of a campaign's field. */
export function campaignFieldLabel(path: string): string {
  return shownName(namesOfPath(path).map(fieldLabel).join(' · '))
}

/** Returns the field whose values have the person's names; null for any other. */
export function labelledItemField(path: string): LabelledField | null {
  return path === 'status' ? 'itemStatus' : null
}

export function labelledCampaignField(path: string): LabelledField | null {
  if (path === 'status') return 'campaignStatus'
  return path === 'state' ? 'campaignState' : null
}

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
