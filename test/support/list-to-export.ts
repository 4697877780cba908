import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import {
  fillCampaign,
  temporaryFolder,
  temporaryStore,
  type JsonObject,
  type TemporaryStore,
} from './store.ts'

/** A list in a store of its own, and a folder to write it to. */
export interface ListToExport {
  readonly cache: TemporaryStore
  readonly folder: string
  /** Keys of so many rows: those of the list, again and again. */
  readonly keysOf: (rows: number) => Int32Array<ArrayBuffer>
  /** Clears all of it away. */
  readonly remove: () => Promise<void>
}

/** A campaign of these items, ready to be exported. */
export async function listToExport(items: readonly JsonObject[]): Promise<ListToExport> {
  const cache = await temporaryStore()
  await fillCampaign(cache.store, 'campaign-1', items)
  const { resultId } = await cache.store.openResult(EMPTY_QUERY, 'test')
  const keys = await cache.store.keysOf(resultId, [[0, items.length - 1]])
  const folder = await temporaryFolder()
  return {
    cache,
    folder: folder.path,
    keysOf: (rows) => Int32Array.from({ length: rows }, (_, at) => keys[at % keys.length] ?? 0),
    remove: async () => {
      await cache[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
