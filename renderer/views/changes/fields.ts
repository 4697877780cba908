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
const HOLDERS: ReadonlySet<string> = new Set(['itemId', 'elementId'])

/** Returns the label of an item's field: that of its column, else its names in words. */
export function itemFieldLabel(path: string): string {
  const column = columnOfPath(path)
  if (column !== null) return ITEM_COLUMN_LABELS[column]
  const names = namesOf(path)
  const telling = names.filter((name, at) => at === names.length - 1 || !HOLDERS.has(name))
  return shownName(telling.map(fieldLabel).join(' · '))
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

/** The fields of most interest first; what changes with every update of an item is last. */
const RANKS: readonly ItemColumnKey[] = columnsIn('changes')

function rankOf(path: string): number {
  const column = columnOfPath(path)
  if (column === 'updatedAt') return RANKS.length + 2
  if (column === null) return RANKS.length
  const at = RANKS.indexOf(column)
  return at < 0 ? RANKS.length + 1 : at
}

/** Sorts changed fields by interest. */
export function inOrder(fields: readonly FieldChange[]): readonly FieldChange[] {
  return fields.toSorted((one, other) => rankOf(one.path) - rankOf(other.path))
}
