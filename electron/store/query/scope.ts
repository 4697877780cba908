import { INDEX_BYTES } from '../cache-budget.ts'
import { CampaignIndex, type MemoryBudgets } from './campaign-index.ts'
import { JoinedCache } from './joined-cache.ts'
import type { ReadHandle } from '../database/handles.ts'
import { releaseBuffers } from '../release-buffers.ts'
import { compareTexts, naturalKey } from './natural-key.ts'
import { PosNumbers } from './pos-numbers.ts'
import { SegmentReader, type SnapshotSize } from './segment-reader.ts'

interface SnapshotRow extends SnapshotSize {
  readonly revision: number
  readonly id: string
  readonly name: string | null
}

/**
 * The snapshots of a query in the order of the campaigns' names. Items have consecutive indexes in this
 * order.
 */
export interface Scope {
  readonly snapshots: readonly CampaignIndex[]
  /** The index of each snapshot's first item. */
  readonly starts: readonly number[]
  readonly total: number
  /** Equal for two scopes only if their rows are equal. */
  readonly signature: string
}

/** The number of items whose texts usually fit. */
const MAX_TEXT_ITEMS = 150_000

/** Caches the indexes of the snapshots in use. Must be used inside a read transaction. */
export class IndexCache {
  readonly #handle: ReadHandle
  readonly #budgets: MemoryBudgets = {
    texts: { remaining: INDEX_BYTES.texts, canFit: true },
    words: { remaining: INDEX_BYTES.words },
  }
  readonly #segments: SegmentReader
  /** Words of small snapshots. */
  readonly joined: JoinedCache
  readonly posNumbers: PosNumbers
  readonly #snapshots = new Map<number, CampaignIndex>()
  /** The snapshots at a version of the data; null before the first query. */
  #rows: { readonly dataVersion: number; readonly ordered: readonly SnapshotRow[] } | null = null
  /** The scope of all campaigns with the rows that it has; null before the first query. */
  #all: { readonly rows: readonly SnapshotRow[]; readonly scope: Scope } | null = null

  constructor(handle: ReadHandle) {
    this.#handle = handle
    this.#segments = new SegmentReader(handle)
    this.joined = new JoinedCache(handle, this.#budgets.words)
    this.posNumbers = new PosNumbers(handle)
  }

  /** Returns the scope of these campaigns (null for all). */
  scope(campaignIds: readonly string[] | null): Scope {
    const scope = this.#scope(campaignIds)
    this.#budgets.texts.canFit = scope.total <= MAX_TEXT_ITEMS
    return scope
  }

  #scope(campaignIds: readonly string[] | null): Scope {
    const rows = this.#orderedRows()
    if (campaignIds !== null) {
      const requestedIds = new Set(campaignIds)
      return this.#scopeOf(rows.filter(({ id }) => requestedIds.has(id)))
    }
    if (this.#all?.rows === rows) this.#segments.start(rows)
    else this.#all = { rows, scope: this.#scopeOf(rows) }
    return this.#all.scope
  }

  #scopeOf(ordered: readonly SnapshotRow[]): Scope {
    this.#segments.start(ordered)
    const snapshots = ordered.map((row) => this.#snapshot(row))
    const starts: number[] = []
    let total = 0
    for (const snapshot of snapshots) {
      starts.push(total)
      total += snapshot.count
    }
    const signature = snapshots
      .map((snapshot) => `${String(snapshot.snapshotKey)}.${String(snapshot.revision)}`)
      .join(' ')
    return { snapshots, starts, total, signature }
  }

  /** Returns the snapshots in use in the order of the campaigns' names. */
  #orderedRows(): readonly SnapshotRow[] {
    const dataVersion = this.#handle.dataVersion()
    if (this.#rows?.dataVersion === dataVersion) return this.#rows.ordered
    const rows = this.#handle
      .rows<SnapshotRow>(
        `SELECT copies.key AS snapshotKey, revision, id, name, item_count AS itemCount
          FROM campaigns JOIN copies ON copies.key = copy_key`,
      )
      .all()
    this.#removeOutdated(rows)
    const ordered = rows
      .map((row) => ({ row, order: naturalKey(row.name ?? row.id) }))
      .sort((a, b) => compareTexts(a.order, b.order) || compareTexts(a.row.id, b.row.id))
      .map(({ row }) => row)
    this.#rows = { dataVersion, ordered }
    return ordered
  }

  #snapshot(row: SnapshotRow): CampaignIndex {
    let snapshot = this.#snapshots.get(row.snapshotKey)
    if (snapshot === undefined) {
      snapshot = new CampaignIndex(this.#handle, this.#segments, this.#budgets, row)
      this.#snapshots.set(row.snapshotKey, snapshot)
    }
    return snapshot
  }

  close(): void {
    for (const snapshot of this.#snapshots.values()) snapshot.close()
    this.#snapshots.clear()
  }

  #removeOutdated(rows: readonly SnapshotRow[]): void {
    const revisions = new Map(rows.map(({ snapshotKey, revision }) => [snapshotKey, revision]))
    for (const [snapshotKey, snapshot] of this.#snapshots) {
      if (revisions.get(snapshotKey) === snapshot.revision) continue
      this.joined.remove(snapshot)
      this.posNumbers.remove(snapshot)
      snapshot.release()
      this.#snapshots.delete(snapshotKey)
    }
  }
}

/** Returns consecutive integers. */
export function consecutive(first: number, count: number): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(count)
  for (let index = 0; index < count; index += 1) numbers[index] = first + index
  return numbers
}

/** Returns the keys of the items at these indexes (null for all). */
export function keysAt(scope: Scope, indexes: Int32Array | null): Int32Array<ArrayBuffer> {
  if (indexes === null) return allKeys(scope)
  const [first] = scope.snapshots
  const scopeKeys = scope.snapshots.length === 1 && first !== undefined ? first.keys : allKeys(scope)
  const keys = new Int32Array(indexes.length)
  for (let index = 0; index < indexes.length; index += 1) keys[index] = scopeKeys[indexes[index] ?? 0] ?? 0
  if (scopeKeys !== first?.keys) releaseBuffers(scopeKeys)
  return keys
}

function allKeys(scope: Scope): Int32Array<ArrayBuffer> {
  const keys = new Int32Array(scope.total)
  for (const [index, snapshot] of scope.snapshots.entries()) keys.set(snapshot.keys, scope.starts[index])
  return keys
}

/** Returns the key of an item. */
export function keyAt(scope: Scope, itemIndex: number): number {
  let snapshotIndex = 0
  while (itemIndex >= (scope.starts[snapshotIndex + 1] ?? Infinity)) snapshotIndex += 1
  return scope.snapshots[snapshotIndex]?.keys[itemIndex - (scope.starts[snapshotIndex] ?? 0)] ?? 0
}

/** Visits each snapshot with its part of ascending indexes (null for all). */
export function forEachSnapshot(
  scope: Scope,
  indexes: Int32Array | null,
  visit: (snapshot: CampaignIndex, start: number, part: Int32Array) => void,
): void {
  let partStart = 0
  for (const [snapshotIndex, snapshot] of scope.snapshots.entries()) {
    const start = scope.starts[snapshotIndex] ?? 0
    const end = start + snapshot.count
    if (indexes === null) {
      visit(snapshot, start, consecutive(start, snapshot.count))
      continue
    }
    let partEnd = partStart
    while (partEnd < indexes.length && (indexes[partEnd] ?? end) < end) partEnd += 1
    if (partEnd > partStart) visit(snapshot, start, indexes.subarray(partStart, partEnd))
    partStart = partEnd
  }
}
