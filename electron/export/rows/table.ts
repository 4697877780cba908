import {
  CAMPAIGN_COLUMNS,
  campaignColumnKindOf,
  isCampaignColumnKey,
} from '../../contract/campaign-columns.ts'
import { CHANGE_COLUMN_KEYS, type ChangeColumnKey } from '../../contract/changes.ts'
import { columnKindOf, isItemColumnKey, type ColumnKind } from '../../contract/columns.ts'
import type { LabelledField, ValueLabel } from '../../contract/connection.ts'
import {
  ORPHANED_REVIEW_COLUMNS,
  isReviewColumnKey,
  NO_EXTRAS,
  type ExportColumnKey,
  type ExportOptions,
  type HeaderStyle,
  type StatusStyle,
} from '../../contract/export-options.ts'
import { campaignColumnLabel, exportColumnLabel } from '../../contract/column-labels.ts'
import { messages } from '../../contract/messages.ts'
import { parseInstant } from '../../contract/instant.ts'
import { fieldValueKind } from '../../contract/fields.ts'
import { isNumberText } from '../../contract/json-text.ts'
import { labelName, numberedLabelName } from '../../contract/value-label.ts'
import { plainDecimal } from '../values/cell-text.ts'
import { keepsAllDigits, MAX_DIGITS } from '../values/sheet-limits.ts'
import type { StoredValue } from '../../store/types.ts'
import type { CampaignsToExport } from '../types.ts'

/** A stored value, in which booleans are 0 or 1; or a value from the window. */
export type CellValue = StoredValue | boolean

/** A column of a file of any format. */
export interface TableColumn {
  readonly key: string
  readonly heading: string
  /** `any`: JSON text; `link`: an address; `picture`: a picture cell (see `pictureCell`). */
  readonly kind: ColumnKind | 'any' | 'link' | 'picture'
  /** Returns what a number is called; null if its numbers are written as such. */
  readonly nameOf: ((value: number) => string) | null
}

/** Returns a column whose numbers have no names. */
export function plainColumn(key: string, heading: string, kind: TableColumn['kind']): TableColumn {
  return { key, heading, kind, nameOf: null }
}

/**
 * Returns whether a value is shown as a number; long ones are shown as text. Columns of numbers also have
 * texts: long numbers and values of other types. Columns of fields have JSON text.
 */
export function isShownAsNumber(value: CellValue, { kind, nameOf }: TableColumn): boolean {
  if (typeof value === 'number') return kind !== 'boolean' && nameOf === null && keepsAllDigitsOf(value)
  if (typeof value !== 'string') return false
  if (kind === 'number') return isNumberText(value) && keepsAllDigits(value)
  return kind === 'any' && fieldValueKind(value) === 'number' && keepsAllDigits(value)
}

function keepsAllDigitsOf(value: number): boolean {
  return Math.abs(value) < 10 ** MAX_DIGITS || keepsAllDigits(plainDecimal(value))
}

/**
 * Returns whether a value of a documented column has another type. A list or an object in a text column is
 * JSON text.
 */
export function hasUnexpectedType(value: CellValue, { key, kind }: TableColumn): boolean {
  if (typeof value !== 'string' || !isItemColumnKey(key)) return false
  switch (kind) {
    case 'number':
      return !isNumberText(value)
    case 'boolean':
      return true
    case 'dateTime':
      return value.trim() !== '' && parseInstant(value) === null
    case 'text':
      return /^[[{]/u.test(value) && isJson(value)
    case 'any':
    case 'link':
    case 'picture':
      return false
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Determines the columns of a file with items. */
export interface ItemColumnsOptions {
  readonly options: Pick<ExportOptions, 'columns' | 'header' | 'statuses' | 'extras'>
  /** Names of item statuses, if they are exported. */
  readonly statusLabels: readonly ValueLabel[]
}

/** Returns the columns of a file with items. */
export function itemColumns({ options, statusLabels }: ItemColumnsOptions): readonly TableColumn[] {
  const statusName = statusNameOf(options.statuses, statusLabels)
  const columns = options.columns.map((key) => ({
    key,
    heading: options.header === 'keys' ? key : exportColumnLabel(key),
    kind: exportColumnKindOf(key),
    nameOf: key === 'status' ? statusName : null,
  }))
  return [
    ...(options.extras.pictures ? [pictureColumn(options.header)] : []),
    ...columns,
    ...(options.extras.links ? [addressColumn(options.header)] : []),
  ]
}

/** Returns how an export writes the number of a status; null: as a number. */
export function statusNameOf(
  style: StatusStyle,
  labels: readonly ValueLabel[],
  field: LabelledField = 'itemStatus',
): ((status: number) => string) | null {
  if (style === 'numbers') return null
  const textOf = style === 'both' ? numberedLabelName : labelName
  const names = new Map(labels.map(({ value }) => [value, textOf(value, labels, field)]))
  return (status) => names.get(status) ?? textOf(status, [], field)
}

/** Determines the columns of a file with campaigns. */
export interface CampaignColumnsOptions extends Pick<CampaignsToExport, 'labels'> {
  readonly campaigns: Pick<CampaignsToExport['campaigns'], 'columns'>
  readonly options: Pick<CampaignsToExport['options'], 'header' | 'statuses'>
}

/** Returns the columns of a file with campaigns. */
export function campaignColumns({
  campaigns: { columns },
  options: { header, statuses },
  labels,
}: CampaignColumnsOptions): readonly TableColumn[] {
  return columns.map((key) => {
    const field = isCampaignColumnKey(key) ? CAMPAIGN_COLUMNS[key].labelled : undefined
    return {
      key,
      heading: header === 'keys' ? key : campaignColumnLabel(key),
      kind: campaignColumnKindOf(key),
      nameOf: field === undefined ? null : statusNameOf(statuses, labels[field], field),
    }
  })
}

function pictureColumn(header: HeaderStyle): TableColumn {
  return plainColumn('picture', header === 'keys' ? 'picture' : messages.columns.picture, 'picture')
}

function addressColumn(header: HeaderStyle): TableColumn {
  return plainColumn(
    'artworkAddress',
    header === 'keys' ? 'artworkAddress' : messages.columns.artworkAddress,
    'link',
  )
}

/** Returns the columns of a file with changes: {@link CHANGE_COLUMN_KEYS}. */
export function changeColumns(header: HeaderStyle): readonly TableColumn[] {
  return CHANGE_COLUMN_KEYS.map((key) =>
    plainColumn(key, header === 'keys' ? key : messages.columns.changes[key], CHANGE_KINDS[key] ?? 'text'),
  )
}

/** Returns the columns of a file with reviews of deleted items: {@link ORPHANED_REVIEW_COLUMNS}. */
export function orphanedReviewColumns(header: HeaderStyle): readonly TableColumn[] {
  return itemColumns({
    options: { columns: ORPHANED_REVIEW_COLUMNS, header, statuses: 'numbers', extras: NO_EXTRAS },
    statusLabels: [],
  })
}

const CHANGE_KINDS: Readonly<Partial<Record<ChangeColumnKey, TableColumn['kind']>>> = {
  old: 'any',
  new: 'any',
  noticedAt: 'dateTime',
}

function exportColumnKindOf(key: ExportColumnKey): TableColumn['kind'] {
  if (!isReviewColumnKey(key)) return columnKindOf(key)
  if (key === 'reviewPhotos') return 'number'
  return key === 'reviewedAt' ? 'dateTime' : 'text'
}
