import type { FacetValue } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { StoredSegment } from '../index-columns.ts'

export interface ColumnSegment extends StoredSegment {
  /** Values of codes that no earlier segment has; null if the data are the values. */
  readonly dictionary: readonly FacetValue[] | null
}

type StoredRow = readonly [
  snapshotKey: number,
  first: number,
  width: number,
  data: Uint8Array<ArrayBuffer>,
  dictionary: string | null,
]

/** Segments of a column one after another, and JSON lists in the same order. */
type JoinedRow = readonly [
  data: Uint8Array<ArrayBuffer> | null,
  /** Four numbers of each segment; see the query. */
  numbers: string,
  dictionaries: string,
]

/** A snapshot with the number of its items. */
export interface SnapshotSize {
  readonly snapshotKey: number
  readonly itemCount: number
}

/** Items of the snapshots that are read at once; a column of them takes some hundred kilobytes. */
const ITEMS_AT_ONCE = 50_000
const SNAPSHOTS_AT_ONCE = 1_000

/**
 * Reads columns of snapshots. A column is read for the next snapshots of a query too, because a query for
 * each of thousands takes eight times as long.
 */
export class SegmentReader {
  readonly #handle: ReadHandle
  #snapshots: readonly SnapshotSize[] = []
  #positions: ReadonlyMap<number, number> = new Map()
  /** By the names of columns and the keys of snapshots, what was read and not yet returned. */
  readonly #ahead = new Map<string, Map<number, ColumnSegment[]>>()

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /** Sets the snapshots of a query in the order in which it reads them. */
  start(snapshots: readonly SnapshotSize[]): void {
    this.#ahead.clear()
    if (snapshots === this.#snapshots) return
    this.#snapshots = snapshots
    this.#positions = new Map(snapshots.map(({ snapshotKey }, position) => [snapshotKey, position]))
  }

  /** Returns the segments of a column in order. Must run inside the read transaction of the query. */
  read(snapshotKey: number, name: string): readonly ColumnSegment[] {
    let ahead = this.#ahead.get(name)
    if (ahead?.has(snapshotKey) !== true) {
      ahead = this.#readFrom(snapshotKey, name)
      this.#ahead.set(name, ahead)
    }
    const segments = ahead.get(snapshotKey) ?? []
    ahead.delete(snapshotKey)
    return segments
  }

  #readFrom(snapshotKey: number, name: string): Map<number, ColumnSegment[]> {
    const snapshotKeys = this.#nextOf(snapshotKey)
    const bySnapshot = new Map(snapshotKeys.map((key): [number, ColumnSegment[]] => [key, []]))
    const segments =
      snapshotKeys.length === 1
        ? this.#segmentsOf(snapshotKey, name)
        : this.#joinedSegments(snapshotKeys, name)
    for (const [key, segment] of segments) bySnapshot.get(key)?.push(segment)
    return bySnapshot
  }

  *#segmentsOf(snapshotKey: number, name: string): Generator<readonly [number, ColumnSegment]> {
    const rows = this.#handle
      .tuples<StoredRow>(
        `SELECT copy_key, first, width, data, dictionary FROM copy_columns
          WHERE copy_key = ? AND name = ? ORDER BY first`,
      )
      .iterate(snapshotKey, name)
    for (const [key, first, width, data, dictionary] of rows)
      yield [
        key,
        { first, width, data, dictionary: dictionary === null ? null : parseDictionary(dictionary) },
      ]
  }

  /**
   * Reads the segments of many snapshots as one row, because thousands of rows take several times as long.
   */
  *#joinedSegments(
    snapshotKeys: readonly number[],
    name: string,
  ): Generator<readonly [number, ColumnSegment]> {
    const [joined, numbersJson, dictionariesJson] = this.#handle
      .tuples<JoinedRow>(
        `SELECT CAST(group_concat(data, '') AS BLOB),
          '[' || group_concat(concat_ws(',', copy_key, first, width, length(data))) || ']',
          '[' || group_concat(coalesce(dictionary, 'null')) || ']'
          FROM (SELECT copy_key, first, width, data, dictionary FROM copy_columns
            WHERE copy_key IN (SELECT value FROM json_each(?)) AND name = ? ORDER BY copy_key, first)`,
      )
      .get(JSON.stringify(snapshotKeys), name) ?? [null, '[]', '[]']
    if (joined === null) return
    const numbers = JSON.parse(numbersJson) as readonly number[]
    const dictionaries = JSON.parse(dictionariesJson) as readonly ColumnSegment['dictionary'][]
    let offset = 0
    for (const [index, dictionary] of dictionaries.entries()) {
      const [key = 0, first = 0, width = 1, length = 0] = numbers.slice(4 * index, 4 * index + 4)
      // An empty view would share the memory of the only segment with data, which may be released.
      const data =
        length === 0 ? new Uint8Array() : new Uint8Array(joined.buffer, joined.byteOffset + offset, length)
      yield [key, { first, width, data, dictionary }]
      offset += length
    }
  }

  /** Returns this snapshot and those after it. */
  #nextOf(snapshotKey: number): readonly number[] {
    const position = this.#positions.get(snapshotKey)
    if (position === undefined) return [snapshotKey]
    const keys: number[] = []
    let items = 0
    for (const each of this.#snapshots.slice(position, position + SNAPSHOTS_AT_ONCE)) {
      items += each.itemCount
      if (keys.length > 0 && items > ITEMS_AT_ONCE) break
      keys.push(each.snapshotKey)
    }
    return keys
  }
}

function parseDictionary(json: string): readonly FacetValue[] {
  return JSON.parse(json) as readonly FacetValue[]
}
