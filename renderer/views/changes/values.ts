import type { FieldChange, ItemChange } from '../../../electron/contract/changes.ts'
import type { ValueLabel } from '../../../electron/contract/connection.ts'
import { clipText } from '../../../electron/contract/clip-text.ts'
import { ARTWORK_SEPARATOR } from '../../../electron/contract/columns.ts'
import { keptMembers, omittedCount } from '../../../electron/contract/json-excerpt.ts'
import { isObject } from '../../../electron/contract/json-text.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { labelName } from '../../../electron/contract/value-label.ts'
import type { Format } from '../../state/format.ts'
import { momentOf, showMoment } from '../overview/value.ts'

/** A formatted value of a field. */
export interface ShownValue {
  readonly text: string
  /** Whether it represents an absent or empty value. */
  readonly isPlaceholder: boolean
  /** The number, if it is one. */
  readonly number: number | null
}

const placeholder = (text: string): ShownValue => ({ text, isPlaceholder: true, number: null })
const clippedValue = (text: string): ShownValue => ({
  text: clipText(text),
  isPlaceholder: false,
  number: null,
})

/** Returns the host and the end of a web address; null for another text. */
function shortAddress(text: string): string | null {
  if (!/^https?:\/\//iu.test(text)) return null
  try {
    const { host, pathname } = new URL(text)
    const parts = pathname.split('/').filter((part) => part !== '')
    const end = parts.at(-1)
    return end === undefined ? host : `${host}/${parts.length > 1 ? '…/' : ''}${end}`
  } catch {
    return null
  }
}

function formatList(list: readonly unknown[], format: Format): ShownValue {
  if (list.length === 0) return placeholder(messages.changes.emptyList)
  const omitted = omittedCount(list)
  const count = keptMembers(list).length + omitted
  const names = list.map((entry) => {
    if (isObject(entry)) return typeof entry['name'] === 'string' ? entry['name'] : null
    return Array.isArray(entry) ? null : formatValue(entry, format, '').text
  })
  const knownNames = names.filter((name) => name !== null)
  return clippedValue(
    knownNames.length === list.length && omitted === 0
      ? knownNames.join(ARTWORK_SEPARATOR)
      : messages.changes.entries({ count }),
  )
}

function formatValue(value: unknown, format: Format, json: string): ShownValue {
  if (value === null) return placeholder(messages.changes.null)
  if (typeof value === 'boolean') return clippedValue(value ? messages.changes.yes : messages.changes.no)
  if (typeof value === 'number') {
    // A number that JavaScript cannot represent is shown as received.
    const exact = Number.isInteger(value) && !Number.isSafeInteger(value) ? json : ''
    return { text: exact === '' ? format.decimal(value, 20) : exact, isPlaceholder: false, number: value }
  }
  if (typeof value === 'string') {
    if (value === '') return placeholder(messages.changes.emptyText)
    const moment = momentOf(value)
    if (moment !== null) return clippedValue(showMoment(moment, format))
    return clippedValue(shortAddress(value) ?? value)
  }
  if (Array.isArray(value)) return formatList(value, format)
  if (isObject(value)) {
    const count = Object.keys(keptMembers(value)).length + omittedCount(value)
    return count === 0
      ? placeholder(messages.changes.emptyList)
      : clippedValue(messages.changes.fields({ count }))
  }
  return clippedValue(json)
}

/** Formats a value given as JSON text; null if the field was absent. */
export function shownValue(json: string | null, format: Format): ShownValue {
  if (json === null) return placeholder(messages.changes.absent)
  try {
    return formatValue(JSON.parse(json), format, json)
  } catch {
    return clippedValue(json)
  }
}

/** Formats both values of a change. If they would look equal, they are shown as received. */
export function shownPair(
  change: FieldChange,
  format: Format,
): { readonly old: ShownValue; readonly now: ShownValue } {
  const old = shownValue(change.old, format)
  const now = shownValue(change.new, format)
  if (old.text.trim().replace(/\s+/gu, ' ') !== now.text.trim().replace(/\s+/gu, ' ')) return { old, now }
  return {
    old: clippedValue(change.old ?? messages.changes.absent),
    now: clippedValue(change.new ?? messages.changes.absent),
  }
}

/** Formats the full value, a list or object in several lines; null if the short form is complete. */
export function fullValue(json: string | null): string | null {
  if (json === null) return null
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'string') return shortAddress(value) === null ? null : value
    return isObject(value) || Array.isArray(value) ? clipText(JSON.stringify(value, null, 2)) : null
  } catch {
    return null
  }
}

/** Returns the difference of two numbers with its sign, such as +70; null if they are not both numbers. */
export function difference(old: ShownValue, now: ShownValue, format: Format): string | null {
  if (old.number === null || now.number === null) return null
  const step = now.number - old.number
  if (!Number.isFinite(step) || step === 0) return null
  return `${step > 0 ? '+' : '\u2212'}${format.decimal(Math.abs(step), 6)}`
}

/** Describes an added or deleted item by its quantity and status; empty if it has neither. */
export function stateText(
  { qty, status }: NonNullable<ItemChange['values']>,
  labels: readonly ValueLabel[],
  format: Format,
): string {
  return [
    qty === null ? null : messages.changes.pieces({ count: qty, shown: format.decimal(qty) }),
    status === null ? null : labelName(status, labels, 'itemStatus'),
  ]
    .filter((part) => part !== null)
    .join(', ')
}
