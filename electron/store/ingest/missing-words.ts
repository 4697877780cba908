import type { WriteHandle } from '../database/handles.ts'
import { fieldsOf } from '../item-shape.ts'
import { textBlockFrom, textsAt, type StoredTexts } from '../text-blocks.ts'
import { WordsBuilder } from './word-index.ts'

/** A segment of items whose columns are indexed. */
interface Segment {
  readonly snapshotKey: number
  readonly first: number
  readonly count: number
  /** The shape of each item; see item-shape.ts. */
  readonly shapes: Uint8Array
}

/** Small segments are indexed together, because the writer pauses between two steps of its idle work. */
const ITEMS_PER_STEP = 50_000
const SEGMENTS_PER_STEP = 200

/**
 * Indexes the words of the next segments without any (several, if they are small), and returns whether there
 * were some. Downloads do not wait for words; until then, searches read the texts. Segments are indexed in
 * order.
 */
export function buildMissingWords(handle: WriteHandle): boolean {
  const segments = handle
    .rows<Segment>(
      `SELECT copy_key AS snapshotKey, first, length(data) AS count, data AS shapes
        FROM campaigns JOIN copy_columns AS segment USING (copy_key)
        WHERE segment.name = 'shape' AND length(data) > 0 AND NOT EXISTS (SELECT 1 FROM copy_words AS words
          WHERE words.copy_key = segment.copy_key AND words.first = segment.first)
        ORDER BY copy_key, first LIMIT ${String(SEGMENTS_PER_STEP)}`,
    )
    .all()
  if (segments.length === 0) return false
  handle.transaction(() => {
    let items = 0
    for (const segment of segments) {
      items += segment.count
      if (items > ITEMS_PER_STEP && segment !== segments[0]) break
      collectWords(handle, segment).store(handle, segment.snapshotKey, segment.first, segment.count)
    }
  })
  return true
}

function collectWords(handle: WriteHandle, { snapshotKey, first, count, shapes }: Segment): WordsBuilder {
  const words = new WordsBuilder()
  const rows = handle.rows<StoredTexts>(
    `SELECT first, wide, text, ends, irregular FROM copy_texts
      WHERE copy_key = ? AND first >= ? AND first < ? ORDER BY first`,
  )
  for (const row of rows.iterate(snapshotKey, first, first + count)) {
    const block = textBlockFrom(row)
    for (let itemInBlock = 0; itemInBlock < block.ends.length; itemInBlock += 1) {
      const index = block.first - first + itemInBlock
      const { itemName, posNumber, artworkNames } = fieldsOf(textsAt(block, itemInBlock), shapes[index] ?? 0)
      // Element names are searched by their codes.
      words.add(index, [itemName ?? '', posNumber ?? '', ...artworkNames])
    }
  }
  return words
}
