import { createHash } from 'node:crypto'
import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  fieldOfCampaignColumn,
  type CampaignColumnKey,
  type CampaignTableColumn,
} from '../../contract/campaign-columns.ts'
import type { FieldKey } from '../../contract/fields.ts'
import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { FieldReader } from '../item-fields.ts'
import type { CampaignCell } from '../../contract/campaign-query.ts'
import { otherCells } from './other-cells.ts'
import { readCell } from './read-cell.ts'
import { foldedTexts, SEARCHED_CAMPAIGN_COLUMNS } from './searched-texts.ts'

/** Characters of the cells of a campaign; longer ones are read from the record. */
const MAX_LENGTH = 100_000
/** Campaigns in a step of the idle work. */
const CAMPAIGNS_PER_STEP = 50

/** The columns whose cells are stored, with their fields. Ids and names are read beside the record. */
const STORED: readonly { readonly key: CampaignColumnKey; readonly field: FieldKey }[] =
  CAMPAIGN_COLUMN_KEYS.flatMap((key) => {
    const field = fieldOfCampaignColumn(key)
    return field === null || key === '_id' || key === 'name' ? [] : [{ key, field }]
  })
/** The index of each column in the stored cells. */
const INDEXES: ReadonlyMap<CampaignTableColumn, number> = new Map(
  STORED.map(({ key }, index) => [key, index]),
)
/** The searched columns whose folded texts are stored, after the cells. */
export const FOLDED_COLUMNS = SEARCHED_CAMPAIGN_COLUMNS.filter((key) => INDEXES.has(key))

/** The index of the folded texts, and of the cells of fields that no documented column shows. */
const TEXTS_INDEX = STORED.length
const OTHERS_PATH = `$[${String(STORED.length + 1)}]`

/** Cells of another version are computed again, because the columns or their readings have changed. */
const VERSION = createHash('sha256')
  .update(
    JSON.stringify([
      STORED.map(({ key }) => [key, CAMPAIGN_COLUMNS[key].kind, CAMPAIGN_COLUMNS[key].field]),
      FOLDED_COLUMNS,
      OTHERS_PATH,
    ]),
  )
  .digest('hex')
  .slice(0, 16)

const reader = new FieldReader(STORED.map(({ field }) => field))

/** Stores the cells of a record. Must run inside a write transaction. */
function storeCells(handle: WriteHandle, campaignKey: number, record: string): void {
  const values = reader.read(record)
  const cells = STORED.map(({ key }, index) => readCell(key, values[index] ?? null))
  const texts = foldedTexts((column) => cells[INDEXES.get(column) ?? -1] ?? null, FOLDED_COLUMNS)
  const json = JSON.stringify([...cells, texts, otherCells(record)])
  handle
    .command(
      `INSERT INTO campaign_cells (campaign_key, version, cells) VALUES (?, ?, jsonb(?))
        ON CONFLICT (campaign_key) DO UPDATE SET version = excluded.version, cells = excluded.cells`,
    )
    .run(campaignKey, VERSION, json.length > MAX_LENGTH ? null : json)
}

/** Returns whether the cells of a documented column are stored. */
export function isStored(column: CampaignTableColumn): boolean {
  return INDEXES.has(column)
}

/** The stored cells of a campaign, in the order of the requested columns. */
type StoredCells = ReadonlyMap<number, readonly CampaignCell[]>

/**
 * Returns the stored cells of documented columns by the keys of their campaigns. Campaigns without stored
 * cells are missing. SQLite extracts the cells, because parsing all of each campaign takes five times as
 * long.
 */
export function readStoredCells(
  handle: ReadHandle,
  campaignKeys: readonly number[],
  columns: readonly CampaignTableColumn[],
): StoredCells {
  const paths = columns.map((column) => `$[${String(INDEXES.get(column) ?? 0)}]`)
  return extractCells(handle, campaignKeys, paths, '$')
}

/** Returns the stored cells of other fields, as {@link readStoredCells} does. */
export function readOtherCells(
  handle: ReadHandle,
  campaignKeys: readonly number[],
  fields: readonly FieldKey[],
): StoredCells {
  const paths = fields.map((field) => `${OTHERS_PATH}."${field}"`)
  return extractCells(handle, campaignKeys, paths, OTHERS_PATH)
}

/** Returns the texts of {@link FOLDED_COLUMNS} by the keys of their campaigns, of those that are stored. */
export function readStoredTexts(
  handle: ReadHandle,
  campaignKeys: readonly number[],
): ReadonlyMap<number, string> {
  return new Map(readStored(handle, `cells ->> ${String(TEXTS_INDEX)}`, [], campaignKeys, '$'))
}

function extractCells(
  handle: ReadHandle,
  campaignKeys: readonly number[],
  paths: readonly string[],
  required: string,
): StoredCells {
  // With a single path, `json_extract` returns no list.
  const list = [...paths, '$[0]']
  const rows = readStored(
    handle,
    `json_extract(cells, ${list.map(() => '?').join(', ')})`,
    list,
    campaignKeys,
    required,
  )
  return new Map(
    Array.from(rows, ([key, cells]) => [key, JSON.parse(cells) as readonly CampaignCell[]] as const),
  )
}

/** @param required path of a list or object; campaigns without one are left out */
function readStored(
  handle: ReadHandle,
  value: string,
  parameters: readonly string[],
  campaignKeys: readonly number[],
  required: string,
): Iterable<readonly [campaignKey: number, value: string]> {
  return handle
    .tuples<readonly [number, string]>(
      `SELECT campaign_key, ${value} FROM campaign_cells
        WHERE campaign_key IN (SELECT value FROM json_each(?)) AND version = ?
          AND json_type(cells, ?) IN ('array', 'object')`,
    )
    .iterate(...parameters, JSON.stringify(campaignKeys), VERSION, required)
}

/** Stores the cells of some records without them. Returns whether there may be more. */
export function storeMissingCells(handle: WriteHandle): boolean {
  const missing = handle
    .tuples<readonly [number, string]>(
      `SELECT campaign_bodies.campaign_key, json FROM campaign_bodies
        LEFT JOIN campaign_cells ON campaign_cells.campaign_key = campaign_bodies.campaign_key
        WHERE version IS NOT ? LIMIT ?`,
    )
    .all(VERSION, CAMPAIGNS_PER_STEP)
  if (missing.length > 0)
    handle.transaction(() => {
      for (const [campaignKey, json] of missing) storeCells(handle, campaignKey, json)
    })
  return missing.length === CAMPAIGNS_PER_STEP
}
