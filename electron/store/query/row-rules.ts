import { toFault } from '../../contract/app-error.ts'
import { columnKindOf, type ColumnKey } from '../../contract/columns.ts'
import type { Fault } from '../../contract/faults.ts'
import { isFieldKey } from '../../contract/fields.ts'
import { isSupported } from '../../contract/filter-operators.ts'
import { allOf, isGroup } from '../../contract/filter-tree.ts'
import type { FacetValue } from '../../contract/query.ts'
import type { RuleMatches } from '../../contract/row-colors.ts'
import { unseenChangesOf } from '../changes/unseen-changes.ts'
import type { CacheBudget, SharedCache } from '../cache-budget.ts'
import type { ReadHandle } from '../database/handles.ts'
import { isCoded } from '../index-columns.ts'
import { selectedColumn } from '../item-columns.ts'
import type { StoreCondition, StoreFilterGroup } from '../types.ts'
import { isTextCondition } from './cell-conditions.ts'
import { createCellTest, matchTexts } from './cell-tests.ts'
import type { Filters } from './filters.ts'
import { KeySet } from './key-set.ts'
import { cellValue } from './ranks.ts'
import { resolveCondition, type CellCondition } from './resolved-condition.ts'
import { keysAt, type Scope } from './scope.ts'
import { readTexts } from './sort-texts.ts'

/** Columns of which the duplicates are cached: 125 kB each at a million items. */
const MAX_CACHED_DUPLICATES = 4

/** 1 for each row that matches. */
type Matches = Uint8Array
type Cells = readonly FacetValue[]

/**
 * Matches a few rows against several filters, from their own cells. {@link Filters} finds the same rows, but
 * evaluates all items of a scope, which takes too long while a list is scrolled.
 */
export class RowRules {
  readonly #handle: ReadHandle
  readonly #filters: Filters
  readonly #duplicates: SharedCache<KeySet>

  constructor(handle: ReadHandle, filters: Filters, caches: CacheBudget) {
    this.#handle = handle
    this.#filters = filters
    this.#duplicates = caches.createCache({
      maxEntries: MAX_CACHED_DUPLICATES,
      bytesOf: ({ byteLength }) => byteLength,
    })
  }

  /** Returns the first rule that matches each row. Must run inside a read transaction. */
  matches(scopeOf: () => Scope, keys: Int32Array, rules: readonly StoreFilterGroup[]): RuleMatches {
    const id = this.#handle.values<string>('SELECT campaign_item_id FROM items WHERE key = ?')
    const ids = new Map(Array.from(keys, (key) => [key, id.get(key)]))
    const rows = new Rows(
      this.#handle,
      keys.filter((key) => ids.get(key) !== undefined),
      (key) => ids.get(key) ?? '',
      (column) => this.#duplicatesOf(scopeOf(), column),
    )
    const first = new Map<number, number>()
    const faults: { rule: number; fault: Fault }[] = []
    for (const [rule, filters] of rules.entries()) {
      try {
        const matches = rows.matchGroup(filters)
        for (const [position, key] of rows.keys.entries())
          if (matches?.[position] === 1 && !first.has(key)) first.set(key, rule)
      } catch (error) {
        faults.push({ rule, fault: toFault(error) })
      }
    }
    return { matches: Array.from(keys, (key) => first.get(key) ?? null), faults }
  }

  #duplicatesOf(scope: Scope, column: ColumnKey): KeySet {
    return this.#duplicates.memo(`${scope.signature} ${column}`, () => {
      const filters = allOf({ column, operator: 'isDuplicated' })
      return new KeySet(
        keysAt(
          scope,
          this.#filters.apply(scope, null, filters, () => undefined),
        ),
      )
    })
  }
}

/** The rows of a request with their cells, which are read once. */
class Rows {
  readonly keys: Int32Array
  readonly #handle: ReadHandle
  readonly #idOf: (key: number) => string
  readonly #duplicatesOf: (column: ColumnKey) => KeySet
  readonly #cells = new Map<ColumnKey, Cells>()
  readonly #now = Date.now()

  constructor(
    handle: ReadHandle,
    keys: Int32Array,
    idOf: (key: number) => string,
    duplicatesOf: (column: ColumnKey) => KeySet,
  ) {
    this.#handle = handle
    this.keys = keys
    this.#idOf = idOf
    this.#duplicatesOf = duplicatesOf
  }

  /** Returns the rows that match a group, or null if it has no conditions. */
  matchGroup({ match, conditions }: StoreFilterGroup): Matches | null {
    const parts = conditions
      .map((node) => (isGroup(node) ? this.matchGroup(node) : this.#matchCondition(node)))
      .filter((part) => part !== null)
    if (parts.length === 0) return null
    return this.#test((_key, position) =>
      match === 'all'
        ? parts.every((part) => part[position] === 1)
        : parts.some((part) => part[position] === 1),
    )
  }

  #test(test: (key: number, position: number) => boolean): Matches {
    return Uint8Array.from(this.keys, (key, position) => Number(test(key, position)))
  }

  #matchCondition(condition: StoreCondition): Matches {
    if ('campaignItemIds' in condition) {
      const ids = new Set(condition.campaignItemIds)
      return this.#test((key) => ids.has(this.#idOf(key)) !== condition.exclude)
    }
    if (condition.column === 'unseen' && isSupported(condition)) {
      const unseen = new Set(unseenChangesOf(this.#handle, this.keys).map(({ key }) => key))
      return this.#test((key) => unseen.has(key) !== (condition.operator === 'isNot'))
    }
    const { column, isNegated, cell } = resolveCondition(condition, this.#now)
    const matches = this.#matchCells(column, cell)
    return isNegated ? matches.map((isMatch) => 1 - isMatch) : matches
  }

  #matchCells(column: ColumnKey, cell: CellCondition): Matches {
    if (cell.kind === 'duplicates') {
      const duplicates = this.#duplicatesOf(column)
      return this.#test((key) => duplicates.has(key))
    }
    const cells = this.#cellsOf(column)
    const kind = columnKindOf(column)
    if (isTextCondition(cell)) return matchTexts(kind, cells, cell, () => undefined)
    const test = createCellTest(kind, cell)
    return this.#test((_key, position) => test(cells[position] ?? null))
  }

  /** Returns the trimmed cells of a column; null for empty ones. */
  #cellsOf(column: ColumnKey): Cells {
    let cells = this.#cells.get(column)
    cells ??= this.#readCells(column).map(cellValue)
    this.#cells.set(column, cells)
    return cells
  }

  #readCells(column: ColumnKey): Cells {
    if (!isFieldKey(column) && (column === 'qty' || isCoded(column))) {
      const isFlag = columnKindOf(column) === 'boolean'
      const value = this.#handle.values<string | number | null>(
        `SELECT ${selectedColumn(column)} FROM items WHERE key = ?`,
      )
      return Array.from(this.keys, (key) => {
        const stored = value.get(key) ?? null
        return isFlag && typeof stored === 'number' ? stored === 1 : stored
      })
    }
    return readTexts(this.#handle, this.keys, column)
  }
}
