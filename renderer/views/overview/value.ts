import { parseInstant } from '../../../electron/contract/instant.ts'
import type { Format } from '../../state/format.ts'
import type { FieldType } from './fields.ts'
import { isObject, type JsonObject } from './record.ts'

/** What a JSON value turned out to be. */
export type ValueKind = 'absent' | 'null' | 'text' | 'number' | 'boolean' | 'list' | 'object'

export function kindOf(value: unknown): ValueKind {
  if (value === undefined) return 'absent'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Whether there is nothing to read: left out, null, or an empty text, list or object. */
export function isEmpty(value: unknown): boolean {
  switch (kindOf(value)) {
    case 'absent':
    case 'null':
      return true
    case 'text':
      return typeof value === 'string' && value.trim() === ''
    case 'list':
      return Array.isArray(value) && value.length === 0
    case 'object':
      return isObject(value) && Object.keys(value).length === 0
    case 'number':
    case 'boolean':
      return false
  }
}

/** Whether a value is of the documented type. What is absent or null is not held against it. */
export function isAsDocumented(value: unknown, type: FieldType): boolean {
  const kind = kindOf(value)
  if (kind === 'absent' || kind === 'null') return true
  if (type === 'date') return kind === 'text'
  return kind === type
}

const ISO_MOMENT = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d/u

/** Milliseconds since 1970 of a value that is a date-time by its form; null otherwise. */
export function momentOf(value: unknown): number | null {
  return typeof value === 'string' && ISO_MOMENT.test(value) ? parseInstant(value) : null
}

const DAY = 86_400_000

/**
 * A moment in the person's notation and time zone. Midnight in UTC stands for the day itself in this
 * service's data: it is shown as that day everywhere, so that no time zone moves it to the day before.
 */
export function showMoment(time: number, format: Format): string {
  return time % DAY === 0 ? format.dayInUtc(time) : format.dateTime(time)
}

/** Whether a value fits on a line: a scalar, or a list of scalars. */
export function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => !isObject(entry) && !Array.isArray(entry))
  return !isObject(value)
}

/** Whether every entry of a list is short: a scalar or a person. */
export function isShortList(list: readonly unknown[]): boolean {
  return list.every((entry) => (!isObject(entry) && !Array.isArray(entry)) || personOf(entry) !== null)
}

/** Columns that a list of objects can still be read with as a table. */
const MAX_COLUMNS = 6

/** The columns of a list that reads best as a table; null where it does not. */
export function tableColumns(list: readonly unknown[]): readonly string[] | null {
  const columns = new Set<string>()
  for (const entry of list) {
    if (!isObject(entry) || !Object.values(entry).every(isPlain)) return null
    for (const key of Object.keys(entry)) columns.add(key)
    if (columns.size > MAX_COLUMNS) return null
  }
  return columns.size === 0 ? null : [...columns]
}

/** A person or a company by its fields; null where the value is none. */
export interface Person {
  readonly name: string | null
  readonly email: string | null
  /** Everything else that was given. */
  readonly rest: JsonObject
}

/** Fields of a person that are shown together. */
export const PERSON_KEYS = ['firstName', 'lastName', 'name', 'email'] as const

export function personOf(value: unknown): Person | null {
  if (!isObject(value)) return null
  const part = (key: string): string | null => {
    const given = value[key]
    return typeof given === 'string' && given.trim() !== '' ? given.trim() : null
  }
  const full = [part('firstName'), part('lastName')].filter((name) => name !== null).join(' ')
  const name = full === '' ? part('name') : full
  const email = part('email')
  if (email === null && full === '' && !('email' in value)) return null
  const rest = Object.fromEntries(
    // A part of the name that is not text has to be shown all the same.
    Object.entries(value).filter(
      ([key, given]) =>
        !(
          (PERSON_KEYS as readonly string[]).includes(key) &&
          (typeof given === 'string' || given === null)
        ) && !isEmpty(given),
    ),
  )
  return { name, email, rest }
}
