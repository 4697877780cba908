import type { ReadHandle } from '../database/handles.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { readJoinedWords, type JoinedWords } from './joined-words.ts'
import type { MemoryBudget } from './word-segments.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/** Larger snapshots are searched one by one, without losing time. Smaller ones have one segment of words. */
const MAX_JOINED_ITEMS = 16_384
/** Limits of what is read at once, which takes some milliseconds. */
const ITEMS_AT_ONCE = 50_000
const SNAPSHOTS_AT_ONCE = 1_000
/** Above this number of parts with few snapshots, these are read again together. */
const MAX_SMALL_PARTS = 32
const SMALL_PART_SNAPSHOTS = 32

interface CachedPart {
  readonly words: JoinedWords
  /** Snapshots that are still in use. */
  usedSnapshots: number
}

/** Snapshots of a scope, to be searched together or one by one. */
export interface JoinedParts {
  readonly cached: readonly JoinedWords[]
  /** Snapshots whose words exceed the memory, and are read at each search. */
  readonly uncached: readonly (readonly CampaignIndex[])[]
  readonly others: readonly CampaignIndex[]
}

/** Caches the words of small snapshots together, up to a limit. */
export class JoinedCache {
  readonly #handle: ReadHandle
  readonly #budget: MemoryBudget
  readonly #parts = new Set<CachedPart>()
  /** By the numbers of snapshots. */
  readonly #partOf = new Map<number, CachedPart>()
  /** By the numbers of snapshots without words, the version of the data at which there were none. */
  readonly #withoutWords = new Map<number, number>()

  constructor(handle: ReadHandle, budget: MemoryBudget) {
    this.#handle = handle
    this.#budget = budget
  }

  /** Returns the words of snapshots, and reads the missing ones. Must run inside a read transaction. */
  parts(snapshots: readonly CampaignIndex[], throwIfCancelled: ThrowIfCancelled): JoinedParts {
    this.#releaseSmallParts()
    const dataVersion = this.#handle.dataVersion()
    const isSmall = ({ count }: CampaignIndex): boolean => count <= MAX_JOINED_ITEMS
    const missing = snapshots.filter(
      (each) =>
        isSmall(each) &&
        !this.#partOf.has(each.number) &&
        this.#withoutWords.get(each.number) !== dataVersion,
    )
    const uncached: (readonly CampaignIndex[])[] = []
    for (const group of groupsOf(missing)) {
      throwIfCancelled()
      if (this.#budget.remaining <= 0) uncached.push(group)
      else if (!this.#add(readJoinedWords(this.#handle, group), group, dataVersion)) uncached.push(group)
    }
    const cached = new Set<JoinedWords>()
    const others: CampaignIndex[] = []
    const uncachedSnapshots = new Set(uncached.flat())
    for (const snapshot of snapshots) {
      const part = this.#partOf.get(snapshot.number)
      if (part !== undefined) cached.add(part.words)
      else if (!uncachedSnapshots.has(snapshot)) others.push(snapshot)
    }
    return { cached: [...cached], uncached, others }
  }

  /** Releases a snapshot that is no longer in use. */
  remove({ number }: CampaignIndex): void {
    this.#withoutWords.delete(number)
    const part = this.#partOf.get(number)
    if (part === undefined) return
    this.#partOf.delete(number)
    part.usedSnapshots -= 1
    if (part.usedSnapshots * 2 < part.words.members.length) this.#release(part)
  }

  /** Returns false if the words exceed the memory. */
  #add(words: JoinedWords, group: readonly CampaignIndex[], dataVersion: number): boolean {
    if (words.bytes > this.#budget.remaining) return false
    const part = { words, usedSnapshots: words.members.length }
    for (const snapshot of group) this.#withoutWords.set(snapshot.number, dataVersion)
    for (const { snapshot, segment } of words.members) {
      this.#withoutWords.delete(snapshot.number)
      this.#partOf.set(snapshot.number, part)
      snapshot.words.share(segment)
    }
    if (part.usedSnapshots === 0) return true
    this.#budget.remaining -= words.bytes
    this.#parts.add(part)
    return true
  }

  #release(part: CachedPart): void {
    this.#parts.delete(part)
    this.#budget.remaining += part.words.bytes
    for (const { snapshot } of part.words.members) {
      if (this.#partOf.get(snapshot.number) !== part) continue
      this.#partOf.delete(snapshot.number)
      snapshot.words.release()
    }
  }

  #releaseSmallParts(): void {
    const small = [...this.#parts].filter(({ usedSnapshots }) => usedSnapshots < SMALL_PART_SNAPSHOTS)
    if (small.length > MAX_SMALL_PARTS) for (const part of small) this.#release(part)
  }
}

/** Groups snapshots, ascending by key, that are read at once. */
export function groupsOf(snapshots: readonly CampaignIndex[]): readonly (readonly CampaignIndex[])[] {
  const groups: CampaignIndex[][] = []
  let items = Infinity
  for (const snapshot of snapshots.toSorted((one, other) => one.snapshotKey - other.snapshotKey)) {
    const last = groups.at(-1)
    if (last === undefined || items + snapshot.count > ITEMS_AT_ONCE || last.length === SNAPSHOTS_AT_ONCE) {
      groups.push([snapshot])
      items = snapshot.count
    } else {
      last.push(snapshot)
      items += snapshot.count
    }
  }
  return groups
}
