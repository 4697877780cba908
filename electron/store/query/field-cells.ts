import {
  comparedValue,
  fieldText,
  fieldValueKind,
  type FieldKey,
  type FieldValue,
} from '../../contract/fields.ts'
import { strings } from '../../contract/strings/items.ts'
import type { ReadHandle } from '../database/handles.ts'
import { FieldReader } from '../item-fields.ts'
import { longItemsAmong, nextRun } from '../long-items.ts'
import { naturalKey } from './natural-key.ts'
import type { ThrowIfCancelled } from './cancellation.ts'

/** Bodies that are read at once: some megabytes at most, as a rule much less. */
const BODIES_AT_ONCE = 512

/**
 * Calls back with the value of a field of each of these items, in their order; null for an empty cell.
 */
export function eachFieldCell(
  handle: ReadHandle,
  itemKeys: Int32Array,
  field: FieldKey,
  throwIfCancelled: ThrowIfCancelled,
  visit: (at: number, value: FieldValue | null) => void,
): void {
  const reader = new FieldReader([field])
  const segment = handle.values<string>(
    'SELECT json FROM item_bodies WHERE item_key BETWEEN ? AND ? ORDER BY item_key',
  )
  const body = handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?')
  const long = longItemsAmong(handle, itemKeys)
  for (let first = 0; first < itemKeys.length;) {
    throwIfCancelled()
    const some = nextRun(itemKeys, first, BODIES_AT_ONCE, long)
    const [least, most] = [some[0] ?? 0, some.at(-1) ?? 0]
    const bodies = some.every((key, at) => key === least + at)
      ? segment.all(least, most)
      : Array.from(some, (key) => body.get(key))
    for (let at = 0; at < some.length; at += 1) {
      const [value = null] = reader.read(bodies[at] ?? '')
      visit(first + at, value === null ? null : comparedValue(value))
    }
    first += some.length
  }
}

/**
 * A key under which values sort when keys are compared as plain strings: numbers by what they are worth,
 * however many digits they have; after them no and yes, then texts in their natural order, then objects and
 * lists.
 */
export function fieldSortKey(value: FieldValue): string {
  switch (fieldValueKind(value)) {
    case 'number':
      return `0${numberKey(value)}`
    case 'boolean':
      return value === 'true' ? '11' : '10'
    case 'text':
      return `2${naturalKey(fieldText(value, strings))}`
    case 'whole':
      return `3${naturalKey(value)}`
  }
}

/**
 * The middle of the characters that stand for an exponent, and how far they reach; none is half of a pair.
 */
const NO_EXPONENT = 0x4000
const MAX_EXPONENT = 0x3000
/** Comes after every digit. */
const AFTER_DIGITS = '~'

/** The number as a sign, where its point is, and its digits; for a negative one all of that turned round. */
function numberKey(number: FieldValue): string {
  const [, minus = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u.exec(number) ?? []
  const all = whole + fraction
  const digits = all.replace(/^0+/u, '').replace(/0+$/u, '')
  if (digits === '') return 'b'
  const leadingZeros = all.length - all.replace(/^0+/u, '').length
  const point = whole.length - leadingZeros + Number(exponent)
  const place = Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, point))
  if (minus === '') return `c${String.fromCharCode(NO_EXPONENT + place)}${digits}`
  const turned = digits.replaceAll(/\d/gu, (digit) => String(9 - Number(digit)))
  return `a${String.fromCharCode(NO_EXPONENT - place)}${turned}${AFTER_DIGITS}`
}
