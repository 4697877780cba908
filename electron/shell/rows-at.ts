import type { FieldKey } from '../contract/fields.ts'
import type { ItemRow } from '../contract/item.ts'
import type { SelectionRanges } from '../contract/query.ts'
import type { Store, TextLength } from '../store/types.ts'

/** Few enough for rows with huge values to fit into memory. */
const WINDOW_ROWS = 200

/** The rows at these positions of a result, some at a time. */
export async function* rowsAt(
  store: Store,
  resultId: number,
  ranges: SelectionRanges,
  fields: readonly FieldKey[],
  texts: TextLength = 'whole',
): AsyncGenerator<readonly ItemRow[]> {
  for (const [first, last] of ranges) {
    for (let start = first; start <= last; start += WINDOW_ROWS) {
      const count = Math.min(WINDOW_ROWS, last - start + 1)
      yield (await store.readWindow(resultId, start, count, fields, texts)).rows
    }
  }
}
