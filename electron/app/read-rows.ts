import type { FieldKey } from '../contract/fields.ts'
import type { ItemRow } from '../contract/item.ts'
import type { SelectionRanges } from '../contract/query.ts'
import type { Store } from '../store/operations.ts'
import type { TextLength } from '../store/types.ts'

/** Few enough for rows with huge values to fit into memory. */
const BATCH_ROWS = 200
/** Ordinary rows stay below and are yielded at once. */
const MAX_BATCH_CHARACTERS = 64_000_000

/** Yields the rows in these ranges of a result in batches. */
export async function* readRows(
  store: Store,
  resultId: number,
  ranges: SelectionRanges,
  fields: readonly FieldKey[],
  texts: TextLength = 'whole',
): AsyncGenerator<readonly ItemRow[]> {
  for (const [first, last] of ranges) {
    for (let start = first; start <= last; start += BATCH_ROWS) {
      const count = Math.min(BATCH_ROWS, last - start + 1)
      yield (await store.readWindow(resultId, start, count, fields, texts)).rows
    }
  }
}

/** Yields the rows in these ranges of a result in batches of 64 million characters, which fit into memory. */
export async function* readRowsBySize(
  store: Store,
  resultId: number,
  ranges: SelectionRanges,
): AsyncGenerator<readonly ItemRow[]> {
  let batch: ItemRow[] = []
  let characters = 0
  for await (const rows of readRows(store, resultId, ranges, [])) {
    batch.push(...rows)
    for (const row of rows) {
      for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length
    }
    if (characters < MAX_BATCH_CHARACTERS) continue
    yield batch
    ;[batch, characters] = [[], 0]
  }
  yield batch
}

/** Returns the ranges of the first rows, at most `count`. */
export function limitRanges(ranges: SelectionRanges, count: number): SelectionRanges {
  const limited: (readonly [number, number])[] = []
  let left = count
  for (const [first, last] of ranges) {
    if (left <= 0) break
    const end = Math.min(last, first + left - 1)
    limited.push([first, end])
    left -= end - first + 1
  }
  return limited
}
