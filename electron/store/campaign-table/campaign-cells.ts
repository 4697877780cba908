import {
  fieldOfCampaignColumn,
  type CampaignTableColumn,
  type KnownCampaignColumn,
} from '../../contract/campaign-columns.ts'
import type { CampaignSummary } from '../../contract/campaign.ts'
import { listCampaigns, readRecord, storedCampaigns, type StoredCampaign } from '../campaigns.ts'
import type { ReadHandle } from '../database/handles.ts'
import { FieldReader } from '../item-fields.ts'
import type { CampaignIndex } from '../query/campaign-index.ts'
import { cellValue } from '../query/ranks.ts'
import type { IndexCache } from '../query/scope.ts'
import { itemCounts, type ItemCounts } from './item-counts.ts'
import { readCell, type CampaignCell } from './read-cell.ts'

/** The cells of a record that were read. */
interface RecordCells {
  /** Equal only for equal records. */
  readonly version: string
  readonly cells: Map<CampaignTableColumn, CampaignCell>
}

/** A campaign with the requested cells. */
export interface CampaignWithCells {
  readonly id: string
  readonly cellOf: (column: CampaignTableColumn) => CampaignCell
}

/** Reads the cells of all campaigns. Cells of records are cached until the record changes. */
export class CampaignCells {
  readonly #handle: ReadHandle
  readonly #indexes: IndexCache
  readonly #records = new Map<number, RecordCells>()

  constructor(handle: ReadHandle, indexes: IndexCache) {
    this.#handle = handle
    this.#indexes = indexes
  }

  /**
   * Returns all campaigns in the natural order of their names, with the cells of these columns. Must run inside
   * a read transaction.
   */
  read(columns: readonly CampaignTableColumn[]): readonly CampaignWithCells[] {
    const stored = storedCampaigns(this.#handle)
    this.#forgetRemoved(stored)
    const reader = new RecordReader(this.#handle, columns)
    const countsOf = this.#createCounts()
    return listCampaigns(this.#handle).map((summary) => {
      const campaign = stored.get(summary.id)
      if (campaign === undefined) throw new Error('A campaign disappeared within a transaction')
      const record = this.#recordOf(campaign)
      reader.addMissing(campaign, record.cells)
      const { snapshotKey, recordFetchedAt } = campaign
      const counts = () => (snapshotKey === null ? null : countsOf(snapshotKey))
      const source: KnownSource = { snapshotKey, recordFetchedAt, summary, counts }
      return {
        id: summary.id,
        cellOf: (column) =>
          isKnown(column) ? KNOWN_CELLS[column](source) : (record.cells.get(column) ?? null),
      }
    })
  }

  #recordOf({ key, recordFetchedAt, recordBytes }: StoredCampaign): RecordCells {
    const version = `${String(recordFetchedAt)} ${String(recordBytes)}`
    let record = this.#records.get(key)
    if (record?.version !== version) {
      record = { version, cells: new Map() }
      this.#records.set(key, record)
    }
    return record
  }

  #forgetRemoved(stored: ReadonlyMap<string, StoredCampaign>): void {
    const keys = new Set(Array.from(stored.values(), ({ key }) => key))
    for (const key of this.#records.keys()) if (!keys.has(key)) this.#records.delete(key)
  }

  /** Returns a function that counts the items of a snapshot. The indexes are found at the first call. */
  #createCounts(): (snapshotKey: number) => ItemCounts | null {
    let indexes: ReadonlyMap<number, CampaignIndex> | undefined
    return (snapshotKey) => {
      indexes ??= new Map(this.#indexes.scope(null).snapshots.map((index) => [index.snapshotKey, index]))
      const index = indexes.get(snapshotKey)
      return index === undefined ? null : itemCounts(index)
    }
  }
}

/** Reads the cells of records that are not cached, all of them in one pass over a record. */
class RecordReader {
  readonly #handle: ReadHandle
  readonly #columns: readonly CampaignTableColumn[]
  readonly #readers = new Map<string, FieldReader>()

  constructor(handle: ReadHandle, columns: readonly CampaignTableColumn[]) {
    this.#handle = handle
    this.#columns = [...new Set(columns)].filter((column) => fieldOfCampaignColumn(column) !== null)
  }

  addMissing({ key, recordBytes }: StoredCampaign, cells: Map<CampaignTableColumn, CampaignCell>): void {
    const missing = this.#columns.filter((column) => !cells.has(column))
    if (recordBytes === null || missing.length === 0) return
    const values = this.#readerOf(missing).read(readRecord(this.#handle, key) ?? '')
    for (const [index, column] of missing.entries())
      cells.set(column, readCell(column, values[index] ?? null))
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

/** What the cells beside the record are computed from. */
interface KnownSource extends Pick<StoredCampaign, 'snapshotKey' | 'recordFetchedAt'> {
  readonly summary: CampaignSummary
  /** Returns the counts of the items; null if the campaign is not downloaded. */
  readonly counts: () => ItemCounts | null
}

/** The columns that are stored or computed beside the record. */
const KNOWN_CELLS: Readonly<
  Record<KnownCampaignColumn | '_id' | 'name', (source: KnownSource) => CampaignCell>
> = {
  _id: ({ summary }) => summary.id,
  name: ({ summary }) => cellValue(summary.name),
  downloaded: ({ summary }) => (summary.copy === 'none' ? 'no' : summary.copy),
  downloadedAt: ({ summary }) => timestamp(summary.fetchedAt),
  items: ({ snapshotKey, summary }) => (snapshotKey === null ? null : summary.itemCount),
  itemsAtService: ({ summary }) => summary.expectedCount,
  quantity: ({ counts }) => counts()?.quantity ?? null,
  withArtwork: ({ counts, summary: { itemCount } }) => {
    const counted = counts()
    return counted === null || itemCount === 0 ? null : (100 * counted.withArtwork) / itemCount
  },
  withoutArtwork: ({ counts, summary: { itemCount } }) => {
    const counted = counts()
    return counted === null ? null : itemCount - counted.withArtwork
  },
  lockedItems: ({ counts }) => counts()?.locked ?? null,
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
