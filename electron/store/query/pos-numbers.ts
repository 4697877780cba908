import { fold } from '../../contract/fold.ts'
import { INDEX_BYTES } from '../cache-budget.ts'
import type { ReadHandle } from '../database/handles.ts'
import { lengthOfBits } from '../ingest/word-index.ts'
import { textBlockFrom, type StoredTexts } from '../text-blocks.ts'
import { hasBit, setBit, type Bits } from './bits.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { groupsOf } from './joined-cache.ts'
import { contains, masksOf, needleOf, type Needle } from './needle.ts'
import type { Scope } from './scope.ts'
import { ScopeBits, unitsOf } from './scope-bits.ts'
import { forEachTextIn, visitBlockTexts } from './sort-texts.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

const LINE_FEED = 10

/** The folded POS numbers of a snapshot, one on each line. */
interface PosNumberLines {
  readonly texts: Uint8Array
  readonly ends: Int32Array
  readonly masks: Int32Array
}

interface PosNumberMatches {
  readonly signature: string
  readonly folded: string
  readonly bits: Bits
}

/** Finds parts of POS numbers, which are cached up to a limit. */
export class PosNumbers {
  readonly #handle: ReadHandle
  /** By the numbers of snapshots. */
  readonly #cached = new Map<number, PosNumberLines>()
  #remainingBytes: number
  /** The last matches, which contain those of a longer text. */
  #last: PosNumberMatches | null = null

  constructor(handle: ReadHandle, maxBytes = INDEX_BYTES.posNumbers) {
    this.#handle = handle
    this.#remainingBytes = maxBytes
  }

  /** Reads the POS numbers of a scope. Must run inside a read transaction. Throws `superseded`. */
  prepare(scope: Scope, throwIfCancelled: ThrowIfCancelled): void {
    for (const group of this.#missing(scope)) {
      if (this.#remainingBytes <= 0) return
      this.#read(group, throwIfCancelled)
    }
  }

  /**
   * Returns the items of a scope whose POS numbers contain a text, folded with single spaces and not empty.
   * Must run inside a read transaction. Throws `superseded`.
   */
  itemsWith(scope: Scope, folded: string, throwIfCancelled: ThrowIfCancelled): ScopeBits {
    const units = unitsOf(scope)
    const last = this.#last?.signature === scope.signature ? this.#last : null
    if (last?.folded === folded) return new ScopeBits(scope, units, last.bits)
    const bits: Bits = new Uint16Array(units.at(-1) ?? 0)
    const candidates = last !== null && folded.includes(last.folded) ? last.bits : null
    const needle = needleOf(folded)
    const add = (lines: PosNumberLines, unit: number, count: number): void => {
      const end = unit + lengthOfBits(count)
      addMatches(lines, needle, candidates?.subarray(unit, end) ?? null, bits.subarray(unit, end))
    }
    const missing = this.#missing(scope)
    throwIfCancelled()
    for (const [index, { number, count }] of scope.snapshots.entries()) {
      const lines = this.#cached.get(number)
      if (lines !== undefined) add(lines, units[index] ?? 0, count)
    }
    const unitOf = new Map(scope.snapshots.map((snapshot, index) => [snapshot, units[index] ?? 0]))
    for (const group of missing) {
      for (const [snapshot, lines] of this.#read(group, throwIfCancelled))
        add(lines, unitOf.get(snapshot) ?? 0, snapshot.count)
    }
    this.#last = { signature: scope.signature, folded, bits }
    return new ScopeBits(scope, units, bits)
  }

  /** Releases a snapshot that is no longer in use. */
  remove({ number }: CampaignIndex): void {
    const lines = this.#cached.get(number)
    if (lines !== undefined) this.#remainingBytes += bytesOf(lines)
    this.#cached.delete(number)
  }

  /** Returns groups of snapshots that are not cached. */
  #missing(scope: Scope): readonly (readonly CampaignIndex[])[] {
    const missing = scope.snapshots.filter(({ number }) => !this.#cached.has(number))
    // A column is read ahead in the order of the scope, which is not that of the groups.
    for (const { shapes } of missing) void shapes
    return groupsOf(missing)
  }

  /** Reads the POS numbers of snapshots, and caches those for which there is memory. */
  #read(
    group: readonly CampaignIndex[],
    throwIfCancelled: ThrowIfCancelled,
  ): ReadonlyMap<CampaignIndex, PosNumberLines> {
    throwIfCancelled()
    const linesOf = new Map<CampaignIndex, PosNumberLines>()
    for (const [snapshot, texts] of posNumbersOf(this.#handle, group, throwIfCancelled)) {
      const lines = packLines(texts)
      linesOf.set(snapshot, lines)
      const bytes = bytesOf(lines)
      if (bytes > this.#remainingBytes) continue
      this.#remainingBytes -= bytes
      this.#cached.set(snapshot.number, lines)
    }
    return linesOf
  }
}

/** Returns the POS numbers of each snapshot in the order of its items. */
function posNumbersOf(
  handle: ReadHandle,
  group: readonly CampaignIndex[],
  throwIfCancelled: ThrowIfCancelled,
): ReadonlyMap<CampaignIndex, readonly (string | null)[]> {
  const [only] = group
  if (only !== undefined && group.length === 1) {
    const texts: (string | null)[] = []
    forEachTextIn(handle, only, 'posNumber', null, throwIfCancelled, (_index, text) => texts.push(text))
    return new Map([[only, texts]])
  }
  const snapshotOf = new Map(group.map((snapshot) => [snapshot.snapshotKey, snapshot]))
  const textsOf = new Map(group.map((snapshot): [CampaignIndex, (string | null)[]] => [snapshot, []]))
  const blocks = handle
    .rows<StoredTexts & { readonly snapshotKey: number }>(
      `SELECT copy_key AS snapshotKey, first, wide, text, ends, irregular FROM copy_texts
        WHERE copy_key IN (SELECT value FROM json_each(?)) ORDER BY copy_key, first`,
    )
    .all(JSON.stringify([...snapshotOf.keys()]))
  for (const { snapshotKey, ...stored } of blocks) {
    const snapshot = snapshotOf.get(snapshotKey)
    const texts = snapshot === undefined ? undefined : textsOf.get(snapshot)
    if (snapshot !== undefined && texts !== undefined)
      visitBlockTexts(snapshot, textBlockFrom(stored), 'posNumber', null, (_index, text) => texts.push(text))
  }
  return textsOf
}

/** Folds texts as `foldedLine` does. */
function packLines(values: readonly (string | null)[]): PosNumberLines {
  const joined = values.map((value) => `${value?.replaceAll('\n', ' ') ?? ''}\n`).join('')
  const texts = new TextEncoder().encode(fold(joined).replaceAll(/[^\S\n]+/gu, ' '))
  const ends = new Int32Array(values.length)
  let offset = 0
  for (let item = 0; item < ends.length; item += 1) {
    offset = texts.indexOf(LINE_FEED, offset) + 1
    ends[item] = offset
  }
  return { texts, ends, masks: masksOf(texts, ends) }
}

function bytesOf({ texts, ends, masks }: PosNumberLines): number {
  return texts.byteLength + ends.byteLength + masks.byteLength
}

function addMatches(
  { texts, ends, masks }: PosNumberLines,
  needle: Needle,
  candidates: Bits | null,
  bits: Bits,
): void {
  if (candidates?.every((unit) => unit === 0) === true) return
  const { mask, isExact } = needle
  for (let item = 0; item < ends.length; item += 1) {
    if (((masks[item] ?? 0) & mask) !== mask) continue
    if (candidates !== null && !hasBit(candidates, item)) continue
    const start = item === 0 ? 0 : (ends[item - 1] ?? 0)
    if (isExact || contains(texts, start, ends[item] ?? 0, needle)) setBit(bits, item)
  }
}
