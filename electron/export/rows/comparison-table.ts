import type { ComparisonLine } from '../../contract/comparison.ts'
import type { FacetValue } from '../../contract/query.ts'
import { ITEM_COLUMN_LABELS } from '../../contract/strings/columns.ts'
import { comparisonStrings as messages } from '../../contract/strings/comparison.ts'
import { strings } from '../../contract/strings/items.ts'
import { openComparisonRows } from '../../store/comparison/export-rows.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import type { ComparisonToExport } from '../types.ts'
import { plainColumn, statusNameOf, type TableColumn } from './table.ts'

/** Returns the columns of a file with a comparison. */
export function comparisonColumns({
  names: [first, second],
  options: { header },
}: ComparisonToExport): readonly TableColumn[] {
  const headings = Object.entries({ ...messages.columns, first, second })
  return headings.map(([key, heading]) => plainColumn(key, header === 'keys' ? key : heading, 'text'))
}

/** Opens the rows of {@link comparisonColumns}: one for each differing field, and for each other item. */
export function openComparisonTable(
  { databaseFile, comparison, names, statusLabels, options }: ComparisonToExport,
  throwIfCancelled: () => void,
): ExportRows {
  const statusName = statusNameOf(options.statuses, statusLabels)
  const textOf = (column: string, value: FacetValue): string | null => {
    if (value === null) return null
    if (typeof value === 'boolean') return value ? strings.yes : strings.no
    return column === 'status' && typeof value === 'number' && statusName !== null
      ? statusName(value)
      : String(value)
  }
  const rowOf = (line: ComparisonLine): readonly StoredValue[] => {
    const { first, second, field } = line
    const item = first ?? second
    const start = [kindOf(line, names), item?.posNumber ?? null, item?.itemName ?? null]
    if (field === null) return [...start, null, null, null]
    const { column } = field
    const label = options.header === 'keys' ? column : ITEM_COLUMN_LABELS[column]
    return [...start, label, textOf(column, field.first), textOf(column, field.second)]
  }
  return openComparisonRows(databaseFile, comparison, rowOf, throwIfCancelled)
}

function kindOf(
  { list, first: item, reason }: ComparisonLine,
  [first, second]: ComparisonToExport['names'],
): string {
  switch (list) {
    case 'onlyFirst':
      return messages.kinds.onlyIn(first)
    case 'onlySecond':
      return messages.kinds.onlyIn(second)
    case 'notMatched':
      return messages.kinds.notMatched(item === null ? second : first, reason ?? 'missing')
    case 'different':
    case 'equal':
      return messages.kinds[list]
  }
}
