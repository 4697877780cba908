import type { Bound, ReadHandle } from '../database/handles.ts'

/**
 * Columns of the items with these keys, each with its place among the keys; in no order. Items that follow
 * one another in the file, as they do as a rule, are read as they lie.
 */
export function* rowsWithKeys<Row extends readonly Bound[]>(
  handle: ReadHandle,
  keys: Int32Array,
  columns: string,
): Generator<readonly [at: number, row: Row]> {
  const [first, last] = [keys[0] ?? 0, keys.at(-1) ?? 0]
  const selection = `SELECT key, ${columns} FROM items WHERE key`
  if (last - first === keys.length - 1 && keys.every((key, at) => key === first + at)) {
    const rows = handle.tuples<readonly [number, ...Row]>(`${selection} BETWEEN ? AND ?`).iterate(first, last)
    for (const [key, ...row] of rows) yield [key - first, row]
    return
  }
  const places = new Map(Array.from(keys, (key, at) => [key, at]))
  const rows = handle
    .tuples<readonly [number, ...Row]>(`${selection} IN (SELECT value FROM json_each(?))`)
    .iterate(`[${keys.toSorted().join(',')}]`)
  for (const [key, ...row] of rows) yield [places.get(key) ?? 0, row]
}
