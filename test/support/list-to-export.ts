import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import {
  fillCampaign,
  temporaryFolder,
  temporaryStore,
  type JsonObject,
  type TemporaryStore,
} from './store.ts'

/** A list in a separate store, and a folder for its exports. */
export interface ListToExport extends AsyncDisposable {
  readonly cache: TemporaryStore
  readonly folder: string
  /** Returns keys for a number of rows, repeating those of the list. */
  readonly keysOf: (rows: number) => Int32Array<ArrayBuffer>
  /** Deletes the store and the folder. */
  readonly remove: () => Promise<void>
}

/** Creates a store with a campaign of these items. */
export async function createListToExport(items: readonly JsonObject[]): Promise<ListToExport> {
  const cache = await temporaryStore()
  await fillCampaign(cache.store, 'campaign-1', items)
  const { resultId } = await cache.store.openResult(EMPTY_QUERY, 'test')
  const keys = await cache.store.keysOf(resultId, [[0, items.length - 1]])
  const folder = await temporaryFolder()
  const remove = async (): Promise<void> => {
    await cache[Symbol.asyncDispose]()
    await folder.remove()
  }
  return {
    cache,
    folder: folder.path,
    keysOf: (rows) => Int32Array.from({ length: rows }, (_, at) => keys[at % keys.length] ?? 0),
    remove,
    [Symbol.asyncDispose]: remove,
  }
}
