import { fieldText, fieldValueKind } from '../contract/fields.ts'
import { strings } from '../contract/strings/items.ts'
import { plainDecimal } from './decimal.ts'
import { momentOf, momentText } from './moment.ts'
import type { CellValue, TableColumn } from './table.ts'

/**
 * A value as people read it in a table: yes and no in words, moments in the time of this computer, numbers with a decimal
 * point and without grouping. Nothing is an empty text.
 */
export function cellText(value: CellValue, { kind, words }: TableColumn): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return flagText(value)
  if (typeof value === 'number') {
    if (kind === 'boolean' && (value === 0 || value === 1)) return flagText(value === 1)
    return words?.get(value) ?? plainDecimal(value)
  }
  if (kind === 'any') {
    const text = fieldText(value, strings)
    return fieldValueKind(value) === 'text' ? whenMoment(text) : text
  }
  return kind === 'dateTime' ? whenMoment(value) : value
}

/** Whether a value is shown at the right, as numbers are. */
export function isNumeric(value: CellValue, { kind, words }: TableColumn): boolean {
  if (typeof value === 'number') return kind !== 'boolean' && !(words?.has(value) ?? false)
  return typeof value === 'string' && kind === 'any' && fieldValueKind(value) === 'number'
}

const flagText = (flag: boolean): string => (flag ? strings.yes : strings.no)

function whenMoment(text: string): string {
  const moment = momentOf(text)
  return moment === null ? text : momentText(moment)
}
