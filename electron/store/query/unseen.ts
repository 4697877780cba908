import type { ReadHandle } from '../database/handles.ts'
import { indexesOfKeys } from './id-filter.ts'
import type { Scope } from './scope.ts'

/** Those of the places (null: all) whose items have a mark: see changes/marks.ts. */
export function unseenIndexes(handle: ReadHandle, scope: Scope, places: Int32Array | null): Int32Array {
  const marked = handle.values<number>("SELECT item_key FROM item_marks WHERE kind <> 'gone'").all()
  return indexesOfKeys(scope, places, Int32Array.from(marked))
}
