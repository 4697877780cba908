import { CHANGE_COLUMN_KEYS, type ChangeColumnKey } from '../../contract/changes.ts'
import { LABELLED_FIELDS, type LabelledField } from '../../contract/connection.ts'
import { supportsOption } from '../../contract/export-formats.ts'
import {
  campaignFieldWords,
  itemFieldWords,
  labelledCampaignField,
  labelledItemField,
} from '../../contract/field-labels.ts'
import { messages } from '../../contract/messages.ts'
import { openChangeRows } from '../../store/changes/export-rows.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import type { ChangesToExport } from '../types.ts'
import { statusNameOf } from './table.ts'

type Row = readonly StoredValue[]

const INDEX = Object.fromEntries(CHANGE_COLUMN_KEYS.map((key, index) => [key, index])) as Readonly<
  Record<ChangeColumnKey, number>
>
const WHOLE_NUMBER = /^-?\d{1,15}$/u

/**
 * Opens the rows of `CHANGE_COLUMN_KEYS`. Under a header with labels, kinds, fields and statuses have the
 * names that the window shows; otherwise, for programs, they stay as they came. Throws as `openChangeRows`.
 */
export function openChangeTable(
  { databaseFile, changes, options: { format, header }, labels }: ChangesToExport,
  throwIfCancelled: () => void,
): ExportRows {
  const rows = openChangeRows(databaseFile, changes, throwIfCancelled)
  if (header !== 'labels' || !supportsOption(format, 'header')) return rows
  const nameOf = new Map(LABELLED_FIELDS.map((field) => [field, statusNameOf('names', labels[field], field)]))
  const named = (field: LabelledField | null, json: StoredValue | undefined): StoredValue => {
    if (field === null || typeof json !== 'string' || !WHOLE_NUMBER.test(json)) return json ?? null
    const name = nameOf.get(field)?.(Number(json))
    return name === undefined ? json : JSON.stringify(name)
  }
  const inWords = (row: Row): Row => {
    const path = row[INDEX.field]
    const cells = [...row]
    cells[INDEX.kind] = kindLabel(row[INDEX.kind])
    if (typeof path !== 'string') return cells
    const isCampaign = row[INDEX.kind] === 'campaign'
    const field = isCampaign ? labelledCampaignField(path) : labelledItemField(path)
    cells[INDEX.field] = isCampaign ? campaignFieldWords(path) : itemFieldWords(path)
    for (const index of [INDEX.old, INDEX.new]) cells[index] = named(field, row[index])
    return cells
  }
  return {
    ...rows,
    *batches() {
      for (const batch of rows.batches()) yield batch.map(inWords)
    },
  }
}

function kindLabel(kind: StoredValue | undefined): StoredValue {
  if (kind === 'campaign') return messages.changes.campaignKind
  return kind === 'added' || kind === 'changed' || kind === 'gone'
    ? messages.changes.kinds[kind]
    : (kind ?? null)
}
