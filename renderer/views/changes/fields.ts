import { columnOfPath, type FieldChange } from '../../../electron/contract/changes.ts'
import { columnsIn, type ItemColumnKey } from '../../../electron/contract/columns.ts'
import type { LabelledField } from '../../../electron/contract/connection.ts'
import { ITEM_COLUMN_LABELS } from '../../../electron/contract/strings/columns.ts'
import { fieldLabel } from '../overview/fields.ts'
import { shownName } from '../../../electron/contract/clip-text.ts'

/**
 * The names in a path: dots stand between them, a backslash before a dot or a backslash that belongs to a
 * name.
 */
function namesOf(path: string): readonly string[] {
  return path.match(/(?:\\.|[^.\\])+/gu)?.map((name) => name.replace(/\\(.)/gu, '$1')) ?? [path]
}

/** What holds a field without saying anything of its own. */
const HOLDERS: ReadonlySet<string> = new Set(['itemId', 'elementId'])

/** What a field of an item is called: as its column, else by its names in words. */
export function itemFieldLabel(path: string): string {
  const column = columnOfPath(path)
  if (column !== null) return ITEM_COLUMN_LABELS[column]
  const names = namesOf(path)
  const telling = names.filter((name, at) => at === names.length - 1 || !HOLDERS.has(name))
  return shownName(telling.map(fieldLabel).join(' · '))
}

/** What a field of a campaign is called. */
export function campaignFieldLabel(path: string): string {
  return shownName(namesOf(path).map(fieldLabel).join(' · '))
}

/** The field whose values people give names to; null for any other. */
export function labelledItemField(path: string): LabelledField | null {
  return path === 'status' ? 'itemStatus' : null
}

export function labelledCampaignField(path: string): LabelledField | null {
  if (path === 'status') return 'campaignStatus'
  return path === 'state' ? 'campaignState' : null
}

/** What people ask after first; what changes with every change of an item comes last. */
const RANKS: readonly ItemColumnKey[] = columnsIn('changes')

function rankOf(path: string): number {
  const column = columnOfPath(path)
  if (column === 'updatedAt') return RANKS.length + 2
  if (column === null) return RANKS.length
  const at = RANKS.indexOf(column)
  return at < 0 ? RANKS.length + 1 : at
}

/** The changed fields with the telling ones first. */
export function inOrder(fields: readonly FieldChange[]): readonly FieldChange[] {
  return fields.toSorted((one, other) => rankOf(one.path) - rankOf(other.path))
}
