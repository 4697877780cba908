import { decodeString } from './json-text.ts'

/**
 * A field of an item's body: a JSON pointer (RFC 6901) such as `/artworkJob/round`. The slash distinguishes
 * it from the key of a documented column. Lists are single values.
 */
export type FieldKey = `/${string}`

/** Length of a field's key; fields with longer keys cannot be columns. */
export const MAX_FIELD_KEY_LENGTH = 500
/** Maximum number of fields as columns of a list. */
export const MAX_FIELD_COLUMNS = 100

/** Returns whether a text is the key of a field. */
export function isFieldKey(key: string): key is FieldKey {
  return key.startsWith('/') && key.length <= MAX_FIELD_KEY_LENGTH && !/~(?![01])/u.test(key)
}

/** Returns the key of a field by its names, from the outermost object inwards. */
export function fieldKeyOf(names: readonly string[]): FieldKey {
  const path = names.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'))
  return `/${path.join('/')}`
}

/** Returns the names of a field, from the outermost object inwards. */
export function namesOf(key: FieldKey): readonly string[] {
  return key
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value of a field: compact JSON text with unchanged numbers. Absent and null fields have none. */
export type FieldValue = string

export type FieldValueKind = 'text' | 'number' | 'boolean' | 'whole'

/** Returns the kind of a value; `whole` is an object or a list. */
export function fieldValueKind(value: FieldValue): FieldValueKind {
  switch (value.charAt(0)) {
    case '"':
      return 'text'
    case '{':
    case '[':
      return 'whole'
    case 't':
    case 'f':
      return 'boolean'
    default:
      return 'number'
  }
}

/** Formats a value for people: texts without quotes, others as received. */
export function fieldText(value: FieldValue, flags: { readonly yes: string; readonly no: string }): string {
  switch (fieldValueKind(value)) {
    case 'text':
      return decodeString(value)
    case 'boolean':
      return value === 'true' ? flags.yes : flags.no
    case 'number':
    case 'whole':
      return value
  }
}

/** Normalizes a value for filters and sorts: texts are trimmed, and null if empty. */
export function comparedValue(value: FieldValue): FieldValue | null {
  if (fieldValueKind(value) !== 'text') return value
  const fullText = decodeString(value)
  const text = fullText.trim()
  if (text === '') return null
  return text.length === fullText.length ? value : JSON.stringify(text)
}

/** A field in the bodies of items. */
export interface OtherField {
  readonly key: FieldKey
  /** A formatted value, possibly clipped; null if all are null. */
  readonly example: string | null
  /** Number of sampled items with a value. */
  readonly count: number
}

export interface OtherFieldPage {
  /** In natural order, without fields that documented columns show. */
  readonly fields: readonly OtherField[]
  /** Number of sampled items. */
  readonly sampleSize: number
  /** Number of items. */
  readonly total: number
}
