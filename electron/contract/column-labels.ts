import {
  isCampaignColumnKey,
  pathOfCampaignColumn,
  type CampaignTableColumn,
  type LocalCampaignColumn,
} from './campaign-columns.ts'
import { ITEM_COLUMN_KEYS, type ColumnKey } from './columns.ts'
import { isReviewColumnKey, type ExportColumnKey } from './export-options.ts'
import { isFieldKey, namesOf } from './fields.ts'
import type { OtherTypes } from './item.ts'
import { messages } from './messages.ts'

/** Returns the label of a column, or the names of a field. */
export function columnLabel(key: ColumnKey): string {
  if (!isFieldKey(key)) return messages.columns.items[key]
  return namesOf(key)
    .map((name) => (name.trim() === '' ? `“${name}”` : name))
    .join(' › ')
}

/** Returns the label of a column of a file. */
export function exportColumnLabel(key: ExportColumnKey): string {
  return isReviewColumnKey(key) ? messages.columns.review[key] : columnLabel(key)
}

/** Returns the label of a column of campaigns, or the names of a field. */
export function campaignColumnLabel(key: CampaignTableColumn): string {
  const path = isCampaignColumnKey(key) ? pathOfCampaignColumn(key) : namesOf(key)
  const local: Readonly<Record<LocalCampaignColumn, string>> = messages.campaignColumns.local
  return path.map((name) => ownText(local, name) ?? documentedFieldLabel(name) ?? name).join(' › ')
}

/** Returns the name of the state of a download or a record; texts of other columns unchanged. */
export function campaignStateName(key: CampaignTableColumn, value: string): string {
  return key === 'downloaded' || key === 'record'
    ? (ownText(messages.campaignTable[key], value) ?? value)
    : value
}

/** Returns the label of a campaign's field by its name (service interface, 2.1); null for other names. */
export function documentedFieldLabel(name: string): string | null {
  return ownText(messages.campaignColumns.fields, name)
}

function ownText(texts: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(texts, key) ? (texts[key] ?? null) : null
}

/** Returns a sentence about values that do not have the types of their columns. */
export function otherTypesText(otherTypes: OtherTypes): string {
  const { items, otherTypes: sentence, otherTypesOf } = messages.columns
  const counts = ITEM_COLUMN_KEYS.flatMap((key) => {
    const count = otherTypes[key] ?? 0
    return count === 0 ? [] : [{ name: items[key], count }]
  })
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return sentence({ count: total, names: counts.map(otherTypesOf).join(', ') })
}
