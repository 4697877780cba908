import type { FieldKey } from '../contract/fields.ts'
import type { ItemRow } from '../contract/item.ts'
import type { SelectionRanges } from '../contract/query.ts'
import type { Store } from '../store/operations.ts'
import type { TextLength } from '../store/types.ts'

const MAX_BATCH_ROWS = 200
/** The size of the first rows is unknown. */
const FIRST_BATCH_ROWS = 2
/** Later rows may be larger: a batch has at most this number of times the rows of the previous one. */
const GROWTH = 10
/** Target size of a batch, whose values exist several times while they are passed between threads. */
const BATCH_CHARACTERS = 4_000_000
/** Ordinary rows have fewer characters and are yielded together. */
const MAX_YIELDED_CHARACTERS = 8_000_000

/** Yields the rows in these ranges of a result in batches, with fewer rows if their values are huge. */
export async function* readRows(
  store: Store,
  resultId: number,
  ranges: SelectionRanges,
  fields: readonly FieldKey[],
  texts: TextLength = 'whole',
): AsyncGenerator<readonly ItemRow[]> {
  let batchRows = FIRST_BATCH_ROWS
  for (const [first, last] of ranges) {
    for (let start = first; start <= last;) {
      const count = Math.min(batchRows, last - start + 1)
      const { rows } = await store.readWindow(resultId, start, count, fields, texts)
      yield rows
      start += count
      const averageLength = charactersOf(rows) / Math.max(1, rows.length)
      const fitting = Math.floor(BATCH_CHARACTERS / (averageLength + 1))
      batchRows = Math.max(1, Math.min(MAX_BATCH_ROWS, batchRows * GROWTH, fitting))
    }
  }
}

/**
 * Yields the rows in these ranges of a result in batches of about 8 million characters, which fit into
 * memory.
 */
export async function* readRowsBySize(
  store: Store,
  resultId: number,
  ranges: SelectionRanges,
): AsyncGenerator<readonly ItemRow[]> {
  let batch: ItemRow[] = []
  let characters = 0
  for await (const rows of readRows(store, resultId, ranges, [])) {
    batch.push(...rows)
    characters += charactersOf(rows)
    if (characters < MAX_YIELDED_CHARACTERS) continue
    yield batch
    ;[batch, characters] = [[], 0]
  }
  yield batch
}

function charactersOf(rows: readonly ItemRow[]): number {
  let characters = 0
  for (const { fields = {}, ...values } of rows)
    for (const value of [...Object.values(values), ...Object.values(fields)])
      if (typeof value === 'string') characters += value.length
  return characters
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
