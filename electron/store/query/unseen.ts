import type { ReadHandle } from '../database/handles.ts'
import { indexesOfKeys } from './id-filter.ts'
import type { Scope } from './scope.ts'

/** Returns the indexes (null for all) of items with unseen changes; see changes/unseen-changes.ts. */
export function unseenIndexes(handle: ReadHandle, scope: Scope, indexes: Int32Array | null): Int32Array {
  const keys = handle.values<number>("SELECT item_key FROM item_marks WHERE kind <> 'gone'").all()
  return indexesOfKeys(scope, indexes, Int32Array.from(keys))
}
