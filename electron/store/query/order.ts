import type { ColumnKey } from '../../contract/columns.ts'
import type { FacetValue, SortDirection, SortKey } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { isCoded, type CodedColumn } from '../index-columns.ts'
import { HAS_UPDATED_AT } from '../item-shape.ts'
import { cellValue } from './cells.ts'
import { keptRanks } from './kept-ranks.ts'
import { ranksOfKeys } from './packed-sort.ts'
import { compareValues, EMPTY, ranksOfNumbers, type Ranks } from './ranks.ts'
import { consecutive, keysAt, type Scope } from './scope.ts'
import { keysOfAll, keysOfSome, type TextColumn } from './sort-texts.ts'
import type { CheckTurn } from './turn.ts'

/** Orders that are held for the next query: some megabytes each at a million items. */
const HELD_ORDERS = 6
/** With fewer than one of so many items in a result, their texts are read one by one, and not those of all. */
const SMALL_SHARE = 8

/** Sorts places. What it works out for all items of a scope is held, so that a filter or a search sorts at once. */
export class Orders {
  readonly #handle: ReadHandle
  readonly #held = new Map<string, Ranks>()

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /**
   * The places (null: all) in the order of the sort keys, the first of which weighs most. Equal ones stay as they
   * are; empty cells come last in both directions. Must run inside a snapshot.
   */
  sort(
    scope: Scope,
    places: Int32Array | null,
    keys: readonly SortKey[],
    checkTurn: CheckTurn,
  ): Int32Array | null {
    if (keys.length === 0) return places
    const chosen = places ?? consecutive(0, scope.total)
    let order = consecutive(0, chosen.length)
    for (const { key, direction } of keys.toReversed()) {
      checkTurn()
      order = sortByRanks(order, this.#ranks(scope, chosen, key, checkTurn), direction)
    }
    return order.map((at) => chosen[at] ?? 0)
  }

  /** Ranks of the chosen items, in their order. */
  #ranks(scope: Scope, places: Int32Array, column: ColumnKey, checkTurn: CheckTurn): Ranks {
    if (isCoded(column)) return ranksOfCodes(scope, places, column)
    const held = this.#take(`${scope.signature} ${column}`)
    if (held === undefined && places.length * SMALL_SHARE < scope.total) {
      return this.#ranksOfSome(scope, places, column, checkTurn)
    }
    const all = held ?? this.#ranksOfAll(scope, column, checkTurn)
    this.#hold(`${scope.signature} ${column}`, all)
    if (places.length === scope.total) return all
    return { ranks: places.map((place) => all.ranks[place] ?? EMPTY), distinct: all.distinct }
  }

  #ranksOfAll(scope: Scope, column: TextColumn | 'qty', checkTurn: CheckTurn): Ranks {
    if (column === 'qty') return ranksOfNumbers(numbersAt(scope, consecutive(0, scope.total), 'quantities'))
    if (column === 'updatedAt') return this.#ranksOfInstants(scope, consecutive(0, scope.total), checkTurn)
    return (
      keptRanks(this.#handle, scope, column) ??
      ranksOfKeys(keysOfAll(this.#handle, scope, column, checkTurn), checkTurn)
    )
  }

  #ranksOfSome(scope: Scope, places: Int32Array, column: TextColumn | 'qty', checkTurn: CheckTurn): Ranks {
    if (column === 'qty') return ranksOfNumbers(numbersAt(scope, places, 'quantities'))
    if (column === 'updatedAt') return this.#ranksOfInstants(scope, places, checkTurn)
    return ranksOfKeys(keysOfSome(this.#handle, keysAt(scope, places), column, checkTurn), checkTurn)
  }

  /** Timestamps by their instant, whatever their spelling; after them those that cannot be read, as texts. */
  #ranksOfInstants(scope: Scope, places: Int32Array, checkTurn: CheckTurn): Ranks {
    const instants = numbersAt(scope, places, 'instants')
    const { ranks, distinct } = ranksOfNumbers(instants)
    const unread = unreadTimestamps(scope, places, instants)
    if (unread.length === 0) return { ranks, distinct }
    const keys = keysAt(
      scope,
      unread.map((at) => places[at] ?? 0),
    )
    const texts = ranksOfKeys(keysOfSome(this.#handle, keys, 'updatedAt', checkTurn), checkTurn)
    for (const [index, at] of unread.entries()) ranks[at] = distinct + (texts.ranks[index] ?? 0)
    return { ranks, distinct: distinct + texts.distinct }
  }

  #take(name: string): Ranks | undefined {
    const ranks = this.#held.get(name)
    this.#held.delete(name)
    return ranks
  }

  #hold(name: string, ranks: Ranks): void {
    this.#held.set(name, ranks)
    const [oldest] = this.#held.keys()
    if (this.#held.size > HELD_ORDERS && oldest !== undefined) this.#held.delete(oldest)
  }
}

/** Sorts indices by the ranks of what they stand for, by counting: stable, and it takes only a few passes. */
function sortByRanks(
  order: Int32Array<ArrayBuffer>,
  { ranks, distinct }: Ranks,
  direction: SortDirection,
): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(order.length)
  const ends = new Int32Array(distinct + 2)
  for (let index = 0; index < order.length; index += 1) {
    const rank = ranks[order[index] ?? 0] ?? EMPTY
    const slot = rank === EMPTY ? distinct : direction === 1 ? rank : distinct - 1 - rank
    slots[index] = slot
    ends[slot + 1] = (ends[slot + 1] ?? 0) + 1
  }
  for (let slot = 1; slot < ends.length; slot += 1) ends[slot] = (ends[slot] ?? 0) + (ends[slot - 1] ?? 0)
  const sorted = new Int32Array(order.length)
  for (let index = 0; index < order.length; index += 1) {
    const slot = slots[index] ?? 0
    const end = ends[slot] ?? 0
    sorted[end] = order[index] ?? 0
    ends[slot] = end + 1
  }
  return sorted
}

/** The values of all copies are ranked together; each copy's codes then stand for ranks. */
function ranksOfCodes(scope: Scope, places: Int32Array, column: CodedColumn): Ranks {
  const values = new Set<FacetValue>(
    scope.copies.flatMap((copy) => copy.coded(column).dictionary.map((value) => cellValue(value))),
  )
  values.delete(null)
  const rankOf = new Map<FacetValue, number>()
  let distinct = 0
  let before: FacetValue = null
  for (const value of [...values].sort(compareValues)) {
    if (before === null || compareValues(before, value) !== 0) distinct += 1
    rankOf.set(value, distinct - 1)
    before = value
  }
  const ranks = new Int32Array(places.length)
  eachPlace(scope, places, (copyAt) => {
    const coded = scope.copies[copyAt]?.coded(column)
    const ofCodes = Int32Array.from(coded?.dictionary ?? [], (value) => rankOf.get(cellValue(value)) ?? EMPTY)
    return (at, inCopy) => {
      ranks[at] = ofCodes[coded?.codes[inCopy] ?? 0] ?? EMPTY
    }
  })
  return { ranks, distinct }
}

function numbersAt(scope: Scope, places: Int32Array, column: 'quantities' | 'instants'): Float64Array {
  const numbers = new Float64Array(places.length)
  eachPlace(scope, places, (copyAt) => {
    const values = scope.copies[copyAt]?.[column]
    return (at, inCopy) => {
      numbers[at] = values?.[inCopy] ?? Number.NaN
    }
  })
  return numbers
}

/** Indices of the places whose timestamp is there but cannot be read. */
function unreadTimestamps(scope: Scope, places: Int32Array, instants: Float64Array): Int32Array {
  const unread: number[] = []
  eachPlace(scope, places, (copyAt) => {
    const shapes = scope.copies[copyAt]?.shapes
    return (at, inCopy) => {
      if (Number.isNaN(instants[at]) && ((shapes?.[inCopy] ?? 0) & HAS_UPDATED_AT) !== 0) unread.push(at)
    }
  })
  return Int32Array.from(unread)
}

/** Goes through ascending places, with a visitor made once for each copy. */
function eachPlace(
  scope: Scope,
  places: Int32Array,
  visitorOf: (copyAt: number) => (at: number, inCopy: number) => void,
): void {
  let copyAt = -1
  let end = 0
  let start = 0
  let visit: (at: number, inCopy: number) => void = () => undefined
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0
    if (place >= end) {
      while (place >= end) {
        copyAt += 1
        start = scope.starts[copyAt] ?? 0
        end = start + (scope.copies[copyAt]?.count ?? 1)
      }
      visit = visitorOf(copyAt)
    }
    visit(at, place - start)
  }
}
