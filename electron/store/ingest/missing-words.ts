import type { WriteHandle } from '../database/handles.ts'
import { fieldsOf } from '../item-shape.ts'
import { textBlockFrom, textsAt, type StoredTexts } from '../text-blocks.ts'
import { WordsBuilder } from './word-index.ts'

/** A segment of items of which the columns are there. */
interface Segment {
  readonly copyKey: number
  readonly first: number
  readonly count: number
  /** For each item which texts it has; see item-shape.ts. */
  readonly shapes: Uint8Array
}

/**
 * Makes the words of one segment of the snapshots in use that has none yet, and says whether there was one. A
 * download does not wait for them: until they are there, a search reads the texts. The segments of a snapshot
 * come in their order.
 */
export function buildMissingWords(handle: WriteHandle): boolean {
  const segment = handle
    .rows<Segment>(
      `SELECT copy_key AS copyKey, first, length(data) AS count, data AS shapes
        FROM campaigns JOIN copy_columns AS segment USING (copy_key)
        WHERE segment.name = 'shape' AND length(data) > 0 AND NOT EXISTS (SELECT 1 FROM copy_words AS made
          WHERE made.copy_key = segment.copy_key AND made.first = segment.first)
        ORDER BY copy_key, first LIMIT 1`,
    )
    .get()
  if (segment === undefined) return false
  handle.transaction(() => {
    wordsOf(handle, segment).store(handle, segment.copyKey, segment.first, segment.count)
  })
  return true
}

function wordsOf(handle: WriteHandle, { copyKey, first, count, shapes }: Segment): WordsBuilder {
  const words = new WordsBuilder()
  const rows = handle.rows<StoredTexts>(
    `SELECT first, wide, text, ends, irregular FROM copy_texts
      WHERE copy_key = ? AND first >= ? AND first < ? ORDER BY first`,
  )
  for (const row of rows.iterate(copyKey, first, first + count)) {
    const block = textBlockFrom(row)
    for (let at = 0; at < block.ends.length; at += 1) {
      const place = block.first - first + at
      const { itemName, posNumber, artworkNames } = fieldsOf(textsAt(block, at), shapes[place] ?? 0)
      // Not the element's name: what many items share is searched by its codes.
      words.add(place, [itemName ?? '', posNumber ?? '', ...artworkNames])
    }
  }
  return words
}
