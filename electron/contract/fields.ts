/**
 * A field of an item's body as the service sent it: a JSON pointer (RFC 6901) such as `/artworkJob/round`.
 * Its slash tells it from the key of a documented column. Only members of objects are pointed to: a list is a
 * value as a whole.
 */
export type FieldKey = `/${string}`

/** Characters of a field's key; of a longer one there is no column. */
export const MAX_FIELD_KEY_LENGTH = 500
/** Columns that a list can have beside the documented ones. */
export const MAX_FIELD_COLUMNS = 100

export function isFieldKey(key: string): key is FieldKey {
  return key.startsWith('/') && key.length <= MAX_FIELD_KEY_LENGTH && !/~(?![01])/u.test(key)
}

/** Key of the field that these names lead to, from the outermost object inwards. */
export function fieldKeyOf(names: readonly string[]): FieldKey {
  const path = names.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'))
  return `/${path.join('/')}`
}

/** The names that lead to a field, from the outermost object inwards. */
export function namesOf(key: FieldKey): readonly string[] {
  return key
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * What stands in a field: JSON text without white space between its parts, numbers digit by digit as the
 * service sent them. A field that is absent or null has none.
 */
export type FieldValue = string

export type FieldValueKind = 'text' | 'number' | 'boolean' | 'whole'

/** Of what kind a value is; `whole` is an object or a list. */
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

function textOf(quoted: FieldValue): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}

/** A value as people read it: a text without its quotes, all else as it was sent. */
export function fieldText(value: FieldValue, flags: { readonly yes: string; readonly no: string }): string {
  switch (fieldValueKind(value)) {
    case 'text':
      return textOf(value)
    case 'boolean':
      return value === 'true' ? flags.yes : flags.no
    case 'number':
    case 'whole':
      return value
  }
}

/**
 * A value as filters and sorts see it: a text without white space at its ends, and as an empty cell (null)
 * when it holds nothing else.
 */
export function comparedValue(value: FieldValue): FieldValue | null {
  if (fieldValueKind(value) !== 'text') return value
  const whole = textOf(value)
  const text = whole.trim()
  if (text === '') return null
  return text.length === whole.length ? value : JSON.stringify(text)
}

/** A field that was found in the bodies of items. */
export interface FoundField {
  readonly key: FieldKey
  /** One of its values, as people read it, if need be only its beginning; null where all were null. */
  readonly example: string | null
  /** How many of the items that were looked at have a value there. */
  readonly count: number
}

export interface FoundFields {
  /** In the natural order of their names, without what documented columns show. */
  readonly fields: readonly FoundField[]
  /** How many items were looked at; more than that are not. */
  readonly looked: number
  /** How many there are. */
  readonly total: number
}
