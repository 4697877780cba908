import { keptMembers } from '../../../electron/contract/json-excerpt.ts'
import { isObject, nonEmptyText } from '../../../electron/contract/json-text.ts'
import type { JsonObject } from './record.ts'
import { momentOf } from './value.ts'

/** A notification event by its main fields. */
export interface NotificationEvent {
  readonly title: string | null
  /** In milliseconds since 1970. */
  readonly time: number | null
  readonly sent: boolean | null
  /** All received fields. */
  readonly fields: JsonObject
}

/**
 * Parses notification events (service interface, section 2.1). Returns null if the value is no list of
 * objects; it is then shown as received.
 */
export function eventsOf(value: unknown): readonly NotificationEvent[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const entries = keptMembers(value as readonly unknown[])
  if (!entries.every(isObject)) return null
  return entries.map((fields) => ({
    title: nonEmptyText(fields['name']) ?? nonEmptyText(fields['subject']),
    time: momentOf(fields['date']),
    sent: typeof fields['isSent'] === 'boolean' ? fields['isSent'] : null,
    fields,
  }))
}
