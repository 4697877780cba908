import { parseInstant } from '../contract/instant.ts'
import { DATE_ORDERS, type DateConflict } from '../contract/checks.ts'
import { isObject, nonEmptyText } from '../contract/json-text.ts'
import type { ReadHandle } from './database/handles.ts'

/** The result of one check of a campaign's record. */
export interface RecordCheckResult {
  readonly id: 'elementWithoutItems' | 'datesOutOfOrder'
  /** Identify what was found, so that something else gets another id. */
  readonly ids: readonly string[]
  readonly elements: readonly string[]
  readonly dates: readonly DateConflict[]
}

/**
 * Checks the records of campaigns; see {@link checkRecord}. Returns results by the ids of known campaigns.
 */
export function checkRecords(
  handle: ReadHandle,
  campaignIds: readonly string[],
): ReadonlyMap<string, readonly RecordCheckResult[]> {
  const record = handle.values<string | null>(
    'SELECT json FROM campaigns LEFT JOIN campaign_bodies ON campaign_key = key WHERE id = ?',
  )
  return new Map(
    campaignIds.flatMap((id) => {
      const json = record.get(id)
      return json === undefined ? [] : [[id, checkRecord(json)] as const]
    }),
  )
}

/**
 * Checks a campaign's record (service interface, section 2.1) for element groups without items and for dates
 * in the wrong order. Returns no results for a record that was not fetched or cannot be read.
 * @param json the record as the service sent it.
 */
function checkRecord(json: string | null): readonly RecordCheckResult[] {
  const record = json === null ? null : parse(json)
  if (record === null) return []
  const elements = emptyElements(record['elementGroups'])
  const dates = DATE_ORDERS.flatMap(([first, second]) => dateFinding(record, first, second))
  return [
    {
      id: 'elementWithoutItems',
      ids: elements.map(({ id }) => id),
      elements: elements.map(({ name }) => name),
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

/** Returns element groups without items. `elementId` contains the id of the element or the element itself. */
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
    const displayName = name ?? id
    return displayName === null ? [] : [{ id: id ?? displayName, name: displayName }]
  })
}

function dateFinding(
  record: Readonly<Record<string, unknown>>,
  first: string,
  second: string,
): readonly DateConflict[] {
  const [firstAt, secondAt] = [instantOf(record[first]), instantOf(record[second])]
  return firstAt > secondAt ? [{ first, firstAt, second, secondAt }] : []
}

/** Returns milliseconds since 1970; NaN for an invalid timestamp. */
function instantOf(value: unknown): number {
  return (typeof value === 'string' ? parseInstant(value) : null) ?? Number.NaN
}
