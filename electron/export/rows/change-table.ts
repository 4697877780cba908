import { CHANGE_COLUMN_KEYS, type ChangeColumnKey } from '../../contract/changes.ts'
import { LABELLED_FIELDS, type LabelledField } from '../../contract/connection.ts'
import { supportsOption } from '../../contract/export-formats.ts'
import {
  campaignFieldLabel,
  itemFieldLabel,
  labelledCampaignField,
  labelledItemField,
} from '../../contract/field-labels.ts'
import { changesStrings as messages } from '../../contract/strings/changes.ts'
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
 * Opens the rows of `CHANGE_COLUMN_KEYS`. Under a header with labels, kinds, fields and statuses have the names
 * that the window shows; otherwise, for programs, they stay as they came. Throws as `openChangeRows`.
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
    const isCampaign = row[INDEX.kind] === 'campaign'
    const field =
      typeof path !== 'string' ? null : isCampaign ? labelledCampaignField(path) : labelledItemField(path)
    return row.map((value, index) => {
      switch (CHANGE_COLUMN_KEYS[index]) {
        case 'kind':
          return kindLabel(value)
        case 'field':
          if (typeof value !== 'string') return value
          return isCampaign ? campaignFieldLabel(value) : itemFieldLabel(value)
        case 'old':
        case 'new':
          return named(field, value)
        default:
          return value
      }
    })
  }
  return {
    ...rows,
    *batches() {
      for (const batch of rows.batches()) yield batch.map(inWords)
    },
  }
}

function kindLabel(kind: StoredValue): StoredValue {
  if (kind === 'campaign') return messages.campaignKind
  return kind === 'added' || kind === 'changed' || kind === 'gone' ? messages.kinds[kind] : kind
}
