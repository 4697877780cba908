import { isSupported } from '../../contract/filter-operators.ts'
import { isGroup } from '../../contract/filter-tree.ts'
import type { FilterCondition } from '../../contract/filters.ts'
import type { CacheBudget, SharedCache } from '../cache-budget.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { IdFilter, StoreCondition, StoreFilterGroup } from '../types.ts'
import { createFullBits, hasBit, indexesOf, intersect, subtract, unite, type Bits } from './bits.ts'
import { itemsWithCell } from './cell-conditions.ts'
import type { FoldedTexts } from './folded-texts.ts'
import { listedItems, unseenItems } from './id-filter.ts'
import { resolveCondition } from './resolved-condition.ts'
import type { Scope } from './scope.ts'
import type { TextColumn } from './sort-texts.ts'
import { bytesOfCodes, textCodes, type TextCodes } from './text-codes.ts'
import { WordSearch } from './words.ts'

/** Up to 16 MB each at a million items. */
const MAX_CACHED_CODES = 1
/** 125 kB each at a million items. */
const MAX_CACHED_CONDITIONS = 32

/** Evaluates filters, and caches codes and the items of conditions. */
export class Filters {
  readonly #handle: ReadHandle
  readonly #words = new WordSearch()
  readonly #foldedTexts: FoldedTexts
  readonly #codes: SharedCache<TextCodes>
  readonly #conditions: SharedCache<Bits>

  constructor(handle: ReadHandle, foldedTexts: FoldedTexts, caches: CacheBudget) {
    this.#handle = handle
    this.#foldedTexts = foldedTexts
    this.#codes = caches.createCache({ maxEntries: MAX_CACHED_CODES, bytesOf: bytesOfCodes })
    this.#conditions = caches.createCache({
      maxEntries: MAX_CACHED_CONDITIONS,
      bytesOf: ({ byteLength }) => byteLength,
    })
  }

  /**
   * Returns the matching indexes of those given (null for all), or null if nothing is filtered out. Relative
   * dates are resolved now. Throws `badInput` for a condition that its column does not have,
   * `filterPatternInvalid`, `filterPatternTooSlow` and `superseded`. Must run inside a read transaction.
   */
  apply(
    scope: Scope,
    indexes: Int32Array | null,
    filters: StoreFilterGroup,
    throwIfCancelled: ThrowIfCancelled,
  ): Int32Array | null {
    const bits = this.#matchGroup(scope, filters, { now: Date.now(), throwIfCancelled })
    if (bits === null) return indexes
    return indexes === null ? indexesOf(bits) : withBits(indexes, bits)
  }

  /** Returns the text codes of a column. Must run inside a read transaction. */
  codesOf(scope: Scope, column: TextColumn, throwIfCancelled: ThrowIfCancelled): TextCodes {
    return this.#codes.memo(`${scope.signature} ${column}`, () =>
      textCodes(this.#handle, scope, column, throwIfCancelled),
    )
  }

  /** Returns the items of a group as new bits, or null if it has no conditions. */
  #matchGroup(scope: Scope, { match, conditions }: StoreFilterGroup, run: Run): Bits | null {
    let bits: Bits | null = null
    for (const node of conditions) {
      run.throwIfCancelled()
      const matches = this.#matchNode(scope, node, run)
      if (matches === null) continue
      if (bits === null) bits = matches
      else if (match === 'all') intersect(bits, matches)
      else unite(bits, matches)
    }
    return bits
  }

  #matchNode(scope: Scope, node: StoreCondition | StoreFilterGroup, run: Run): Bits | null {
    if (isGroup(node)) return this.#matchGroup(scope, node, run)
    if ('campaignItemIds' in node) return this.#matchIds(scope, node)
    if (node.column === 'unseen' && isSupported(node)) {
      const unseen = unseenItems(this.#handle, scope)
      return node.operator === 'isNot' ? complement(scope, unseen) : unseen
    }
    return this.#matchCondition(scope, node, run)
  }

  #matchIds(scope: Scope, { campaignItemIds, exclude }: IdFilter): Bits {
    const bits = this.#conditions.memo(JSON.stringify([scope.signature, campaignItemIds]), () =>
      listedItems(this.#handle, scope, campaignItemIds),
    )
    return exclude ? complement(scope, bits) : bits.slice()
  }

  #matchCondition(scope: Scope, condition: FilterCondition, { now, throwIfCancelled }: Run): Bits {
    const { column, isNegated, cell } = resolveCondition(condition, now)
    const bits = this.#conditions.memo(JSON.stringify([scope.signature, column, cell]), () =>
      itemsWithCell(
        scope,
        { column, cell },
        {
          handle: this.#handle,
          words: this.#words,
          foldedTexts: this.#foldedTexts,
          codesOf: (textColumn) => this.codesOf(scope, textColumn, throwIfCancelled),
          throwIfCancelled,
        },
      ),
    )
    return isNegated ? complement(scope, bits) : bits.slice()
  }
}

/** What a run of a query has in common for all conditions. */
interface Run {
  /** In milliseconds since 1970. */
  readonly now: number
  readonly throwIfCancelled: ThrowIfCancelled
}

function complement(scope: Scope, bits: Bits): Bits {
  const others = createFullBits(scope.total)
  subtract(others, bits)
  return others
}

function withBits(indexes: Int32Array, bits: Bits): Int32Array {
  const matches = new Int32Array(indexes.length)
  let count = 0
  for (const index of indexes) {
    if (!hasBit(bits, index)) continue
    matches[count] = index
    count += 1
  }
  return matches.subarray(0, count)
}
