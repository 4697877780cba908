import {
  fieldOfCampaignColumn,
  type CampaignTableColumn,
  type GivenCampaignColumn,
  type KnownCampaignColumn,
} from '../../contract/campaign-columns.ts'
import type { CampaignSummary } from '../../contract/campaign.ts'
import { listCampaigns, readRecord, storedCampaigns, type StoredCampaign } from '../campaigns.ts'
import type { ReadHandle } from '../database/handles.ts'
import { FieldReader } from '../item-fields.ts'
import { cellValue } from '../query/ranks.ts'
import { countItems, type ItemCounts } from './item-counts.ts'
import type { CampaignCell } from '../../contract/campaign-query.ts'
import { readCell } from './read-cell.ts'
import { readStoredCells, STORED_CELLS } from './stored-cells.ts'

/** The cells of a record that were read. */
interface RecordCells {
  /** Equal only for equal records. */
  readonly version: string
  /** The stored cells; null if there are none, and undefined until they are read. */
  stored: readonly CampaignCell[] | null | undefined
  /** Other cells. */
  readonly cells: Map<CampaignTableColumn, CampaignCell>
}

/** A campaign with the requested cells. */
export interface CampaignWithCells {
  readonly id: string
  /** The same object until the record changes. */
  readonly record: object
  readonly cellOf: (column: CampaignTableColumn) => CampaignCell
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
   * Returns all campaigns in the natural order of their names, with the cells of these columns. Must run inside
   * a read transaction.
   */
  read(columns: readonly CampaignTableColumn[]): readonly CampaignWithCells[] {
    const dataVersion = this.#handle.dataVersion()
    if (this.#listed?.dataVersion !== dataVersion) this.#listed = { dataVersion, campaigns: this.#list() }
    const { campaigns } = this.#listed
    const reader = new RecordReader(this.#handle, columns)
    reader.addStored(campaigns)
    for (const { stored, record } of campaigns) reader.addMissing(stored, record)
    return campaigns
  }

  #list(): readonly ListedCampaign[] {
    const campaigns = storedCampaigns(this.#handle)
    this.#forgetRemoved(campaigns)
    const counts = countItems(this.#handle)
    return listCampaigns(this.#handle).map((summary) => {
      const stored = campaigns.get(summary.id)
      if (stored === undefined) throw new Error('A campaign disappeared within a transaction')
      const record = this.#recordOf(stored)
      const { snapshotKey, recordFetchedAt } = stored
      const source: KnownSource = {
        snapshotKey,
        recordFetchedAt,
        summary,
        counts: snapshotKey === null ? null : (counts.get(snapshotKey) ?? null),
      }
      return {
        id: summary.id,
        stored,
        record,
        cellOf: (column) =>
          isKnown(column) ? KNOWN_CELLS[column](source) : (cellOf(record, column) ?? null),
      }
    })
  }

  #recordOf({ key, recordFetchedAt, recordBytes }: StoredCampaign): RecordCells {
    const version = `${String(recordFetchedAt)} ${String(recordBytes)}`
    let record = this.#records.get(key)
    if (record?.version !== version) {
      record = { version, stored: undefined, cells: new Map() }
      this.#records.set(key, record)
    }
    return record
  }

  #forgetRemoved(stored: ReadonlyMap<string, StoredCampaign>): void {
    const keys = new Set(Array.from(stored.values(), ({ key }) => key))
    for (const key of this.#records.keys()) if (!keys.has(key)) this.#records.delete(key)
  }
}

/** Adds the cells that are not cached: the stored ones, or else those of a record, in one pass over it. */
class RecordReader {
  readonly #handle: ReadHandle
  readonly #columns: readonly CampaignTableColumn[]
  readonly #readers = new Map<string, FieldReader>()

  constructor(handle: ReadHandle, columns: readonly CampaignTableColumn[]) {
    this.#handle = handle
    this.#columns = [...new Set(columns)].filter(
      (column) => !isKnown(column) && fieldOfCampaignColumn(column) !== null,
    )
  }

  /** Adds the stored cells of all campaigns whose stored cells were not read yet. */
  addStored(campaigns: readonly ListedCampaign[]): void {
    if (this.#columns.length === 0) return
    const unread = campaigns.filter(({ record }) => record.stored === undefined)
    if (unread.length === 0) return
    const cells = readStoredCells(
      this.#handle,
      unread.map(({ stored }) => stored.key),
    )
    for (const { stored, record } of unread) record.stored = cells.get(stored.key) ?? null
  }

  addMissing({ key, recordBytes }: StoredCampaign, record: RecordCells): void {
    if (recordBytes === null) return
    const missing = this.#columns.filter((column) => cellOf(record, column) === undefined)
    if (missing.length === 0) return
    const values = this.#readerOf(missing).read(readRecord(this.#handle, key) ?? '')
    for (const [index, column] of missing.entries())
      record.cells.set(column, readCell(column, values[index] ?? null))
  }

  #readerOf(columns: readonly CampaignTableColumn[]): FieldReader {
    const name = columns.join(' ')
    let reader = this.#readers.get(name)
    if (reader === undefined) {
      reader = new FieldReader(columns.map((column) => fieldOfCampaignColumn(column) ?? '/'))
      this.#readers.set(name, reader)
    }
    return reader
  }
}

/** Returns the cell of a column of a record; undefined if it was not read. */
function cellOf({ stored, cells }: RecordCells, column: CampaignTableColumn): CampaignCell | undefined {
  const index = stored === null ? undefined : STORED_CELLS.get(column)
  return index === undefined ? cells.get(column) : stored?.[index]
}

/** What the cells beside the record are computed from. */
interface KnownSource extends Pick<StoredCampaign, 'snapshotKey' | 'recordFetchedAt'> {
  readonly summary: CampaignSummary
  /** Null if the campaign is not downloaded. */
  readonly counts: ItemCounts | null
}

/** The columns that are stored or computed beside the record. */
const KNOWN_CELLS: Readonly<
  Record<
    Exclude<KnownCampaignColumn, GivenCampaignColumn> | '_id' | 'name',
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

function isKnown(column: CampaignTableColumn): column is keyof typeof KNOWN_CELLS {
  return Object.hasOwn(KNOWN_CELLS, column)
}

/** Returns a time in milliseconds since 1970 as ISO 8601. */
function timestamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
