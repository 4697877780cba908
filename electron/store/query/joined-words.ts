import type { ReadHandle } from '../database/handles.ts'
import { indexesFrom, integersFrom } from '../index-columns.ts'
import type { WordKind } from '../ingest/word-index.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { masksOf } from './needle.ts'
import { bytesOfSegment, type SegmentWords, type WordSegment } from './word-segments.ts'

/** The words of several small snapshots, read at once. */
export interface JoinedWords {
  readonly members: readonly JoinedMember[]
  /** Bytes in memory. */
  readonly bytes: number
}

/** The words of a snapshot. */
export interface JoinedMember {
  readonly snapshot: CampaignIndex
  readonly segment: WordSegment
  /** The bits of each word; see needle.ts. */
  readonly masks: Readonly<Record<SearchedKind, Int32Array>>
}

/** Kinds that are searched for words. */
export const SEARCHED_KINDS = ['plain', 'folded'] as const satisfies readonly WordKind[]
type SearchedKind = (typeof SEARCHED_KINDS)[number]

type JoinedRow = readonly [
  words: Uint8Array<ArrayBuffer> | null,
  wordEnds: Uint8Array<ArrayBuffer> | null,
  itemEnds: Uint8Array<ArrayBuffer> | null,
  items: Uint8Array<ArrayBuffer> | null,
  /** Six numbers of each segment; see the query. */
  numbers: string,
]

const NUMBERS_PER_SEGMENT = 6

interface CountedWords extends SegmentWords {
  /** Number of items that the words cover. */
  readonly count: number
}

/**
 * Reads the words of snapshots at once, because a query for each of thousands takes longer than a search.
 * Leaves out snapshots whose words do not exist yet. Must run inside a read transaction.
 * @param snapshots ascending by key, each with at most one segment
 */
export function readJoinedWords(handle: ReadHandle, snapshots: readonly CampaignIndex[]): JoinedWords {
  const keys = JSON.stringify(snapshots.map(({ snapshotKey }) => snapshotKey))
  const [plain, written, folded] = (['plain', 'written', 'folded'] as const).map((kind) =>
    readKind(handle, keys, kind),
  )
  const members: JoinedMember[] = []
  let bytes = 0
  for (const snapshot of snapshots) {
    const ofPlain = plain?.get(snapshot.snapshotKey)
    const ofWritten = written?.get(snapshot.snapshotKey)
    const ofFolded = folded?.get(snapshot.snapshotKey)
    if (ofPlain?.count !== snapshot.count || ofWritten === undefined || ofFolded === undefined) continue
    const kinds = { plain: ofPlain, written: ofWritten, folded: ofFolded }
    const segment = { first: 0, count: snapshot.count, kinds }
    const masks = {
      plain: masksOf(ofPlain.words, ofPlain.wordEnds),
      folded: masksOf(ofFolded.words, ofFolded.wordEnds),
    }
    members.push({ snapshot, segment, masks })
    bytes += bytesOfSegment(segment) + masks.plain.byteLength + masks.folded.byteLength
  }
  return { members, bytes }
}

function readKind(handle: ReadHandle, keys: string, kind: WordKind): ReadonlyMap<number, CountedWords> {
  const [words, wordEnds, itemEnds, items, numbersJson] = handle
    .tuples<JoinedRow>(
      `SELECT CAST(group_concat(words, '') AS BLOB), CAST(group_concat(word_ends, '') AS BLOB),
        CAST(group_concat(place_ends, '') AS BLOB), CAST(group_concat(places, '') AS BLOB),
        '[' || coalesce(group_concat(concat_ws(',', copy_key, count,
          length(words), length(word_ends), length(place_ends), length(places))), '') || ']'
        FROM (SELECT copy_key, count, words, word_ends, place_ends, places FROM copy_words
          WHERE copy_key IN (SELECT value FROM json_each(?)) AND first = 0 AND kind = ? ORDER BY copy_key)`,
    )
    .get(keys, kind) ?? [null, null, null, null, '[]']
  const bytes = Buffer.from(
    (words ?? new Uint8Array()).buffer,
    words?.byteOffset ?? 0,
    words?.byteLength ?? 0,
  )
  const allWordEnds = integersFrom(wordEnds ?? new Uint8Array())
  const allItemEnds = integersFrom(itemEnds ?? new Uint8Array())
  const allItems = indexesFrom(items ?? new Uint8Array())
  const numbers = JSON.parse(numbersJson) as readonly number[]
  const segments = new Map<number, CountedWords>()
  let [wordsStart, wordEndsStart, itemEndsStart, itemsStart] = [0, 0, 0, 0]
  for (let index = 0; index < numbers.length; index += NUMBERS_PER_SEGMENT) {
    const [key = 0, count = 0, wordBytes = 0, wordEndBytes = 0, itemEndBytes = 0, itemBytes = 0] =
      numbers.slice(index, index + NUMBERS_PER_SEGMENT)
    const [wordsEnd, wordEndsEnd] = [wordsStart + wordBytes, wordEndsStart + wordEndBytes / 4]
    const [itemEndsEnd, itemsEnd] = [itemEndsStart + itemEndBytes / 4, itemsStart + itemBytes / 2]
    segments.set(key, {
      count,
      words: bytes.subarray(wordsStart, wordsEnd),
      wordEnds: allWordEnds.subarray(wordEndsStart, wordEndsEnd),
      itemEnds: allItemEnds.subarray(itemEndsStart, itemEndsEnd),
      items: allItems.subarray(itemsStart, itemsEnd),
    })
    ;[wordsStart, wordEndsStart, itemEndsStart, itemsStart] = [wordsEnd, wordEndsEnd, itemEndsEnd, itemsEnd]
  }
  return segments
}
