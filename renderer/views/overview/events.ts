import { isObject, type JsonObject } from './record.ts'
import { momentOf } from './value.ts'

/** A notification event by what stands for it in a list. */
export interface NotificationEvent {
  readonly title: string | null
  /** Milliseconds since 1970. */
  readonly time: number | null
  readonly sent: boolean | null
  /** Everything that was given. */
  readonly fields: JsonObject
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * Notification events (service interface, section 2.1). Null where the value is no list of objects; it is
 * then shown as it came.
 */
export function eventsOf(value: unknown): readonly NotificationEvent[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const entries: readonly unknown[] = value
  if (!entries.every(isObject)) return null
  return entries.map((fields) => ({
    title: textOf(fields['name']) ?? textOf(fields['subject']),
    time: momentOf(fields['date']),
    sent: typeof fields['isSent'] === 'boolean' ? fields['isSent'] : null,
    fields,
  }))
}
