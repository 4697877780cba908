import { LRUCache } from 'lru-cache'
import { fold } from '../../contract/fold.ts'
import { isAbbreviated } from '../abbreviated-value.ts'
import type { ReadHandle } from '../database/handles.ts'
import { hasBit, intersect, setBit, type Bits } from './bits.ts'
import type { CampaignIndex, CodedValues } from './campaign-index.ts'
import { readJoinedWords, SEARCHED_KINDS, type JoinedMember, type JoinedWords } from './joined-words.ts'
import { contains, needleOf, type Needle } from './needle.ts'
import type { JoinedCache, JoinedParts } from './joined-cache.ts'
import type { Scope } from './scope.ts'
import { ScopeBits, unitsOf } from './scope-bits.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { lengthOfBits } from '../ingest/word-index.ts'
import { addWordItems, SEARCHED_CODED_COLUMNS, SEARCHED_COLUMNS, type WordSearch } from './words.ts'

/** Cached so that another letter or word costs only itself: 125 kB each at a million items. */
const MAX_CACHED_WORDS = 16
/** Maximum number of distinct texts of coded columns that are cached. */
const MAX_TEXTS = 100_000

/** The folded texts of a coded column of a snapshot. */
interface CodedTexts {
  readonly values: CodedValues
  /** For each code, the number of its text. */
  readonly textNumbers: Int32Array
}

/** A scope, prepared for searches. */
interface PreparedScope {
  readonly scope: Scope
  readonly dataVersion: number
  /** For each snapshot, its first unit; then the number of all units. */
  readonly units: Int32Array
  readonly unitOf: ReadonlyMap<CampaignIndex, number>
  readonly parts: JoinedParts
  readonly coded: readonly { readonly unit: number; readonly columns: readonly CodedTexts[] }[]
  readonly longSnapshots: readonly CampaignIndex[]
  /** Bits of words. */
  readonly words: LRUCache<string, Bits>
}

/**
 * Finds words in the items of many campaigns at once, because the work for each of thousands of snapshots
 * takes longer than the search itself.
 */
export class JoinedSearch {
  readonly #handle: ReadHandle
  readonly #cache: JoinedCache
  readonly #wordSearch: WordSearch
  #prepared: PreparedScope | null = null
  /** Distinct folded texts of coded columns with their numbers. */
  #texts = new Map<string, number>()
  #codedTexts = new WeakMap<CodedValues, CodedTexts>()

  constructor(handle: ReadHandle, cache: JoinedCache, wordSearch: WordSearch) {
    this.#handle = handle
    this.#cache = cache
    this.#wordSearch = wordSearch
  }

  /** Reads what searches of a scope need. Must run inside a read transaction. Throws `superseded`. */
  prepare(scope: Scope, throwIfCancelled: ThrowIfCancelled): void {
    this.#prepare(scope, throwIfCancelled)
  }

  /**
   * Returns the items of a scope that contain all folded words, of which there is at least one. Must run
   * inside a read transaction. Throws `superseded`.
   */
  itemsWithAll(scope: Scope, words: readonly string[], throwIfCancelled: ThrowIfCancelled): ScopeBits {
    const prepared = this.#prepare(scope, throwIfCancelled)
    const [first, ...others] = words.map((word) => this.#bits(prepared, word, throwIfCancelled))
    if (first === undefined || others.length === 0)
      return new ScopeBits(scope, prepared.units, first ?? emptyBits(prepared))
    const bits = first.slice()
    for (const other of others) intersect(bits, other)
    return new ScopeBits(scope, prepared.units, bits)
  }

  #prepare(scope: Scope, throwIfCancelled: ThrowIfCancelled): PreparedScope {
    const dataVersion = this.#handle.dataVersion()
    const previous = this.#prepared
    if (previous?.dataVersion === dataVersion && previous.scope.signature === scope.signature) return previous
    const parts = this.#cache.parts(scope.snapshots, throwIfCancelled)
    const units = unitsOf(scope)
    const unitOf = new Map<CampaignIndex, number>()
    const others = new Set(parts.others)
    const coded: PreparedScope['coded'][number][] = []
    const longSnapshots: CampaignIndex[] = []
    if (this.#texts.size > MAX_TEXTS) {
      // Its texts have the removed numbers, also if this is cancelled.
      this.#prepared = null
      this.#texts = new Map()
      this.#codedTexts = new WeakMap()
    }
    for (const [index, snapshot] of scope.snapshots.entries()) {
      const unit = units[index] ?? 0
      unitOf.set(snapshot, unit)
      if (!others.has(snapshot)) {
        const columns = SEARCHED_CODED_COLUMNS.map((column) => this.#textsOf(snapshot.codedValues(column)))
        coded.push({ unit, columns })
        if (snapshot.longIndexes.length > 0) longSnapshots.push(snapshot)
      }
      if (index % 256 === 0) throwIfCancelled()
    }
    const words = new LRUCache<string, Bits>({ max: MAX_CACHED_WORDS })
    this.#prepared = { scope, dataVersion, units, unitOf, parts, coded, longSnapshots, words }
    return this.#prepared
  }

  #textsOf(values: CodedValues): CodedTexts {
    let texts = this.#codedTexts.get(values)
    if (texts === undefined) {
      const numberOf = (text: string): number => {
        let number = this.#texts.get(text)
        if (number === undefined) {
          number = this.#texts.size
          this.#texts.set(text, number)
        }
        return number
      }
      texts = {
        values,
        textNumbers: Int32Array.from(values.dictionary, (value) =>
          numberOf(value === null || isAbbreviated(value) ? '' : fold(String(value))),
        ),
      }
      this.#codedTexts.set(values, texts)
    }
    return texts
  }

  #bits(prepared: PreparedScope, word: string, throwIfCancelled: ThrowIfCancelled): Bits {
    const { words } = prepared
    const cached = words.get(word)
    if (cached !== undefined) return cached
    const bits = emptyBits(prepared)
    // Items without a part of the word, such as its first letters, do not contain it either.
    const [part] = [...words.keys()]
      .filter((each) => word.includes(each))
      .sort((one, other) => other.length - one.length)
    const candidates = part === undefined ? null : (words.get(part) ?? null)
    this.#search(prepared, word, candidates, bits, throwIfCancelled)
    words.set(word, bits)
    return bits
  }

  /**
   * Adds the items that contain a word.
   * @param candidates items that may; null for all
   */
  #search(
    prepared: PreparedScope,
    word: string,
    candidates: Bits | null,
    bits: Bits,
    throwIfCancelled: ThrowIfCancelled,
  ): void {
    const { parts, unitOf } = prepared
    this.#addCodedMatches(prepared, word, bits)
    const needle = needleOf(word)
    const addPart = (part: JoinedWords): void => {
      throwIfCancelled()
      for (const member of part.members) {
        const unit = unitOf.get(member.snapshot)
        if (unit === undefined) continue
        const { count } = member.snapshot
        const memberCandidates = candidates?.subarray(unit, unit + lengthOfBits(count)) ?? null
        if (memberCandidates?.every((each) => each === 0) === true || isFull(bits, unit, count)) continue
        for (const kind of SEARCHED_KINDS) addMemberItems(member, kind, needle, memberCandidates, unit, bits)
      }
    }
    const addOther = (snapshot: CampaignIndex): void =>
      bits.set(this.#wordSearch.itemsWithAll(snapshot, [word], throwIfCancelled), unitOf.get(snapshot))
    for (const part of parts.cached) addPart(part)
    for (const group of parts.uncached) {
      throwIfCancelled()
      const part = readJoinedWords(this.#handle, group)
      addPart(part)
      const members = new Set(part.members.map(({ snapshot }) => snapshot))
      for (const snapshot of group) if (!members.has(snapshot)) addOther(snapshot)
    }
    for (const snapshot of parts.others) addOther(snapshot)
    for (const snapshot of prepared.longSnapshots) {
      const first = 16 * (unitOf.get(snapshot) ?? 0)
      for (const [index, cells] of snapshot.longRows<readonly (string | null)[]>(SEARCHED_COLUMNS)) {
        throwIfCancelled()
        if (cells.some((cell) => cell !== null && fold(cell).includes(word))) setBit(bits, first + index)
      }
    }
  }

  #addCodedMatches({ coded }: PreparedScope, word: string, bits: Bits): void {
    const isMatch = Uint8Array.from(this.#texts.keys(), (text) => (text.includes(word) ? 1 : 0))
    if (!isMatch.includes(1)) return
    for (const { unit, columns } of coded) {
      for (const { values, textNumbers } of columns) {
        const isMatchingCode = textNumbers.map((number) => isMatch[number] ?? 0)
        if (isMatchingCode.includes(1)) addMatchingCodes(values.codes, isMatchingCode, unit, bits)
      }
    }
  }
}

function emptyBits({ units }: PreparedScope): Bits {
  return new Uint16Array(units.at(-1) ?? 0)
}

/** Adds the items whose codes match. */
function addMatchingCodes(
  codes: CodedValues['codes'],
  isMatchingCode: Int32Array,
  firstUnit: number,
  bits: Bits,
): void {
  let unit = firstUnit
  for (let index = 0; index < codes.length; unit += 1) {
    const end = Math.min(index + 16, codes.length)
    let matches = 0
    for (let bit = 1; index < end; index += 1, bit <<= 1)
      if (isMatchingCode[codes[index] ?? 0] === 1) matches |= bit
    if (matches !== 0) bits[unit] = (bits[unit] ?? 0) | matches
  }
}

/**
 * Adds the items of all words of a kind that contain the needle, from a unit on.
 * @param candidates items of the snapshot that may; null for all
 */
function addMemberItems(
  { segment, masks }: JoinedMember,
  kind: (typeof SEARCHED_KINDS)[number],
  needle: Needle,
  candidates: Bits | null,
  unit: number,
  bits: Bits,
): void {
  const { words, wordEnds, itemEnds, items } = segment.kinds[kind]
  const wordMasks = masks[kind]
  const { mask, isExact } = needle
  const sharedCount = itemEnds.length
  const first = 16 * unit
  const shift = (itemEnds[sharedCount - 1] ?? 0) - sharedCount
  for (let word = 0; word < wordEnds.length; word += 1) {
    if (((wordMasks[word] ?? 0) & mask) !== mask) continue
    const item = word < sharedCount ? null : (items[shift + word] ?? 0)
    if (item !== null && candidates !== null && !hasBit(candidates, item)) continue
    if (!isExact && !contains(words, word === 0 ? 0 : (wordEnds[word - 1] ?? 0), wordEnds[word] ?? 0, needle))
      continue
    if (item === null) addWordItems({ ...segment, first }, segment.kinds[kind], word, bits)
    else setBit(bits, first + item)
  }
}

/** Returns whether all bits of a snapshot from a unit on are set. */
function isFull(bits: Bits, firstUnit: number, count: number): boolean {
  const end = firstUnit + Math.floor(count / 16)
  for (let unit = firstUnit; unit < end; unit += 1) if (bits[unit] !== 0xffff) return false
  return count % 16 === 0 || bits[end] === (1 << (count % 16)) - 1
}
