import { keptMembers, omittedCount } from '../../../electron/contract/json-excerpt.ts'
import { isObject, nonEmptyText } from '../../../electron/contract/json-text.ts'
import type { JsonObject } from './record.ts'

/** An item of a group; `other` is the received value if it is not an object. */
export interface GroupedItem {
  readonly id: string | null
  readonly name: string | null
  readonly other?: unknown
}

export interface Group {
  readonly id: string | null
  /** The service may send the element itself instead of its id. */
  readonly name: string | null
  readonly items: readonly GroupedItem[]
  /** Number of items that the window does not receive. */
  readonly omittedItems: number
  /** Undocumented fields. */
  readonly rest: JsonObject | null
}

/**
 * Parses a list of element groups or asset groups (service interface, section 2.1). Returns null if the value
 * is something else; it is then shown as received.
 */
export function groupsOf(value: unknown, idKey: 'elementId' | 'assetId'): readonly Group[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const groups: Group[] = []
  for (const entry of keptMembers(value as readonly unknown[])) {
    if (!isObject(entry)) return null
    const items: unknown = entry['campaignItems'] ?? (omittedCount(entry) > 0 ? [] : null)
    if (!Array.isArray(items)) return null
    const subject = entry[idKey]
    const detail = isObject(subject) ? subject : null
    const { [idKey]: _subject, campaignItems: _items, ...others } = entry
    const { name: _name, _id, id, ...details } = detail ?? {}
    const rest = { ...others, ...details }
    groups.push({
      id: nonEmptyText(subject) ?? nonEmptyText(_id) ?? nonEmptyText(id),
      name: nonEmptyText(detail?.['name']),
      items: keptMembers(items as readonly unknown[]).map(itemOf),
      omittedItems: omittedCount(items),
      rest: Object.keys(rest).length === 0 ? null : rest,
    })
  }
  return groups
}

function itemOf(value: unknown): GroupedItem {
  if (!isObject(value)) return { id: null, name: null, other: value }
  const id = nonEmptyText(value['id']) ?? nonEmptyText(value['_id'])
  const name = nonEmptyText(value['name'])
  const hasName = id !== null || name !== null
  return hasName ? { id, name } : { id, name, other: value }
}
