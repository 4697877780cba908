import pLimit from 'p-limit'
import type { FieldKey } from '../../../electron/contract/fields.ts'
import { EMPTY_QUERY, type ColumnValues } from '../../../electron/contract/query.ts'
import { api } from '../../api.ts'
import { ColumnCounts, NO_VALUES } from '../../state/column-counts.svelte.ts'
import type { Format } from '../../state/format.ts'
import { isStateColumn, type FilterColumn } from '../../../electron/contract/filters.ts'
import type { FilterTerms } from '../../state/filter-terms.ts'

/** The columns of which conditions are edited, and their values. */
export interface FilterSource<Column extends string = FilterColumn> {
  readonly terms: FilterTerms<Column>
  readonly format: Format
  /** The undocumented fields that are offered. */
  readonly fields: readonly (Column & FieldKey)[]
  /** The values of the column that is being edited. */
  readonly counts: ColumnCounts<Column>
  /** Returns the range of a column's values. */
  readonly extentOf: (column: Column) => Promise<Pick<ColumnValues, 'min' | 'max'>>
}

/** Where the filter builder opens: at its start, at a part of the outermost group, or at a column. */
export type FilterTarget<Column extends string = FilterColumn> =
  | { readonly kind: 'start' }
  | { readonly kind: 'part'; readonly index: number }
  | { readonly kind: 'column'; readonly column: Column }

interface Campaigns {
  readonly connectionId: string
  /** Null for all campaigns. */
  readonly campaignId: string | null
}

/** Returns the source of conditions that apply to all items of campaigns, whatever a list shows. */
export function createFilterSource(
  campaigns: () => Campaigns,
  display: () => Pick<FilterSource, 'terms' | 'format' | 'fields'>,
): FilterSource {
  const valuesOf = (column: FilterColumn, find: string): Promise<ColumnValues> => {
    if (isStateColumn(column)) return Promise.resolve(NO_VALUES)
    const { connectionId, campaignId } = campaigns()
    const query = { ...EMPTY_QUERY, campaignIds: campaignId === null ? null : [campaignId] }
    return api.call('items.values', { connectionId, query, column, find })
  }
  // A request for values cancels an earlier one.
  const extents = pLimit(1)
  // Without counts, values can still be compared as texts.
  const counts = new ColumnCounts(valuesOf, () => undefined)
  return {
    counts,
    extentOf: (column) => extents(() => valuesOf(column, '')),
    get terms() {
      return display().terms
    },
    get format() {
      return display().format
    },
    get fields() {
      return display().fields
    },
  }
}
