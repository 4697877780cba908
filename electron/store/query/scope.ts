import { CampaignIndex, type Budgets } from './campaign-index.ts'
import type { ReadHandle } from '../database/handles.ts'
import { releaseBuffers } from '../release-buffers.ts'
import { compareTexts, naturalKey } from './natural-key.ts'

interface CopyRow {
  readonly copyKey: number
  readonly revision: number
  readonly id: string
  readonly name: string | null
}

/**
 * The copies that a query goes through, one after the other in the order of the campaigns' names. An item is
 * named by its *place*: how many items stand before it in this order.
 */
export interface Scope {
  readonly copies: readonly CampaignIndex[]
  /** For each snapshot the place of its first item. */
  readonly starts: readonly number[]
  readonly total: number
  /** The same for the same rows, and for no others. */
  readonly signature: string
}

/** How much text a reader may hold, in bytes: that of some hundred thousand items. */
const TEXT_BYTES = 32 * 1024 * 1024
/** How much of words: those of a million items. */
const WORDS_BYTES = 40 * 1024 * 1024

/** What a reader holds of the snapshots in use. Must only be asked inside a snapshot. */
export class IndexCache {
  readonly #handle: ReadHandle
  readonly #budgets: Budgets = { texts: { left: TEXT_BYTES }, words: { left: WORDS_BYTES } }
  readonly #copies = new Map<number, CampaignIndex>()

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  scope(campaignIds: readonly string[] | null): Scope {
    const rows = this.#handle
      .rows<CopyRow>(
        `SELECT copies.key AS copyKey, revision, id, name FROM campaigns JOIN copies ON copies.key = copy_key`,
      )
      .all()
    this.#forgetStale(rows)
    const asked = campaignIds === null ? null : new Set(campaignIds)
    const copies = rows
      .filter(({ id }) => asked === null || asked.has(id))
      .map((row) => ({ row, order: naturalKey(row.name ?? row.id) }))
      .sort((a, b) => compareTexts(a.order, b.order) || compareTexts(a.row.id, b.row.id))
      .map(({ row }) => this.#copy(row))
    const starts: number[] = []
    let total = 0
    for (const copy of copies) {
      starts.push(total)
      total += copy.count
    }
    const signature = copies.map((copy) => `${String(copy.copyKey)}.${String(copy.revision)}`).join(' ')
    return { copies, starts, total, signature }
  }

  #copy({ copyKey, revision }: CopyRow): CampaignIndex {
    let copy = this.#copies.get(copyKey)
    if (copy === undefined) {
      copy = new CampaignIndex(this.#handle, this.#budgets, copyKey, revision)
      this.#copies.set(copyKey, copy)
    }
    return copy
  }

  close(): void {
    for (const copy of this.#copies.values()) copy.close()
    this.#copies.clear()
  }

  #forgetStale(rows: readonly CopyRow[]): void {
    const revisions = new Map(rows.map(({ copyKey, revision }) => [copyKey, revision]))
    for (const [copyKey, copy] of this.#copies) {
      if (revisions.get(copyKey) === copy.revision) continue
      copy.release()
      this.#copies.delete(copyKey)
    }
  }
}

/** So many numbers from `first` on. */
export function consecutive(first: number, count: number): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(count)
  for (let at = 0; at < count; at += 1) numbers[at] = first + at
  return numbers
}

/** Keys of the items at these places; all of them in order for null. */
export function keysAt(scope: Scope, places: Int32Array | null): Int32Array<ArrayBuffer> {
  if (places === null) return keysOfCopies(scope)
  const [only] = scope.copies
  const all = scope.copies.length === 1 && only !== undefined ? only.keys : keysOfCopies(scope)
  const keys = new Int32Array(places.length)
  for (let at = 0; at < places.length; at += 1) keys[at] = all[places[at] ?? 0] ?? 0
  if (all !== only?.keys) releaseBuffers(all)
  return keys
}

function keysOfCopies(scope: Scope): Int32Array<ArrayBuffer> {
  const keys = new Int32Array(scope.total)
  for (const [at, copy] of scope.copies.entries()) keys.set(copy.keys, scope.starts[at])
  return keys
}

/** Key of the item at a place. */
export function keyAt(scope: Scope, place: number): number {
  let copyAt = 0
  while (place >= (scope.starts[copyAt + 1] ?? Infinity)) copyAt += 1
  return scope.copies[copyAt]?.keys[place - (scope.starts[copyAt] ?? 0)] ?? 0
}

/** Calls back with each snapshot's part of ascending places (null: all of them). */
export function forEachSnapshot(
  scope: Scope,
  places: Int32Array | null,
  visit: (copy: CampaignIndex, start: number, some: Int32Array) => void,
): void {
  let from = 0
  for (const [copyAt, copy] of scope.copies.entries()) {
    const start = scope.starts[copyAt] ?? 0
    const end = start + copy.count
    if (places === null) {
      visit(copy, start, consecutive(start, copy.count))
      continue
    }
    let to = from
    while (to < places.length && (places[to] ?? end) < end) to += 1
    if (to > from) visit(copy, start, places.subarray(from, to))
    from = to
  }
}
