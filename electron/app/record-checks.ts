import { parseInstant } from '../contract/instant.ts'
import { DATE_ORDERS, type DateFinding } from '../contract/checks.ts'
import { isObject, nonEmptyText } from '../contract/json-text.ts'

/** A result of the checks of a campaign's record. */
export interface RecordFinding {
  readonly id: 'elementWithoutItems' | 'datesOutOfOrder'
  /** Identify the findings; a different finding has a different id. */
  readonly ids: readonly string[]
  readonly elements: readonly string[]
  readonly dates: readonly DateFinding[]
}

/**
 * Checks a campaign's record (service interface, section 2.1) for element groups without items and for dates
 * in the wrong order. Returns nothing for a record that was not fetched or cannot be read.
 * @param json the record as the service sent it.
 */
export function recordFindings(json: string | null): readonly RecordFinding[] {
  const record = json === null ? null : parse(json)
  if (record === null) return []
  const empty = emptyElements(record['elementGroups'])
  const dates = DATE_ORDERS.flatMap(([first, second]) => dateFinding(record, first, second))
  return [
    {
      id: 'elementWithoutItems',
      ids: empty.map(({ id }) => id),
      elements: empty.map(({ name }) => name),
      dates: [],
    },
    {
      id: 'datesOutOfOrder',
      ids: dates.map(({ first, firstAt, second, secondAt }) => [first, firstAt, second, secondAt].join(' ')),
      elements: [],
      dates,
    },
  ]
}

function parse(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Element groups without an item. The service gives an element's id, or the element itself, in `elementId`.
 */
function emptyElements(groups: unknown): readonly { readonly id: string; readonly name: string }[] {
  if (!Array.isArray(groups)) return []
  return (groups as readonly unknown[]).flatMap((group) => {
    if (!isObject(group) || !Array.isArray(group['campaignItems']) || group['campaignItems'].length > 0)
      return []
    const element = group['elementId']
    const id = isObject(element)
      ? (nonEmptyText(element['_id']) ?? nonEmptyText(element['id']))
      : nonEmptyText(element)
    const name = isObject(element) ? nonEmptyText(element['name']) : null
    const shown = name ?? id
    return shown === null ? [] : [{ id: id ?? shown, name: shown }]
  })
}

function dateFinding(
  record: Readonly<Record<string, unknown>>,
  first: string,
  second: string,
): readonly DateFinding[] {
  const [firstAt, secondAt] = [instantOf(record[first]), instantOf(record[second])]
  return firstAt > secondAt ? [{ first, firstAt, second, secondAt }] : []
}

/** Returns milliseconds since 1970; NaN for an invalid timestamp. */
function instantOf(value: unknown): number {
  return (typeof value === 'string' ? parseInstant(value) : null) ?? Number.NaN
}
