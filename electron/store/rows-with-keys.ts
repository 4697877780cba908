import type { BoundValue, ReadHandle } from './database/handles.ts'

/** Returns whether keys are consecutive, so that their rows can be read in the order of the file. */
export function areConsecutive(keys: Int32Array): boolean {
  const first = keys[0] ?? 0
  return keys.every((key, index) => key === first + index)
}

/** Reads columns of items, each with its index in `keys`, in any order. */
export function* rowsWithKeys<Row extends readonly BoundValue[]>(
  handle: ReadHandle,
  keys: Int32Array,
  columns: string,
): Generator<readonly [index: number, row: Row]> {
  const selection = `SELECT key, ${columns} FROM items WHERE key`
  if (areConsecutive(keys)) {
    const [first, last] = [keys[0] ?? 0, keys.at(-1) ?? 0]
    const rows = handle.tuples<readonly [number, ...Row]>(`${selection} BETWEEN ? AND ?`).iterate(first, last)
    for (const [key, ...row] of rows) yield [key - first, row]
    return
  }
  const indexes = new Map(Array.from(keys, (key, index) => [key, index]))
  const rows = handle
    .tuples<readonly [number, ...Row]>(`${selection} IN (SELECT value FROM json_each(?))`)
    .iterate(`[${keys.toSorted().join(',')}]`)
  for (const [key, ...row] of rows) yield [indexes.get(key) ?? 0, row]
}
