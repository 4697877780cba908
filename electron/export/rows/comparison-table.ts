import { CAMPAIGN_COLUMNS, ENTRY_SEPARATOR } from '../../contract/campaign-columns.ts'
import { isEntries, type CampaignCell } from '../../contract/campaign-query.ts'
import type { ComparedCampaignField, ComparisonLine } from '../../contract/comparison.ts'
import { LABELLED_FIELDS, type LabelledField } from '../../contract/connection.ts'
import type { FacetValue } from '../../contract/query.ts'
import { campaignColumnLabel } from '../../contract/column-labels.ts'
import { messages } from '../../contract/messages.ts'
import { openComparisonRows } from '../../store/comparison/export-rows.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import type { ComparisonToExport } from '../types.ts'
import { plainColumn, statusNameOf, type TableColumn } from './table.ts'

/** Returns the columns of a file with a comparison. */
export function comparisonColumns({
  names: [first, second],
  options: { header },
}: ComparisonToExport): readonly TableColumn[] {
  const headings = Object.entries({ ...messages.comparison.columns, first, second })
  return headings.map(([key, heading]) =>
    plainColumn(key, header === 'keys' ? key : heading, key === 'first' || key === 'second' ? 'any' : 'text'),
  )
}

/**
 * Opens the rows of {@link comparisonColumns}: one for each differing field of the campaigns, then one for
 * each differing field of an item, and for each other item.
 */
export function openComparisonTable(
  { databaseFile, comparison, names, labels, options }: ComparisonToExport,
  throwIfCancelled: () => void,
): ExportRows {
  const nameOf = new Map(
    LABELLED_FIELDS.map((field) => [field, statusNameOf(options.statuses, labels[field], field)]),
  )
  /** Returns JSON text, so that numbers and dates are written as in exports of items. */
  const valueText = (labelled: LabelledField | null, value: FacetValue): string | null => {
    if (value === null) return null
    const name = labelled === null || typeof value !== 'number' ? null : nameOf.get(labelled)?.(value)
    return JSON.stringify(name ?? value)
  }
  const cellText = (labelled: LabelledField | null, cell: CampaignCell): string | null =>
    isEntries(cell) ? JSON.stringify(cell.map(entryText).join(ENTRY_SEPARATOR)) : valueText(labelled, cell)
  const kindOf = kindTexts(names)
  const { campaign } = messages.comparison.kinds
  const fieldRow = ({ column, first, second }: ComparedCampaignField): readonly StoredValue[] => {
    const label = options.header === 'keys' ? column : campaignColumnLabel(column)
    const labelled = CAMPAIGN_COLUMNS[column].labelled ?? null
    return [campaign, null, null, label, cellText(labelled, first), cellText(labelled, second)]
  }
  const lineRow = (line: ComparisonLine): readonly StoredValue[] => {
    const { first, second, field } = line
    const item = first ?? second
    const start = [kindOf(line), item?.posNumber ?? null, item?.itemName ?? null]
    if (field === null) return [...start, null, null, null]
    const { column } = field
    const label = options.header === 'keys' ? column : messages.columns.items[column]
    const labelled = column === 'status' ? 'itemStatus' : null
    return [...start, label, valueText(labelled, field.first), valueText(labelled, field.second)]
  }
  return openComparisonRows(
    databaseFile,
    comparison,
    { campaignField: fieldRow, line: lineRow },
    throwIfCancelled,
  )
}

function entryText(entry: FacetValue): string {
  if (typeof entry === 'boolean') return entry ? messages.items.yes : messages.items.no
  return entry === null ? '' : String(entry)
}

/** Returns a function that says what a line is about. */
function kindTexts([first, second]: ComparisonToExport['names']): (line: ComparisonLine) => string {
  const { different, equal, onlyIn, notMatched } = messages.comparison.kinds
  const onlyFirst = onlyIn({ campaign: first })
  const onlySecond = onlyIn({ campaign: second })
  const texts = { different, equal, onlyFirst, onlySecond } as const
  const notMatchedIn = (campaign: string) => ({
    missing: notMatched.missing({ campaign }),
    ambiguous: notMatched.ambiguous({ campaign }),
  })
  const [inFirst, inSecond] = [notMatchedIn(first), notMatchedIn(second)]
  return ({ list, first: item, reason }) =>
    list === 'notMatched' ? (item === null ? inSecond : inFirst)[reason ?? 'missing'] : texts[list]
}
