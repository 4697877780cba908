import type { TimeZoneChoice } from '../contract/export-options.ts'
import { fieldText, fieldValueKind } from '../contract/fields.ts'
import { strings } from '../contract/strings/items.ts'
import { plainDecimal } from './decimal.ts'
import { momentOf, momentText } from './moment.ts'
import type { CellValue, TableColumn } from './table.ts'

/**
 * A value as people read it in a table: yes and no in words, moments in the chosen time zone, numbers with a decimal
 * point and without grouping. Nothing is an empty text.
 */
export function cellText(
  value: CellValue,
  { kind, words }: TableColumn,
  timeZone: TimeZoneChoice = 'local',
): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return flagText(value)
  if (typeof value === 'number') {
    if (kind === 'boolean' && (value === 0 || value === 1)) return flagText(value === 1)
    return words?.get(value) ?? plainDecimal(value)
  }
  if (kind === 'any') {
    const text = fieldText(value, strings)
    return fieldValueKind(value) === 'text' ? whenMoment(text, timeZone) : text
  }
  return kind === 'dateTime' ? whenMoment(value, timeZone) : value
}

const flagText = (flag: boolean): string => (flag ? strings.yes : strings.no)

function whenMoment(text: string, timeZone: TimeZoneChoice): string {
  const moment = momentOf(text)
  return moment === null ? text : momentText(moment, timeZone)
}
