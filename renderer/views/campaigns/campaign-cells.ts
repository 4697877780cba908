import { clipText, MAX_CELL_LENGTH } from '../../../electron/contract/clip-text.ts'
import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  ENTRY_SEPARATOR,
  isCampaignColumnKey,
  type CampaignColumnKey,
  type CampaignDateKey,
  type CampaignTableColumn,
} from '../../../electron/contract/campaign-columns.ts'
import {
  CAMPAIGN_SEARCH_COLUMNS,
  isEntries,
  type CampaignCell,
  type CampaignQuery,
  type CampaignRow,
} from '../../../electron/contract/campaign-query.ts'
import { DEFAULT_TABLE_COLUMNS } from '../../../electron/contract/campaign-table.ts'
import type { Connection, LabelledField, ValueLabel } from '../../../electron/contract/connection.ts'
import { isOverdue } from '../../../electron/contract/deadlines.ts'
import { fieldText, fieldValueKind, isFieldKey } from '../../../electron/contract/fields.ts'
import { parseInstant } from '../../../electron/contract/instant.ts'
import type { FacetValue } from '../../../electron/contract/query.ts'
import { campaignColumnLabel, campaignStateName } from '../../../electron/contract/column-labels.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { labelName } from '../../../electron/contract/value-label.ts'
import { cutIndex, textMeasureOf } from '../../components/cut-text.ts'
import { divideText, type CellContent } from '../../grid/cell-content.ts'
import { createCellText } from '../../grid/cell-text.ts'
import { FIELD_COLUMN, type ColumnSet, type GridColumn, type PlacedColumn } from '../../grid/column-layout.ts'
import { statusWidth } from '../../grid/fit.ts'
import type { GridTable } from '../../grid/grid-table.ts'
import { nameParts } from '../../grid/name-parts.ts'
import { hitFinderOf, NO_HITS, type HitColumns } from '../../grid/search-hits.ts'
import type { CellReader } from '../../state/campaign-groups.ts'
import { daysBetween } from '../../../electron/contract/local-days.ts'
import type { Format } from '../../state/format.ts'

export const CAMPAIGN_COLUMN_SET: ColumnSet<CampaignTableColumn> = {
  all: CAMPAIGN_COLUMN_KEYS,
  defaults: DEFAULT_TABLE_COLUMNS,
}

/** Numbers that identify something, so that they are neither grouped nor aligned. */
const IDENTIFIERS: ReadonlySet<CampaignTableColumn> = new Set([
  'number',
  'reference',
  'shortReference',
  '_id',
  'clientId',
  'purchaseOrderNumber',
  'proofingFolderId',
  'templateId',
  'kittingId',
  'notificationTemplateId',
  'surveyId',
])

/** Columns that a component draws, with their widths in CSS pixels. */
const COMPONENT_WIDTHS: Readonly<Partial<Record<CampaignTableColumn, number>>> = {
  nextDate: 148,
  withArtwork: 84,
  unseenChanges: 64,
  downloaded: 112,
}

/** Width of a character of a header, and of its padding and sort arrow, in CSS pixels. */
const HEADER_CHARACTER = 6.5
const HEADER_EXTRA = 32
const MAX_HEADER_WIDTH = 170
/** Width of what is beside the texts of components, in CSS pixels. */
const COMPONENT_EXTRA = 44

/** Returns the short label of a column in its header. */
export function campaignHeaderLabel(key: CampaignTableColumn): string {
  const headers: Readonly<Partial<Record<string, string>>> = messages.campaignTable.headers
  return headers[key] ?? campaignColumnLabel(key)
}

/** Returns the numbers of a column that people name; undefined for other columns. */
function labelledField(key: CampaignTableColumn): LabelledField | undefined {
  return isFieldKey(key) ? undefined : CAMPAIGN_COLUMNS[key].labelled
}

/** Returns how a column is drawn, with its default width. */
function campaignColumnOf(
  key: CampaignTableColumn,
  labels: Connection['labels'],
): GridColumn<CampaignTableColumn> {
  if (isFieldKey(key)) return { key, ...FIELD_COLUMN }
  if (key === 'name') return { key, style: 'name', width: 248, shrinkTo: 160, stretchTo: 340 }
  const labelled = labelledField(key)
  if (labelled !== undefined) return { key, style: 'status', width: statusWidth(labels[labelled]) }
  const header = Math.min(campaignHeaderLabel(key).length * HEADER_CHARACTER + HEADER_EXTRA, MAX_HEADER_WIDTH)
  const atLeast = (width: number): number => Math.ceil(Math.max(width, header))
  const component = COMPONENT_WIDTHS[key]
  if (component !== undefined)
    return {
      key,
      style: 'component',
      width: atLeast(component),
      isNumeric: key === 'unseenChanges',
      ...(key === 'nextDate' ? { stretchTo: 236 } : {}),
    }
  if (IDENTIFIERS.has(key)) return { key, style: 'code', width: atLeast(104), fitTo: 160 }
  switch (CAMPAIGN_COLUMNS[key].kind) {
    case 'boolean':
      return { key, style: 'mark', width: atLeast(72) }
    case 'number':
      return { key, style: 'number', width: atLeast(64) }
    case 'dateTime':
      return { key, style: 'dateTime', width: atLeast(92), stretchTo: 136 }
    case 'text':
      return { key, style: 'text', width: atLeast(124), stretchTo: 180 }
  }
}

/** What the values of campaigns are formatted with. */
export interface CampaignDisplay {
  readonly labels: Connection['labels']
  readonly format: Format
}

/** Formats the values of campaigns. */
export interface CampaignText {
  /** Returns the text of a cell, clipped; empty for an absent value. */
  readonly of: (cell: CampaignCell, key: CampaignTableColumn) => string
  readonly timeStart: (text: string) => number
}

/** Creates the formatter of cells. It is reused, because every scrolled row needs it. */
export function createCampaignText({ labels, format }: CampaignDisplay): CampaignText {
  const number = new Intl.NumberFormat(format.locale, { maximumFractionDigits: 20 })
  const { dateTime, timeStart } = createCellText(format.locale)

  function valueText(value: FacetValue, key: CampaignTableColumn): string {
    if (value === null) return ''
    if (isFieldKey(key)) return fieldText(String(value), messages.items)
    if (typeof value === 'boolean') return value ? messages.items.yes : messages.items.no
    const labelled = labelledField(key)
    if (typeof value === 'number') {
      if (labelled !== undefined) return labelName(value, labels[labelled], labelled)
      if (key === 'withArtwork') return format.percent(value / 100)
      return IDENTIFIERS.has(key) ? String(value) : number.format(value)
    }
    return CAMPAIGN_COLUMNS[key].kind === 'dateTime' ? dateTime(value) : campaignStateName(key, value)
  }

  return {
    of: (cell, key) => {
      const text = isEntries(cell)
        ? cell.map((value) => valueText(value, key)).join(ENTRY_SEPARATOR)
        : valueText(cell, key)
      return clipText(text, MAX_CELL_LENGTH)
    },
    timeStart,
  }
}

/** The values of fields that are flags. */
const FIELD_FLAGS: ReadonlyMap<FacetValue, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** Returns the name of a group. */
export function campaignGroupName(
  value: FacetValue,
  column: CampaignTableColumn,
  text: CampaignText,
): string {
  const label = campaignColumnLabel(column)
  if (value === null) return messages.campaignTable.group.none({ column: label })
  const flag = isFieldKey(column) ? FIELD_FLAGS.get(value) : value
  return typeof flag === 'boolean'
    ? messages.campaignTable.group.flags({ column: label, isSet: flag })
    : text.of(value, column)
}

/** Returns whether the artwork of a campaign is overdue. */
export function isArtworkOverdue(row: CampaignRow, cellOf: CellReader, now: number): boolean {
  const at = timeIn(cellOf(row, 'artworkDue'))
  return at !== null && isDateOverdue('artworkDue', at, row, cellOf, now)
}

function isDateOverdue(
  key: CampaignDateKey,
  at: number,
  row: CampaignRow,
  cellOf: CellReader,
  now: number,
): boolean {
  const [withoutArtwork, isActive] = [cellOf(row, 'withoutArtwork'), cellOf(row, 'isActive')]
  return isOverdue(
    key,
    at,
    {
      withoutArtwork: typeof withoutArtwork === 'number' ? withoutArtwork : null,
      endsAt: timeIn(cellOf(row, 'endAt')),
      isActive: typeof isActive === 'boolean' ? isActive : null,
    },
    now,
  )
}

/** The next date of a campaign. */
export interface NextDate {
  readonly key: CampaignDateKey
  /** In milliseconds since 1970. */
  readonly at: number
  readonly inDays: number
  readonly isOverdue: boolean
}

/**
 * Returns the next date of a campaign; null without one.
 * @param dates those that it is chosen from; the first one at that time names it
 */
export function nextDateOf(
  row: CampaignRow,
  dates: readonly CampaignDateKey[],
  cellOf: CellReader,
  now: number,
): NextDate | null {
  const at = timeIn(cellOf(row, 'nextDate'))
  const key = dates.find((date) => timeIn(cellOf(row, date)) === at)
  if (at === null || key === undefined) return null
  return { key, at, inDays: daysBetween(now, at), isOverdue: isDateOverdue(key, at, row, cellOf, now) }
}

/** Returns the time in a cell, in milliseconds since 1970; null without one. */
export function timeIn(cell: CampaignCell): number | null {
  return typeof cell === 'string' ? parseInstant(cell) : null
}

/** Returns the status of a row and the names of its values; null if the column has no status. */
export function statusIn(
  cell: CampaignCell,
  key: CampaignTableColumn,
  labels: Connection['labels'],
): {
  readonly value: number | string
  readonly field: LabelledField
  readonly labels: readonly ValueLabel[]
} | null {
  const field = labelledField(key)
  if (field === undefined || (typeof cell !== 'number' && typeof cell !== 'string')) return null
  return { value: cell, field, labels: labels[field] }
}

/** Returns whether a field contains a number, which is aligned like other numbers. */
function isNumberField(key: CampaignTableColumn, cell: CampaignCell): boolean {
  return isFieldKey(key) && typeof cell === 'string' && fieldValueKind(cell) === 'number'
}

const SEARCHED_COLUMNS: ReadonlySet<CampaignColumnKey> = new Set(
  CAMPAIGN_COLUMN_KEYS.filter((key) => CAMPAIGN_COLUMNS[key].isSearched === true),
)
const HIT_COLUMNS: HitColumns<CampaignColumnKey> = {
  words: SEARCHED_COLUMNS,
  patterns: SEARCHED_COLUMNS,
  fields: CAMPAIGN_SEARCH_COLUMNS,
}

/** Width of a tile with the space after it, in CSS pixels. */
export const TILE_WIDTH = 26
/** Width of the padding and the border of a cell, in CSS pixels. */
const CELL_PADDING = 17

/** Creates the description of the table for the grid. */
export function createCampaignTable(
  { labels }: CampaignDisplay,
  text: CampaignText,
  cellOf: CellReader,
  query: Pick<CampaignQuery, 'search' | 'searchMode'>,
): GridTable<CampaignRow, CampaignTableColumn> {
  const columns = new Map<CampaignTableColumn, GridColumn<CampaignTableColumn>>()
  const finder = hitFinderOf(query, HIT_COLUMNS)
  const measure = textMeasureOf(document.body)

  function columnOf(key: CampaignTableColumn): GridColumn<CampaignTableColumn> {
    const known = columns.get(key)
    if (known !== undefined) return known
    const column = campaignColumnOf(key, labels)
    columns.set(key, column)
    return column
  }

  function valueOf(row: CampaignRow, key: CampaignTableColumn): string {
    const cell = cellOf(row, key)
    return key === 'name' && cell === null ? messages.campaigns.unnamed({ id: row.id }) : text.of(cell, key)
  }

  function contentOf(
    row: CampaignRow | null,
    { key, style, width }: PlacedColumn<CampaignTableColumn>,
  ): CellContent {
    const cell = row === null ? null : cellOf(row, key)
    const isNumber = style === 'number' || typeof cell === 'number' || isNumberField(key, cell)
    if (row === null) return { parts: [], label: undefined, flag: null, isNumber }
    const value = valueOf(row, key)
    const hits = finder !== null && isCampaignColumnKey(key) ? finder(value, key) : NO_HITS
    const parts = divideText(value, style, hits, {
      name: () => nameParts(value, null, ''),
      cut: (end) =>
        measure === null ? end : cutIndex(value, end, width - TILE_WIDTH - CELL_PADDING, measure),
      tail: () => value.length,
      time: () => text.timeStart(value),
    })
    return {
      parts,
      label: parts.some(({ className }) => className === 'name-cut') ? value : undefined,
      flag: style === 'mark' && typeof cell === 'boolean' ? cell : null,
      isNumber: isNumber && style !== 'code',
    }
  }

  return {
    label: messages.campaignTable.label,
    checkLabelOf: () => messages.campaignTable.checkLabel,
    columnOf,
    labelOf: campaignHeaderLabel,
    contentOf,
    measuredOf: (row, key) => {
      const { style } = columnOf(key)
      return {
        text: style === 'mark' ? '' : valueOf(row, key),
        extra: style === 'component' || style === 'status' ? COMPONENT_EXTRA : 0,
      }
    },
  }
}
