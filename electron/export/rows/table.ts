import { CHANGE_COLUMN_KEYS, type ChangeColumnKey } from '../../contract/changes.ts'
import { columnKindOf, isItemColumnKey, type ColumnKind } from '../../contract/columns.ts'
import type { ValueLabel } from '../../contract/connection.ts'
import {
  ORPHANED_REVIEW_COLUMNS,
  isReviewColumnKey,
  NO_EXTRAS,
  type ExportColumnKey,
  type ExportOptions,
  type HeaderStyle,
} from '../../contract/export-options.ts'
import {
  ARTWORK_ADDRESS_LABEL,
  CHANGE_COLUMN_LABELS,
  columnLabels,
  PICTURE_LABEL,
} from '../../contract/strings/columns.ts'
import { parseInstant } from '../../contract/instant.ts'
import { fieldValueKind } from '../../contract/fields.ts'
import { isNumberText } from '../../contract/number-text.ts'
import { keepsAllDigits } from '../values/sheet-limits.ts'
import type { StoredValue } from '../../store/types.ts'

/** A value as the cache holds it or as the window shows it. */
export type CellValue = StoredValue | boolean

/** A column of a file, in whatever format. */
export interface TableColumn {
  readonly key: string
  readonly heading: string
  /**
   * `any`: JSON text, which states its type; `link`: an address; `picture`: which picture (see
   * `pictureCell`).
   */
  readonly kind: ColumnKind | 'any' | 'link' | 'picture'
  /** What its numbers stand for, where they stand for words. */
  readonly words: ReadonlyMap<number, string> | null
}

/**
 * Whether a value of a column is shown as a number. A column of numbers also has texts: numbers with more
 * digits than a double keeps, and values that are not numbers. A column of fields has JSON texts of every
 * kind.
 */
export function isShownAsNumber(value: CellValue, { kind, words }: TableColumn): boolean {
  if (typeof value === 'number') return kind !== 'boolean' && words?.has(value) !== true
  if (typeof value !== 'string') return false
  if (kind === 'number') return isNumberText(value) && keepsAllDigits(value)
  return kind === 'any' && fieldValueKind(value) === 'number'
}

/**
 * Whether a value of a documented column is not of its type. A list or an object in a column of texts is JSON
 * there.
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

/** What the columns of a file are made of. */
export interface ItemColumnsOptions {
  readonly options: Pick<ExportOptions, 'columns' | 'header' | 'statuses' | 'extras'>
  /** The header's words, where it has names; a column without one is called by its key. */
  readonly columnLabels: Readonly<Record<string, string>>
  /** Names of item statuses, where they are written by name. */
  readonly statusLabels: readonly ValueLabel[]
}

/** The columns of a file with items. */
export function itemColumns({
  options,
  columnLabels,
  statusLabels,
}: ItemColumnsOptions): readonly TableColumn[] {
  const named = options.statuses === 'names' ? statusLabels.filter(({ name }) => name !== '') : []
  const statusNames = new Map(named.map(({ value, name }) => [value, name]))
  const columns = options.columns.map((key) => ({
    key,
    heading: headingOf(key, options.header, columnLabels),
    kind: kindOf(key),
    words: key === 'status' && statusNames.size > 0 ? statusNames : null,
  }))
  return [
    ...(options.extras.pictures ? [picture(options.header)] : []),
    ...columns,
    ...(options.extras.links ? [artworkAddress(options.header)] : []),
  ]
}

function picture(header: HeaderStyle): TableColumn {
  const key = 'picture'
  return { key, heading: headingOf(key, header, { [key]: PICTURE_LABEL }), kind: 'picture', words: null }
}

function artworkAddress(header: HeaderStyle): TableColumn {
  const key = 'artworkAddress'
  return { key, heading: headingOf(key, header, { [key]: ARTWORK_ADDRESS_LABEL }), kind: 'link', words: null }
}

/** The columns of a file with changes: {@link CHANGE_COLUMN_KEYS}. */
export function changeColumns(header: HeaderStyle): readonly TableColumn[] {
  return CHANGE_COLUMN_KEYS.map((key) => ({
    key,
    heading: headingOf(key, header, CHANGE_COLUMN_LABELS),
    kind: CHANGE_KINDS[key] ?? 'text',
    words: null,
  }))
}

/** The columns of a file with reviews of items that are gone: {@link ORPHANED_REVIEW_COLUMNS}. */
export function orphanedReviewColumns(header: HeaderStyle): readonly TableColumn[] {
  return itemColumns({
    options: { columns: ORPHANED_REVIEW_COLUMNS, header, statuses: 'numbers', extras: NO_EXTRAS },
    columnLabels: columnLabels(ORPHANED_REVIEW_COLUMNS),
    statusLabels: [],
  })
}

const CHANGE_KINDS: Readonly<Partial<Record<ChangeColumnKey, TableColumn['kind']>>> = {
  old: 'any',
  new: 'any',
  noticedAt: 'dateTime',
}

function headingOf(key: string, header: HeaderStyle, labels: Readonly<Record<string, string>>): string {
  return header === 'keys' ? key : (labels[key] ?? key)
}

function kindOf(key: ExportColumnKey): TableColumn['kind'] {
  if (!isReviewColumnKey(key)) return columnKindOf(key)
  if (key === 'reviewPhotos') return 'number'
  return key === 'reviewedAt' ? 'dateTime' : 'text'
}
