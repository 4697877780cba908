import { isFieldKey } from '../contract/fields.ts'
import { conditionsOf } from '../contract/filter-tree.ts'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { createOperations, type Store, type StoreReader, type StoreWriter } from './operations.ts'
import type { OpenStoreOptions, StoreQuery } from './types.ts'
import { unpackStatistics } from './packed-statistics.ts'
import { RecentUses, usesOf, type ColumnUse } from './used-columns.ts'
import { WorkerPool } from './worker-pool.ts'

/**
 * Opens a cache with one writer, which creates, migrates or sets aside the file, and several readers. Rejects
 * with `cacheNewer`, `cacheBusy`, `cacheUnavailable`, `folderReadOnly` or `diskFull`.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const pool = new WorkerPool(options)
  try {
    const notice = await pool.open()
    return createStore(pool, notice)
  } catch (error) {
    await pool.terminate()
    throw error
  }
}

/** Returns a store whose operations all fail with the reason why the cache could not be opened. */
export function createClosedStore(notice: Fault): Store {
  const refuse = (): Promise<never> => Promise.reject(AppError.from(notice))
  return {
    ...createOperations(() => refuse),
    notice,
    progressOf: () => 0,
    cancelComparison: () => undefined,
    close: () => Promise.resolve(),
  }
}

function createStore(pool: WorkerPool, notice: Fault | null): Store {
  const recentUses = new RecentUses()
  /** Records new uses, after the query that needed them. */
  const noteUses = (uses: readonly ColumnUse[]): void => {
    const recorded = recentUses.add(uses)
    if (recorded.length === 0) return
    // Without it, the next query only takes longer.
    pool.write('recordUses', [recorded]).catch(() => undefined)
  }
  const operations = createOperations(
    (name) =>
      (...parameters: readonly unknown[]) =>
        pool.call(name, parameters),
  )
  return {
    ...(operations as StoreReader & StoreWriter),
    notice,
    openResult: (query, slot) => {
      noteUses(usesOf(query))
      return pool.query('openResult', [query, slot], slot, readsBodies(query))
    },
    queryCampaigns: (query, columns, slot, given) =>
      pool.query('queryCampaigns', [query, columns, slot, given], slot),
    statistics: async (query, keys, slot) =>
      unpackStatistics(await pool.query('statistics', [query, keys, slot], slot, readsBodies(query))),
    findItems: (search, maxCount, slot) => pool.query('findItems', [search, maxCount, slot], slot),
    prepareSearch: (texts, slot) => pool.query('prepareSearch', [texts, slot], slot),
    idNames: (campaignId, references, slot) => pool.query('idNames', [campaignId, references, slot], slot),
    columnValues: (query, column, find, slot) => {
      noteUses(usesOf(query, column))
      return pool.query('columnValues', [query, column, find, slot], slot)
    },
    openComparison: (query, count, slot, texts) =>
      pool.compare('openComparison', [query, count, slot, texts], slot),
    readComparison: (query, start, count, slot, texts) =>
      pool.compare('readComparison', [query, start, count, slot, texts], slot),
    progressOf: (slot) => pool.progressOf('openResult', slot),
    cancelComparison: (slot) => pool.cancelComparison(slot),
    stagePage: (downloadId, range, bytes) => {
      const wholeBytes = wholeBuffer(bytes)
      return pool.write('stagePage', [downloadId, range, wholeBytes], [wholeBytes.buffer])
    },
    stageRecord: (downloadId, record) => {
      if (record.state !== 'fetched') return pool.write('stageRecord', [downloadId, record])
      const bytes = wholeBuffer(record.bytes)
      return pool.write('stageRecord', [downloadId, { state: 'fetched', bytes }], [bytes.buffer])
    },
    storeRecords: (records) => {
      const whole = records.map(({ campaignId, record }) => ({
        campaignId,
        record: record.state === 'fetched' ? { ...record, bytes: wholeBuffer(record.bytes) } : record,
      }))
      const buffers = whole.flatMap(({ record }) => ('bytes' in record ? [record.bytes.buffer] : []))
      return pool.write('storeRecords', [whole], buffers)
    },
    close: () => pool.close(),
  }
}

/**
 * Returns whether a query needs fields outside the index. The first such query reads the bodies of all items.
 */
function readsBodies({ sort, filters }: StoreQuery): boolean {
  return [
    ...sort.map(({ key }) => key),
    ...conditionsOf(filters).map((condition) => ('column' in condition ? condition.column : '')),
  ].some((key) => isFieldKey(key))
}

/** Copies bytes that are part of a larger buffer (Node pools small ones), so that they can be transferred. */
function wholeBuffer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}
