import type { FacetValue } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { numbersFrom, segmentCodes, type StoredSegment } from '../index-columns.ts'

/** What is computed from the items of a snapshot. */
export interface ItemCounts {
  readonly quantity: number
  readonly withArtwork: number
  readonly locked: number
}

interface Segment extends StoredSegment {
  readonly snapshotKey: number
  readonly name: 'qty' | 'hasArtwork' | 'isLocked'
  readonly dictionary: string | null
}

interface SnapshotRevision {
  readonly snapshotKey: number
  readonly revision: number
}

/** Counts the items of snapshots from their indexes, and caches the counts until a snapshot changes. */
export class ItemCounter {
  readonly #handle: ReadHandle
  #counts: ReadonlyMap<number, { readonly revision: number; readonly counts: ItemCounts }> = new Map()

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /** Returns the counts of all snapshots in use by their keys. Must run inside a read transaction. */
  count(): ReadonlyMap<number, ItemCounts> {
    const snapshots = this.#handle
      .rows<SnapshotRevision>(
        'SELECT copies.key AS snapshotKey, revision FROM campaigns JOIN copies ON copies.key = copy_key',
      )
      .all()
    const outdated = snapshots.filter(
      ({ snapshotKey, revision }) => this.#counts.get(snapshotKey)?.revision !== revision,
    )
    const counted = this.#countSnapshots(outdated.map(({ snapshotKey }) => snapshotKey))
    this.#counts = new Map(
      snapshots.flatMap(({ snapshotKey, revision }) => {
        const counts = counted.get(snapshotKey) ?? this.#counts.get(snapshotKey)?.counts
        return counts === undefined ? [] : [[snapshotKey, { revision, counts }]]
      }),
    )
    return new Map(Array.from(this.#counts, ([snapshotKey, { counts }]) => [snapshotKey, counts]))
  }

  #countSnapshots(snapshotKeys: readonly number[]): ReadonlyMap<number, ItemCounts> {
    const counts = new Map<number, { quantity: number; withArtwork: number; locked: number }>()
    if (snapshotKeys.length === 0) return counts
    const segments = this.#handle
      .rows<Segment>(
        `SELECT copy_key AS snapshotKey, name, first, width, data, dictionary FROM copy_columns
          WHERE copy_key IN (SELECT value FROM json_each(?)) AND name IN ('qty', 'hasArtwork', 'isLocked')
          ORDER BY copy_key, name, first`,
      )
      .iterate(JSON.stringify(snapshotKeys))
    let column = ''
    /** The codes of a segment may stand for values of earlier ones. */
    let dictionary: FacetValue[] = []
    for (const segment of segments) {
      const { snapshotKey, name } = segment
      if (column !== `${String(snapshotKey)} ${name}`) dictionary = []
      column = `${String(snapshotKey)} ${name}`
      const ofSnapshot = counts.get(snapshotKey) ?? { quantity: 0, withArtwork: 0, locked: 0 }
      counts.set(snapshotKey, ofSnapshot)
      if (name === 'qty') {
        ofSnapshot.quantity += sumOf(numbersFrom(segment.data))
        continue
      }
      dictionary.push(...(JSON.parse(segment.dictionary ?? '[]') as readonly FacetValue[]))
      ofSnapshot[name === 'hasArtwork' ? 'withArtwork' : 'locked'] += countTrue(segment, dictionary)
    }
    return counts
  }
}

function sumOf(numbers: Float64Array): number {
  let sum = 0
  for (const number of numbers) if (!Number.isNaN(number)) sum += number
  return sum
}

function countTrue(segment: StoredSegment, dictionary: readonly FacetValue[]): number {
  const isTrue = Uint8Array.from(dictionary, (value) => Number(value === true))
  let count = 0
  for (const code of segmentCodes(segment)) count += isTrue[code] ?? 0
  return count
}
