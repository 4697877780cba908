import {
  ENTRY_SEPARATOR,
  CAMPAIGN_COLUMNS,
  type CampaignColumnKey,
} from '../../../electron/contract/campaign-columns.ts'
import { isEntries, type CampaignCell } from '../../../electron/contract/campaign-query.ts'
import { clipText, MAX_CELL_LENGTH } from '../../../electron/contract/clip-text.ts'
import { ITEM_COLUMNS, type ItemColumnKey } from '../../../electron/contract/columns.ts'
import {
  isCampaignAmount,
  isIdentifyingNumber,
  type ComparedCampaignField,
} from '../../../electron/contract/comparison.ts'
import type { LabelledField } from '../../../electron/contract/connection.ts'
import type { FacetValue } from '../../../electron/contract/filters.ts'
import { fold, wordsOf } from '../../../electron/contract/fold.ts'
import { parseInstant } from '../../../electron/contract/instant.ts'
import { daysBetween } from '../../../electron/contract/local-days.ts'
import { numberDifference, type ShownDifference } from '../../../electron/contract/number-difference.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { campaignColumnLabel } from '../../../electron/contract/column-labels.ts'
import type { Format } from '../../state/format.ts'
import type { ShownValue } from '../changes/values.ts'
import { momentOf, showMoment } from '../overview/value.ts'

/** Formats a value; an absent one as a placeholder. */
export function shownCell(value: FacetValue, format: Format): ShownValue {
  if (value === null) return { text: messages.comparison.table.none, isPlaceholder: true, number: null }
  const text = textOf(value, format)
  return { text, isPlaceholder: false, number: typeof value === 'number' ? value : null }
}

/** Formats a cell of a campaign, with all entries of a list. */
export function shownCampaignCell(column: CampaignColumnKey, cell: CampaignCell, format: Format): ShownValue {
  if (typeof cell === 'number' && isIdentifyingNumber(column))
    return { text: String(cell), isPlaceholder: false, number: null }
  if (!isEntries(cell)) return shownCell(cell, format)
  const text = cell.map((entry) => (entry === null ? '' : textOf(entry, format))).join(ENTRY_SEPARATOR)
  return { text: clipText(text, MAX_CELL_LENGTH), isPlaceholder: false, number: null }
}

function textOf(value: NonNullable<FacetValue>, format: Format): string {
  if (typeof value === 'boolean') return value ? messages.changes.yes : messages.changes.no
  if (typeof value === 'number') return format.decimal(value, 20)
  const moment = momentOf(value)
  return moment === null ? clipText(value, MAX_CELL_LENGTH) : showMoment(moment, format)
}

/** Returns the fields whose label or values contain all words of a search. */
export function matchingFields(
  fields: readonly ComparedCampaignField[],
  search: string,
  format: Format,
): readonly ComparedCampaignField[] {
  const words = wordsOf(search)
  return fields.filter(({ column, first, second }) => {
    const values = [first, second].map((cell) => shownCampaignCell(column, cell, format).text)
    const text = fold([campaignColumnLabel(column), ...values].join('\n'))
    return words.every((word) => text.includes(word))
  })
}

/** Returns the field whose numbers have names; null for any other column of items. */
export function labelledColumn(column: ItemColumnKey): LabelledField | null {
  return column === 'status' ? 'itemStatus' : null
}

/** Returns whether a column has amounts, which are aligned right and have a difference. */
export function isAmount(column: ItemColumnKey): boolean {
  return ITEM_COLUMNS[column].grid.style === 'number'
}

/** Returns the difference of two amounts of a column; null for other values. */
export function difference(
  column: ItemColumnKey,
  first: FacetValue,
  second: FacetValue,
  format: Format,
): ShownDifference | null {
  if (!isAmount(column) || typeof first !== 'number' || typeof second !== 'number') return null
  return numberDifference(first, second, format.locale)
}

/** Returns the difference of two numbers, or of two dates in days; null for other values. */
export function campaignDifference(
  column: CampaignColumnKey,
  first: CampaignCell,
  second: CampaignCell,
  format: Format,
): ShownDifference | null {
  if (typeof first === 'number' && typeof second === 'number')
    return isCampaignAmount(column) ? numberDifference(first, second, format.locale) : null
  if (CAMPAIGN_COLUMNS[column].kind !== 'dateTime' || typeof first !== 'string' || typeof second !== 'string')
    return null
  const times = [parseInstant(first), parseInstant(second)] as const
  if (times[0] === null || times[1] === null) return null
  const days = daysBetween(times[0], times[1])
  if (days === 0) return null
  const shown = numberDifference(0, days, format.locale)?.text ?? ''
  return { text: messages.comparison.table.days({ count: Math.abs(days), shown }), share: '' }
}
