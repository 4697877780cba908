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

export const campaignTableSchema: v.GenericSchema<CampaignTablePreferences> = v.strictObject({
  connectionId: v.nullable(connectionIdSchema),
  query: campaignQuerySchema,
  group: v.nullable(campaignTableColumnSchema),
  columns: layoutSchema,
  rowHeight: v.picklist(CAMPAIGN_ROW_HEIGHTS),
  views: v.pipe(v.array(viewSchema), v.maxLength(MAX_CAMPAIGN_VIEWS)),
})
