import type { ColumnKey } from '../../../electron/contract/columns.ts'
import type { ValueLabel } from '../../../electron/contract/connection.ts'
import type { FieldKey } from '../../../electron/contract/fields.ts'
import { EMPTY_QUERY, type ColumnValues } from '../../../electron/contract/query.ts'
import { api } from '../../api.ts'
import { ColumnCounts } from '../../state/column-counts.svelte.ts'
import type { Format } from '../../state/format.ts'
import type { ValueDisplay } from './filter-names.ts'

/** The columns of which conditions are edited, and their values. */
export interface FilterSource {
  readonly labels: readonly ValueLabel[]
  readonly format: Format
  readonly valueDisplay: ValueDisplay
  /** The undocumented fields that are offered. */
  readonly fields: readonly FieldKey[]
  /** The values of the column that is being edited. */
  readonly counts: ColumnCounts
  /** Returns the range of a column's values. */
  readonly extentOf: (column: ColumnKey) => Promise<Pick<ColumnValues, 'min' | 'max'>>
}

interface Campaigns {
  readonly connectionId: string
  /** Null for all campaigns. */
  readonly campaignId: string | null
}

/** Returns the source of conditions that apply to all items of campaigns, whatever a list shows. */
export function createFilterSource(
  campaigns: () => Campaigns,
  display: () => Pick<FilterSource, 'labels' | 'format' | 'fields'>,
): FilterSource {
  const valuesOf = (column: ColumnKey, find: string): Promise<ColumnValues> => {
    const { connectionId, campaignId } = campaigns()
    const query = { ...EMPTY_QUERY, campaignIds: campaignId === null ? null : [campaignId] }
    return api.call('items.values', { connectionId, query, column, find })
  }
  // Without counts, values can still be compared as texts.
  const counts = new ColumnCounts(valuesOf, () => undefined)
  return {
    counts,
    extentOf: (column) => valuesOf(column, ''),
    get labels() {
      return display().labels
    },
    get format() {
      return display().format
    },
    get fields() {
      return display().fields
    },
    get valueDisplay() {
      return display()
    },
  }
}
