import { columnOfPath, type FieldChange } from '../../../electron/contract/changes.ts'
import { columnsIn, type ItemColumnKey } from '../../../electron/contract/columns.ts'
import type { LabelledField } from '../../../electron/contract/connection.ts'
import { ITEM_COLUMN_LABELS } from '../../../electron/contract/strings/columns.ts'
import { fieldLabel } from '../overview/fields.ts'
import { shownName } from '../../../electron/contract/clip-text.ts'

/** Returns the names of a path: separated by dots; a backslash escapes a dot or backslash of a name. */
function namesOf(path: string): readonly string[] {
  return path.match(/(?:\\.|[^.\\])+/gu)?.map((name) => name.replace(/\\(.)/gu, '$1')) ?? [path]
}

/** Parents of fields that do not appear in labels. */
const OMITTED_PARENTS: ReadonlySet<string> = new Set(['itemId', 'elementId'])

/** Returns the label of an item's field: that of its column, else its names in words. */
export function itemFieldLabel(path: string): string {
  const column = columnOfPath(path)
  if (column !== null) return ITEM_COLUMN_LABELS[column]
  const names = namesOf(path)
  const labelledNames = names.filter(
    (name, index) => index === names.length - 1 || !OMITTED_PARENTS.has(name),
  )
  return shownName(labelledNames.map(fieldLabel).join(' · '))
}

/** Returns the label of a campaign's field. */
export function campaignFieldLabel(path: string): string {
  return shownName(namesOf(path).map(fieldLabel).join(' · '))
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
