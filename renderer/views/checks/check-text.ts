import {
  DEFAULT_CHECK_IDS,
  SEVERITIES,
  severityOf,
  type CheckResult,
  type CheckSettings,
  type Severity,
} from '../../../electron/contract/checks.ts'
import { compareNames } from '../../../electron/contract/compare-names.ts'
import { fold } from '../../../electron/contract/fold.ts'
import { NO_FILTERS } from '../../../electron/contract/filters.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { fieldLabel } from '../overview/fields.ts'
import { filtersText, type ValueDisplay } from '../../state/filter-names.ts'
import type { Format } from '../../state/format.ts'

/** Maximum number of findings in a record that are listed before the rest is counted. */
const MAX_RECORD_LINES = 5

/** Name and explanation of a check. */
export interface CheckText {
  readonly name: string
  readonly text: string
}

/** A check with its result, as it is shown. */
export interface ShownCheck extends CheckText {
  readonly result: CheckResult
  readonly severity: Severity
  /** Number of findings that are not accepted. */
  readonly openCount: number
}

/** How the checks are sorted. */
export type CheckSort = 'count' | 'severity' | 'name'

/** The checks of a campaign by what is to be done. */
export interface CheckSections {
  readonly open: readonly ShownCheck[]
  readonly passed: readonly ShownCheck[]
  readonly accepted: readonly ShownCheck[]
}

export function checkText(id: string, settings: CheckSettings, valueDisplay: ValueDisplay): CheckText {
  const own = settings.own.find((check) => check.id === id)
  if (own !== undefined) {
    const parts = [filtersText(own.filters ?? NO_FILTERS, valueDisplay), own.search]
    return { name: own.name, text: parts.filter((part) => part !== '').join(' · ') }
  }
  const checkId = DEFAULT_CHECK_IDS.find((defaultId) => defaultId === id)
  if (checkId === undefined) return { name: id, text: '' }
  const { quantityBeyond, posForm } = messages.checks.builtIn
  if (checkId === 'quantityBeyond')
    return { name: quantityBeyond.name({ most: settings.mostQuantity ?? 0 }), text: quantityBeyond.text }
  if (checkId === 'posForm') return { name: posForm.name, text: posForm.text({ form: settings.posForm }) }
  return messages.checks.builtIn[checkId]
}

/** Returns the number of findings as text. */
export function countText(id: string, count: number): string {
  if (count === 0) return messages.checks.nothing
  if (id === 'elementWithoutItems') return messages.checks.elements({ count })
  if (id === 'datesOutOfOrder') return messages.checks.dates({ count })
  return messages.checks.items({ count })
}

/**
 * Divides checks into those that need attention, passed, or have only accepted findings. A check that could
 * not run needs attention, and comes first.
 * @param severity the only one that is shown; null for all
 * @param words folded words that the name and the explanation together must contain
 */
export function checkSections(
  results: readonly CheckResult[],
  settings: CheckSettings,
  valueDisplay: ValueDisplay,
  {
    severity,
    sort,
    words,
  }: { readonly severity: Severity | null; readonly sort: CheckSort; readonly words: readonly string[] },
): CheckSections {
  const checks = results
    .map((result) => ({
      ...checkText(result.id, settings, valueDisplay),
      ...{ result, severity: severityOf(result.id, settings), openCount: result.count - result.accepted },
    }))
    .filter((check) => severity === null || check.severity === severity)
    .filter(({ name, text }) => {
      const folded = fold(`${name}\n${text}`)
      return words.every((word) => folded.includes(word))
    })
  const failed = ({ result }: ShownCheck): number => Number(result.problem !== null)
  const rank = (check: ShownCheck): number => SEVERITIES.indexOf(check.severity)
  const byName = (one: ShownCheck, other: ShownCheck): number => compareNames(one.name, other.name)
  const byCount = (one: ShownCheck, other: ShownCheck): number => other.openCount - one.openCount
  const orders: Readonly<Record<CheckSort, (one: ShownCheck, other: ShownCheck) => number>> = {
    count: byCount,
    severity: (one, other) => rank(one) - rank(other) || byCount(one, other),
    name: byName,
  }
  const sorted = checks.toSorted((one, other) => failed(other) - failed(one) || orders[sort](one, other) || 0)
  return {
    open: sorted.filter(({ result, openCount }) => result.problem !== null || openCount > 0),
    passed: sorted.filter(({ result }) => result.problem === null && result.count === 0),
    accepted: sorted.filter(
      ({ result, openCount }) => result.problem === null && result.count > 0 && openCount === 0,
    ),
  }
}

/** Describes the findings in the campaign's record, one per line. */
export function recordLines(
  { elements, dates }: CheckResult,
  format: Pick<Format, 'date'>,
): readonly string[] {
  const lines = [
    ...elements,
    ...dates.map(({ first, firstAt, second, secondAt }) =>
      messages.checks.datesText({
        first: fieldLabel(first),
        firstDate: format.date(firstAt),
        second: fieldLabel(second),
        secondDate: format.date(secondAt),
      }),
    ),
  ]
  const more = lines.length - MAX_RECORD_LINES
  return more > 0 ? [...lines.slice(0, MAX_RECORD_LINES), messages.checks.andMore({ count: more })] : lines
}
