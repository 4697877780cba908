import type { FacetValue } from '../../contract/query.ts'
import type { ReadHandle, WriteHandle } from '../database/handles.ts'
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

/** A snapshot in use. */
interface Snapshot {
  readonly snapshotKey: number
  readonly revision: number
  /** The stored counts are of this revision; null if they are missing or of another one. */
  readonly countedRevision: number | null
  readonly quantity: number | null
  readonly withArtwork: number | null
  readonly locked: number | null
}

/** Snapshots in a step of the idle work. */
const SNAPSHOTS_PER_STEP = 200

/**
 * Returns the counts of all snapshots in use by their keys: the stored ones, and those of other snapshots
 * from their indexes. Must run inside a read transaction.
 */
export function countItems(handle: ReadHandle): ReadonlyMap<number, ItemCounts> {
  const snapshots = readSnapshots(handle)
  const counted = countSnapshots(
    handle,
    snapshots.filter(isOutdated).map(({ snapshotKey }) => snapshotKey),
  )
  return new Map(
    snapshots.map(({ snapshotKey, countedRevision, quantity, withArtwork, locked }) => [
      snapshotKey,
      countedRevision === null
        ? (counted.get(snapshotKey) ?? NOTHING)
        : { quantity: quantity ?? Number.NaN, withArtwork: withArtwork ?? 0, locked: locked ?? 0 },
    ]),
  )
}

/** Stores the counts of some snapshots without them. Returns whether there may be more. */
export function storeMissingCounts(handle: WriteHandle): boolean {
  const outdated = readSnapshots(handle).filter(isOutdated).slice(0, SNAPSHOTS_PER_STEP)
  if (outdated.length === 0) return false
  const counted = countSnapshots(
    handle,
    outdated.map(({ snapshotKey }) => snapshotKey),
  )
  const insert = handle.command(
    `INSERT INTO item_counts (copy_key, revision, quantity, with_artwork, locked) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (copy_key) DO UPDATE SET revision = excluded.revision, quantity = excluded.quantity,
        with_artwork = excluded.with_artwork, locked = excluded.locked`,
  )
  handle.transaction(() => {
    for (const { snapshotKey, revision } of outdated) {
      const { quantity, withArtwork, locked } = counted.get(snapshotKey) ?? NOTHING
      insert.run(snapshotKey, revision, quantity, withArtwork, locked)
    }
  })
  return outdated.length === SNAPSHOTS_PER_STEP
}

const NOTHING: ItemCounts = { quantity: 0, withArtwork: 0, locked: 0 }

function isOutdated({ countedRevision }: Snapshot): boolean {
  return countedRevision === null
}

function readSnapshots(handle: ReadHandle): readonly Snapshot[] {
  return handle
    .rows<Snapshot>(
      `SELECT copies.key AS snapshotKey, copies.revision, item_counts.revision AS countedRevision, quantity, with_artwork AS withArtwork, locked
        FROM campaigns JOIN copies ON copies.key = campaigns.copy_key
        LEFT JOIN item_counts ON item_counts.copy_key = copies.key AND item_counts.revision = copies.revision`,
    )
    .all()
}

function countSnapshots(
  handle: ReadHandle,
  snapshotKeys: readonly number[],
): ReadonlyMap<number, ItemCounts> {
  const counts = new Map<number, { quantity: number; withArtwork: number; locked: number }>()
  if (snapshotKeys.length === 0) return counts
  const segments = handle
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
    const ofSnapshot = counts.get(snapshotKey) ?? { ...NOTHING }
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
