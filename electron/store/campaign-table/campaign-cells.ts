import {
  fieldOfCampaignColumn,
  type CampaignTableColumn,
  type SuppliedCampaignColumn,
  type LocalCampaignColumn,
} from '../../contract/campaign-columns.ts'
import { listStoredCampaigns, readRecord, type StoredCampaign } from '../campaigns.ts'
import type { ReadHandle } from '../database/handles.ts'
import { FieldReader } from '../item-fields.ts'
import { cellValue } from '../query/ranks.ts'
import { countItems, type ItemCounts } from './item-counts.ts'
import type { CampaignCell } from '../../contract/campaign-query.ts'
import { readCell } from './read-cell.ts'
import { foldedTexts, SEARCHED_CAMPAIGN_COLUMNS } from './searched-texts.ts'
import { isOtherCell } from './other-cells.ts'
import { FOLDED_COLUMNS, isStored, readOtherCells, readStoredCells, readStoredTexts } from './stored-cells.ts'

/** The cells of a record that were read. */
interface RecordCells {
  readonly recordFetchedAt: number | null
  readonly cells: Map<CampaignTableColumn, CampaignCell>
  /** The texts of {@link FOLDED_COLUMNS}; null until they are read. */
  texts: string | null
}

/** A campaign with the requested cells. */
export interface CampaignWithCells {
  readonly id: string
  readonly cellOf: (column: CampaignTableColumn) => CampaignCell
  /** Returns the searched texts, folded and on separate lines. */
  readonly foldedTexts: () => string
}

/** A campaign with what its cells are read from. */
interface ListedCampaign extends CampaignWithCells {
  readonly stored: StoredCampaign
  readonly record: RecordCells
}

/** Reads the cells of all campaigns. Cells of records are cached until the record changes. */
export class CampaignCells {
  readonly #handle: ReadHandle
  readonly #records = new Map<number, RecordCells>()
  /** All campaigns at a version of the data; null before the first query. */
  #listed: { readonly dataVersion: number; readonly campaigns: readonly ListedCampaign[] } | null = null

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /**
   * Returns all campaigns in the natural order of their names, with the cells of these columns, and with
   * folded texts if they are searched. Must run inside a read transaction.
   */
  read(columns: readonly CampaignTableColumn[], withTexts: boolean): readonly CampaignWithCells[] {
    const dataVersion = this.#handle.dataVersion()
    if (this.#listed?.dataVersion !== dataVersion) this.#listed = { dataVersion, campaigns: this.#list() }
    const { campaigns } = this.#listed
    const missing = withTexts ? addStoredTexts(this.#handle, campaigns) : []
    addCells(this.#handle, campaigns, columns)
    addCells(this.#handle, missing, FOLDED_COLUMNS)
    return campaigns
  }

  #list(): readonly ListedCampaign[] {
    const campaigns = listStoredCampaigns(this.#handle)
    this.#forgetRemoved(campaigns)
    const counts = countItems(this.#handle)
    return campaigns.map((stored) => {
      const record = this.#recordOf(stored)
      const { snapshotKey, recordFetchedAt, summary } = stored
      const source: KnownSource = {
        snapshotKey,
        recordFetchedAt,
        summary,
        counts: snapshotKey === null ? null : (counts.get(snapshotKey) ?? null),
      }
      const cellOf = (column: CampaignTableColumn): CampaignCell =>
        isKnown(column) ? KNOWN_CELLS[column](source) : (record.cells.get(column) ?? null)
      let texts: string | null = null
      return {
        id: summary.id,
        stored,
        record,
        cellOf,
        foldedTexts: () => {
          record.texts ??= foldedTexts(cellOf, FOLDED_COLUMNS)
          texts ??= `${foldedTexts(cellOf, COLUMNS_BESIDE)}\n${record.texts}`
          return texts
        },
      }
    })
  }

  #recordOf({ key, recordFetchedAt }: StoredCampaign): RecordCells {
    let record = this.#records.get(key)
    if (record?.recordFetchedAt !== recordFetchedAt) {
      record = { recordFetchedAt, cells: new Map(), texts: null }
      this.#records.set(key, record)
    }
    return record
  }

  #forgetRemoved(campaigns: readonly StoredCampaign[]): void {
    const keys = new Set(campaigns.map(({ key }) => key))
    for (const key of this.#records.keys()) if (!keys.has(key)) this.#records.delete(key)
  }
}

/** Adds the stored texts that are not cached. Returns the campaigns whose texts are not stored. */
function addStoredTexts(handle: ReadHandle, campaigns: readonly ListedCampaign[]): readonly ListedCampaign[] {
  const missing = campaigns.filter(({ record }) => record.texts === null)
  const texts = readStoredTexts(
    handle,
    missing.map(({ stored }) => stored.key),
  )
  for (const { stored, record } of missing) record.texts = texts.get(stored.key) ?? null
  return missing.filter(({ record }) => record.texts === null)
}

/** Adds the cells that are not cached: the stored ones, or else those of a record, in one pass over it. */
function addCells(
  handle: ReadHandle,
  campaigns: readonly ListedCampaign[],
  requested: readonly CampaignTableColumn[],
): void {
  const columns = [...new Set(requested)].filter(
    (column) => !isKnown(column) && fieldOfCampaignColumn(column) !== null,
  )
  const incomplete = campaigns.filter(
    ({ record: { recordFetchedAt, cells } }) =>
      recordFetchedAt !== null && columns.some((column) => !cells.has(column)),
  )
  if (incomplete.length === 0) return
  addStoredCells(handle, incomplete, columns.filter(isStored), readStoredCells)
  addStoredCells(handle, incomplete, columns.filter(isOtherCell), readOtherCells)
  const readers = new Map<string, FieldReader>()
  for (const { stored, record } of incomplete) {
    const missing = columns.filter((column) => !record.cells.has(column))
    if (missing.length === 0) continue
    const name = missing.join(' ')
    const reader =
      readers.get(name) ?? new FieldReader(missing.map((column) => fieldOfCampaignColumn(column) ?? '/'))
    readers.set(name, reader)
    const values = reader.read(readRecord(handle, stored.key) ?? '')
    for (const [index, column] of missing.entries())
      record.cells.set(column, readCell(column, values[index] ?? null))
  }
}

function addStoredCells<Column extends CampaignTableColumn>(
  handle: ReadHandle,
  campaigns: readonly ListedCampaign[],
  columns: readonly Column[],
  read: (
    handle: ReadHandle,
    campaignKeys: readonly number[],
    columns: readonly Column[],
  ) => ReadonlyMap<number, readonly CampaignCell[]>,
): void {
  if (columns.length === 0) return
  const keys = campaigns.map(({ stored }) => stored.key)
  const cells = read(handle, keys, columns)
  for (const { stored, record } of campaigns) {
    const values = cells.get(stored.key)
    if (values === undefined) continue
    for (const [index, column] of columns.entries()) record.cells.set(column, values[index] ?? null)
  }
}

/** What the cells beside the record are computed from. */
interface KnownSource extends Pick<StoredCampaign, 'summary' | 'snapshotKey' | 'recordFetchedAt'> {
  /** Null if the campaign is not downloaded. */
  readonly counts: ItemCounts | null
}

/** The columns that are stored or computed beside the record. */
const KNOWN_CELLS: Readonly<
  Record<
    Exclude<LocalCampaignColumn, SuppliedCampaignColumn> | '_id' | 'name',
    (source: KnownSource) => CampaignCell
  >
> = {
  _id: ({ summary }) => summary.id,
  name: ({ summary }) => cellValue(summary.name),
  downloaded: ({ summary }) => (summary.copy === 'none' ? 'no' : summary.copy),
  downloadedAt: ({ summary }) => timestamp(summary.fetchedAt),
  items: ({ snapshotKey, summary }) => (snapshotKey === null ? null : summary.itemCount),
  itemsAtService: ({ summary }) => summary.expectedCount,
  quantity: ({ counts }) => counts?.quantity ?? null,
  withArtwork: ({ counts, summary: { itemCount } }) =>
    counts === null || itemCount === 0 ? null : (100 * counts.withArtwork) / itemCount,
  withoutArtwork: ({ counts, summary: { itemCount } }) =>
    counts === null ? null : itemCount - counts.withArtwork,
  lockedItems: ({ counts }) => counts?.locked ?? null,
  unseenChanges: ({ snapshotKey, summary }) => (snapshotKey === null ? null : summary.unseenChanges),
  newestItemUpdate: ({ summary }) => summary.newestUpdatedAt,
  record: ({ summary }) => summary.recordState,
  recordFetchedAt: ({ recordFetchedAt }) => timestamp(recordFetchedAt),
}

/** The searched columns without {@link FOLDED_COLUMNS}. */
const COLUMNS_BESIDE = SEARCHED_CAMPAIGN_COLUMNS.filter((key) => !FOLDED_COLUMNS.includes(key))

function isKnown(column: CampaignTableColumn): column is keyof typeof KNOWN_CELLS {
  return Object.hasOwn(KNOWN_CELLS, column)
}

/** Returns a time in milliseconds since 1970 as ISO 8601. */
function timestamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
