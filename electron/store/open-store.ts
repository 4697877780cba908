import { isFieldKey } from '../contract/fields.ts'
import type { ItemQuery } from '../contract/query.ts'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { createOperations, type Store, type StoreReader, type StoreWriter } from './operations.ts'
import type { OpenStoreOptions } from './types.ts'
import { WorkerPool } from './worker-pool.ts'

/**
 * Opens a cache: one writer, which makes, migrates or sets the file aside as needed, and readers beside it.
 * Rejects with what stands in the way: `cacheNewer`, `cacheBusy`, `cacheUnavailable`, `folderReadOnly`,
 * `diskFull`.
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

/** Returns a store for a cache that could not be opened: it refuses every operation with the reason. */
export function createClosedStore(notice: Fault): Store {
  const refuse = (): Promise<never> => Promise.reject(AppError.from(notice))
  return {
    ...createOperations(() => refuse),
    notice,
    close: () => Promise.resolve(),
  }
}

function createStore(pool: WorkerPool, notice: Fault | null): Store {
  const operations = createOperations(
    (name) =>
      (...parameters: readonly unknown[]) =>
        pool.call(name, parameters),
  )
  return {
    // The worker returns what the operation of that name declares.
    ...(operations as StoreReader & StoreWriter),
    notice,
    openResult: (query, slot) => pool.query('openResult', [query, slot], slot, readsBodies(query)),
    columnValues: (query, column, find, slot) =>
      pool.query('columnValues', [query, column, find, slot], slot),
    stagePage: (downloadId, place, bytes) => {
      const whole = wholeBuffer(bytes)
      return pool.write('stagePage', [downloadId, place, whole], [whole.buffer])
    },
    stageRecord: (downloadId, record) => {
      if (record.state !== 'fetched') return pool.write('stageRecord', [downloadId, record])
      const bytes = wholeBuffer(record.bytes)
      return pool.write('stageRecord', [downloadId, { state: 'fetched', bytes }], [bytes.buffer])
    },
    close: () => pool.close(),
  }
}

/**
 * Whether a query goes by fields: the first time it reads the bodies of all items, for seconds at a million.
 */
function readsBodies({ sort, filters }: ItemQuery): boolean {
  return sort.some(({ key }) => isFieldKey(key)) || Object.keys(filters).some((key) => isFieldKey(key))
}

/**
 * Bytes that may be transferred: a part of a larger buffer (Node keeps small ones in a pool) is copied first.
 */
function wholeBuffer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}
