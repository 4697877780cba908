import { DEFAULT_CHECK_IDS, type CheckResult, type CheckSettings } from '../../../electron/contract/checks.ts'
import { NO_FILTERS } from '../../../electron/contract/filters.ts'
import { strings } from '../../../electron/contract/strings/checks.ts'
import { fieldLabel } from '../overview/fields.ts'
import { filtersText, type ValueDisplay } from '../items/filter-names.ts'
import type { Format } from '../../state/format.ts'

/** Maximum number of findings in a record that are listed before the rest is counted. */
const MAX_RECORD_LINES = 5

/** Name and explanation of a check. */
export interface CheckText {
  readonly name: string
  readonly text: string
}

export function checkText(id: string, settings: CheckSettings, valueDisplay: ValueDisplay): CheckText {
  const { number } = valueDisplay.format
  const own = settings.own.find((check) => check.id === id)
  if (own !== undefined) {
    const parts = [filtersText(own.filters ?? NO_FILTERS, valueDisplay), own.search]
    return { name: own.name, text: strings.own(parts.filter((part) => part !== '')) }
  }
  const checkId = DEFAULT_CHECK_IDS.find((defaultId) => defaultId === id)
  if (checkId === undefined) return { name: id, text: '' }
  const { quantityBeyond, posForm } = strings.builtIn
  if (checkId === 'quantityBeyond')
    return { name: quantityBeyond.name(number(settings.mostQuantity ?? 0)), text: quantityBeyond.text }
  if (checkId === 'posForm') return { name: posForm.name(settings.posForm), text: posForm.text }
  return strings.builtIn[checkId]
}

/** Returns the number of findings as text. */
export function countText({ id, count }: CheckResult, number: (value: number) => string): string {
  if (count === 0) return strings.nothing
  if (id === 'elementWithoutItems') return strings.elements(count, number(count))
  if (id === 'datesOutOfOrder') return strings.dates(count, number(count))
  return strings.items(count, number(count))
}

/** Describes the findings in the campaign's record, one per line. */
export function recordLines(
  { elements, dates }: CheckResult,
  format: Pick<Format, 'date' | 'number'>,
): readonly string[] {
  const lines = [
    ...elements,
    ...dates.map(({ first, firstAt, second, secondAt }) =>
      strings.datesText(fieldLabel(first), format.date(firstAt), fieldLabel(second), format.date(secondAt)),
    ),
  ]
  const more = lines.length - MAX_RECORD_LINES
  return more > 0 ? [...lines.slice(0, MAX_RECORD_LINES), strings.andMore(format.number(more))] : lines
}
