import { isClipped, MAX_TEXT_LENGTH } from '../../../electron/contract/clip-text.ts'
import { DAY_MS, parseInstant } from '../../../electron/contract/instant.ts'
import { isObject } from '../../../electron/contract/json-text.ts'
import type { Format } from '../../state/format.ts'
import type { FieldType } from './fields.ts'
import type { JsonObject } from './record.ts'

/** The kind of a JSON value. */
export type ValueKind = 'absent' | 'null' | 'text' | 'number' | 'boolean' | 'list' | 'object'

export function kindOf(value: unknown): ValueKind {
  if (value === undefined) return 'absent'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Returns whether a value is absent, null, or an empty text, list or object. */
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

/** Returns whether a value is of the documented type. Absent and null values are. */
export function isAsDocumented(value: unknown, type: FieldType): boolean {
  const kind = kindOf(value)
  if (kind === 'absent' || kind === 'null') return true
  if (type === 'date') return kind === 'text'
  return kind === type
}

const ISO_MOMENT = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d/u

/** Returns the time of a date-time text in milliseconds since 1970; null for another value. */
export function momentOf(value: unknown): number | null {
  return typeof value === 'string' && ISO_MOMENT.test(value) ? parseInstant(value) : null
}

/**
 * Formats a time in the person's notation and time zone. Midnight in UTC is usually entered as a day, so it is
 * shown without the time.
 */
export function showMoment(time: number, format: Format): string {
  return time % DAY_MS === 0 ? format.date(time) : format.dateTime(time)
}

/** Returns whether a value fits on a line: a scalar, or a list of scalars. */
export function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => !isObject(entry) && !Array.isArray(entry))
  return !isObject(value)
}

/** Returns whether all entries of a list are short: scalars or people. */
export function isShortList(list: readonly unknown[]): boolean {
  return list.every((entry) => (!isObject(entry) && !Array.isArray(entry)) || personOf(entry) !== null)
}

/** Maximum number of columns for a list of objects as a table. */
const MAX_COLUMNS = 6

/** Returns the columns of a list that is shown as a table; null for another list. */
export function tableColumns(list: readonly unknown[]): readonly string[] | null {
  const columns = new Set<string>()
  for (const entry of list) {
    if (!isObject(entry) || !Object.values(entry).every(isPlain)) return null
    for (const key of Object.keys(entry)) columns.add(key)
    if (columns.size > MAX_COLUMNS) return null
  }
  return columns.size === 0 ? null : [...columns]
}

/** A person or company; null if the value is none. */
export interface Person {
  readonly name: string | null
  readonly email: string | null
  /** All other fields. */
  readonly rest: JsonObject
}

/** Fields of a person that are shown together. */
export const PERSON_KEYS = ['firstName', 'lastName', 'name', 'email'] as const

export function personOf(value: unknown): Person | null {
  if (!isObject(value)) return null
  const part = (key: string): string | null => {
    const text = value[key]
    return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
  }
  const fullName = [part('firstName'), part('lastName')].filter((name) => name !== null).join(' ')
  const name = fullName === '' ? part('name') : fullName
  const email = part('email')
  if (email === null && fullName === '' && !('email' in value)) return null
  const rest = Object.fromEntries(
    // A part of the name that is not a text is shown with the other fields.
    Object.entries(value).filter(
      ([key, field]) =>
        !(
          (PERSON_KEYS as readonly string[]).includes(key) &&
          (typeof field === 'string' || field === null)
        ) && !isEmpty(field),
    ),
  )
  return { name, email, rest }
}

/** Length of an address that is opened, in UTF-16 code units. */
const MAX_ADDRESS_LENGTH = 2_000

/**
 * Returns the https address that a text consists of; null for another text. Main checks it again before it is
 * opened.
 */
export function addressIn(text: string): URL | null {
  const trimmed = text.trim()
  if (!/^https:\/\/\S+$/iu.test(trimmed) || isClipped(trimmed, MAX_TEXT_LENGTH) || !URL.canParse(trimmed))
    return null
  const url = new URL(trimmed)
  const isComplete = url.username === '' && url.password === '' && url.href.length <= MAX_ADDRESS_LENGTH
  return isComplete ? url : null
}
