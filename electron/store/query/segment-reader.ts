import type { ReadHandle } from '../database/handles.ts'
import type { StoredSegment } from '../index-columns.ts'

export interface ColumnSegment extends StoredSegment {
  readonly dictionary: string | null
}

/** A snapshot with the number of its items, on which only the memory depends. */
export interface SnapshotSize {
  readonly snapshotKey: number
  readonly itemCount: number
}

/** Items of the snapshots that are read at once; a column of them takes some hundred kilobytes. */
const ITEMS_AT_ONCE = 50_000
const SNAPSHOTS_AT_ONCE = 1_000

/**
 * Reads columns of snapshots. A column is read for the next snapshots of a query too, because a query for each of
 * thousands takes eight times as long.
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
    this.#snapshots = snapshots
    this.#positions = new Map(snapshots.map(({ snapshotKey }, position) => [snapshotKey, position]))
    this.#ahead.clear()
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
    const bySnapshot = new Map(this.#nextOf(snapshotKey).map((key): [number, ColumnSegment[]] => [key, []]))
    const rows = this.#handle
      .tuples<readonly [number, number, number, Uint8Array, string | null]>(
        `SELECT copy_key, first, width, data, dictionary FROM copy_columns
          WHERE copy_key IN (SELECT value FROM json_each(?)) AND name = ? ORDER BY copy_key, first`,
      )
      .iterate(JSON.stringify([...bySnapshot.keys()]), name)
    for (const [key, first, width, data, dictionary] of rows)
      bySnapshot.get(key)?.push({ first, width, data, dictionary })
    return bySnapshot
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
