import { isFieldKey } from '../contract/fields.ts'
import { conditionsOf } from '../contract/filter-tree.ts'
import type { FilterCondition } from '../contract/filters.ts'
import { STORED_COLUMN_KEYS, type ColumnKey } from '../contract/columns.ts'
import { parseFields } from '../contract/search-fields.ts'
import type { ReadHandle, WriteHandle } from './database/handles.ts'
import { isCoded } from './index-columns.ts'
import type { TextColumn } from './query/sort-texts.ts'
import type { StoreQuery } from './types.ts'

/** What a query needs of a column outside the index: folded texts, codes or ranks. */
export interface ColumnUse {
  readonly name: TextColumn
  readonly use: 'texts' | 'codes' | 'ranks'
}

/** Up to 16 MB of codes, or some 50 MB of texts, at a million items. */
const MAX_USES = 16
const TEXT_OPERATORS: ReadonlySet<string> = new Set([
  'contains',
  'doesNotContain',
  'beginsWith',
  'endsWith',
] satisfies readonly FilterCondition['operator'][])

/**
 * Returns what a query needs of columns that have neither codes nor numbers in the index.
 * @param counted the column whose values are counted, if any
 */
export function usesOf(
  { search, searchMode, filters, sort }: StoreQuery,
  counted: ColumnKey | null = null,
): readonly ColumnUse[] {
  const uses: ColumnUse[] = []
  const add = (name: string, use: ColumnUse['use']): void => {
    if (isPreparable(name)) uses.push({ name, use })
  }
  if (searchMode === 'fields') {
    for (const { match } of parseFields(search).terms) {
      // POS numbers are found by other means; see query/pos-numbers.ts.
      if (match.kind === 'column' && match.column !== 'posNumber') add(match.column, 'texts')
    }
  }
  for (const condition of conditionsOf(filters)) {
    if (!('column' in condition)) continue
    const { column, operator } = condition
    if (TEXT_OPERATORS.has(operator)) add(column, 'texts')
    // Whether there are few texts to match is known from their codes.
    add(column, 'codes')
  }
  if (counted !== null) add(counted, 'codes')
  for (const { key } of sort) add(key, 'ranks')
  return uses
}

function isPreparable(name: string): name is TextColumn {
  if (isFieldKey(name)) return true
  return (
    (STORED_COLUMN_KEYS as readonly string[]).includes(name) &&
    !isCoded(name) &&
    name !== 'qty' &&
    name !== 'updatedAt'
  )
}

/** Returns the columns with a use that are recorded, the latest last. */
export function recordedColumns(handle: ReadHandle, use: ColumnUse['use']): readonly TextColumn[] {
  return handle.values<TextColumn>('SELECT name FROM used_columns WHERE use = ? ORDER BY rowid').all(use)
}

/** The latest uses of columns since the store was opened, the latest last. */
export class RecentUses {
  readonly #uses = new Map<string, ColumnUse>()

  /**
   * Adds the uses of a query. Returns the uses to record: none if none is new, else all recent ones, so that
   * the earliest recorded one is that of the earliest last use.
   */
  add(uses: readonly ColumnUse[]): readonly ColumnUse[] {
    let hasNew = false
    for (const each of uses) {
      const key = `${each.use} ${each.name}`
      if (!this.#uses.delete(key)) hasNew = true
      this.#uses.set(key, each)
    }
    if (!hasNew) return []
    for (const key of this.#uses.keys()) if (this.#uses.size > MAX_USES) this.#uses.delete(key)
    return [...this.#uses.values()]
  }
}

/** Records uses of columns, the latest last, instead of the earliest ones. */
export function recordUses(handle: WriteHandle, uses: readonly ColumnUse[]): void {
  handle.transaction(() => {
    const record = handle.command('INSERT OR REPLACE INTO used_columns (name, use) VALUES (?, ?)')
    for (const { name, use } of uses) record.run(name, use)
    handle
      .command(
        `DELETE FROM used_columns WHERE rowid NOT IN
          (SELECT rowid FROM used_columns ORDER BY rowid DESC LIMIT ${String(MAX_USES)})`,
      )
      .run()
  })
}
