import type { ReadHandle } from '../database/handles.ts'
import { consecutive, type Scope } from './scope.ts'
import { KeySet } from './key-set.ts'

/** Those of the places (null: all) whose items have a mark: see changes/marks.ts. */
export function unseenPlaces(handle: ReadHandle, scope: Scope, places: Int32Array | null): Int32Array {
  const marked = handle.values<number>("SELECT item_key FROM item_marks WHERE kind <> 'gone'").all()
  if (marked.length === 0) return new Int32Array()
  const keys = new KeySet(Int32Array.from(marked))
  const some = places ?? consecutive(0, scope.total)
  let copyAt = 0
  return some.filter((place) => {
    while (place >= (scope.starts[copyAt + 1] ?? Infinity)) copyAt += 1
    return keys.has(scope.copies[copyAt]?.keys[place - (scope.starts[copyAt] ?? 0)] ?? 0)
  })
}
