import * as v from 'valibot'
import { connectionIdSchema, naturalNumber, text } from './base-schemas.ts'
import type { CampaignTableColumn } from './campaign-columns.ts'
import {
  campaignQuerySchema,
  campaignTableColumnSchema,
  EMPTY_CAMPAIGN_QUERY,
  MAX_CAMPAIGN_COLUMNS,
  type CampaignQuery,
} from './campaign-query.ts'

/** The columns of the table; see `ColumnLayout`. */
export interface CampaignTableLayout {
  readonly order: readonly CampaignTableColumn[]
  readonly widths: Readonly<Partial<Record<CampaignTableColumn, number>>>
  readonly frozen?: number
}

/** The campaigns that the table shows. */
export interface CampaignTableQuery {
  readonly query: CampaignQuery
  /** Groups campaigns by value, each group in the order of the query; null for no groups. */
  readonly group: CampaignTableColumn | null
}

/** A query of the table with its columns, which the person named. */
export interface CampaignTableView extends CampaignTableQuery {
  readonly name: string
  /** The connection that it belongs to; absent in a view of all connections. */
  readonly connectionId?: string
  readonly columns: CampaignTableLayout
}

/** Heights of the rows of the table. */
export const CAMPAIGN_ROW_HEIGHTS = ['normal', 'roomy'] as const
export type CampaignRowHeight = (typeof CAMPAIGN_ROW_HEIGHTS)[number]

/** The table of campaigns as a person left it, and its saved views. */
export interface CampaignTablePreferences extends CampaignTableQuery {
  /** The connection of the query; null: none was shown yet. */
  readonly connectionId: string | null
  readonly columns: CampaignTableLayout
  readonly rowHeight: CampaignRowHeight
  /** Those of all connections. */
  readonly views: readonly CampaignTableView[]
  /** The default columns of the version that stored the table; later ones are added to its columns once. */
  readonly defaultColumns: readonly CampaignTableColumn[]
}

export const MAX_CAMPAIGN_VIEWS = 200
export const MAX_CAMPAIGN_VIEW_NAME_LENGTH = 80

/** The columns that the table shows unless the person chooses others. */
export const DEFAULT_TABLE_COLUMNS: readonly CampaignTableColumn[] = [
  'name',
  'reference',
  'status',
  'nextDate',
  'items',
  'quantity',
  'withArtwork',
  'unseenChanges',
  'downloaded',
]

/** The default layout: names stay visible while the other columns scroll. */
export const DEFAULT_CAMPAIGN_LAYOUT: CampaignTableLayout = {
  order: DEFAULT_TABLE_COLUMNS,
  widths: {},
  frozen: 1,
}

export const DEFAULT_CAMPAIGN_TABLE: CampaignTablePreferences = {
  connectionId: null,
  query: EMPTY_CAMPAIGN_QUERY,
  group: null,
  columns: DEFAULT_CAMPAIGN_LAYOUT,
  rowHeight: 'roomy',
  views: [],
  defaultColumns: DEFAULT_TABLE_COLUMNS,
}

const width = v.pipe(v.number(), v.minValue(24), v.maxValue(4_000))

const layoutSchema = v.strictObject({
  order: v.pipe(v.array(campaignTableColumnSchema), v.maxLength(MAX_CAMPAIGN_COLUMNS)),
  widths: v.pipe(v.record(campaignTableColumnSchema, width), v.maxEntries(MAX_CAMPAIGN_COLUMNS)),
  frozen: v.exactOptional(v.pipe(naturalNumber, v.maxValue(MAX_CAMPAIGN_COLUMNS))),
})

const viewSchema = v.strictObject({
  name: v.pipe(text(MAX_CAMPAIGN_VIEW_NAME_LENGTH), v.minLength(1)),
  /** Absent in views of earlier versions. */
  connectionId: v.exactOptional(connectionIdSchema),
  query: campaignQuerySchema,
  group: v.nullable(campaignTableColumnSchema),
  columns: layoutSchema,
})

/** The default columns of the versions that did not store them. */
const EARLIEST_DEFAULT_COLUMNS = DEFAULT_TABLE_COLUMNS.filter((key) => key !== 'nextDate')

/** Returns the columns with a default column after the default ones before it, or at the end. */
function withDefaultColumn(
  order: CampaignTableLayout['order'],
  key: CampaignTableColumn,
): CampaignTableLayout['order'] {
  if (order.length === 0 || order.length >= MAX_CAMPAIGN_COLUMNS || order.includes(key)) return order
  const before = DEFAULT_TABLE_COLUMNS.slice(0, DEFAULT_TABLE_COLUMNS.indexOf(key)).findLast((other) =>
    order.includes(other),
  )
  return order.toSpliced(before === undefined ? order.length : order.indexOf(before) + 1, 0, key)
}

/** Adds the default columns that were introduced after the table was stored. */
function addNewColumns(table: CampaignTablePreferences): CampaignTablePreferences {
  const added = DEFAULT_TABLE_COLUMNS.filter((key) => !table.defaultColumns.includes(key))
  const order = added.reduce(withDefaultColumn, table.columns.order)
  return { ...table, columns: { ...table.columns, order }, defaultColumns: DEFAULT_TABLE_COLUMNS }
}

/** A table that any version stored. */
type StoredTable = Omit<CampaignTablePreferences, 'defaultColumns'> & {
  readonly defaultColumns?: CampaignTableLayout['order'] | undefined
}

const storedTableSchema: v.GenericSchema<StoredTable, CampaignTablePreferences> = v.strictObject({
  connectionId: v.nullable(connectionIdSchema),
  query: campaignQuerySchema,
  group: v.nullable(campaignTableColumnSchema),
  columns: layoutSchema,
  rowHeight: v.picklist(CAMPAIGN_ROW_HEIGHTS),
  views: v.pipe(v.array(viewSchema), v.maxLength(MAX_CAMPAIGN_VIEWS)),
  defaultColumns: v.optional(v.pipe(v.array(campaignTableColumnSchema), v.maxLength(MAX_CAMPAIGN_COLUMNS)), [
    ...EARLIEST_DEFAULT_COLUMNS,
  ]),
})

export const campaignTableSchema = v.pipe(storedTableSchema, v.transform(addNewColumns))
