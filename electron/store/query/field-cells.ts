import { comparedValue, fieldValueKind, type FieldKey, type FieldValue } from '../../contract/fields.ts'
import { decodeString, withoutTrailingZeros } from '../../contract/json-text.ts'
import type { ReadHandle } from '../database/handles.ts'
import { FieldReader } from '../item-fields.ts'
import { findLongItems, nextRun } from '../long-items.ts'
import { areConsecutive } from '../rows-with-keys.ts'
import { naturalKey } from './natural-key.ts'
import type { ThrowIfCancelled } from '../protocol.ts'

/** Usually less than a few megabytes of bodies per read. */
const BODIES_PER_READ = 512

/** Visits the value of a field of each item in order; null for an empty cell. */
export function eachFieldCell(
  handle: ReadHandle,
  itemKeys: Int32Array,
  field: FieldKey,
  throwIfCancelled: ThrowIfCancelled,
  visit: (index: number, value: FieldValue | null) => void,
): void {
  const reader = new FieldReader([field])
  const keyRange = handle.values<string>(
    'SELECT json FROM item_bodies WHERE item_key BETWEEN ? AND ? ORDER BY item_key',
  )
  const body = handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?')
  const longKeys = findLongItems(handle, itemKeys)
  for (let first = 0; first < itemKeys.length;) {
    throwIfCancelled(first / itemKeys.length)
    const run = nextRun(itemKeys, first, BODIES_PER_READ, longKeys)
    const bodies = areConsecutive(run)
      ? keyRange.all(run[0] ?? 0, run.at(-1) ?? 0)
      : Array.from(run, (key) => body.get(key))
    for (let index = 0; index < run.length; index += 1) {
      const [value = null] = reader.read(bodies[index] ?? '')
      visit(first + index, value === null ? null : comparedValue(value))
    }
    first += run.length
  }
}

/**
 * Returns a key that sorts as a plain string: numbers by value with any number of digits, then false and
 * true, texts in natural order, objects and lists.
 */
export function fieldSortKey(value: FieldValue): string {
  switch (fieldValueKind(value)) {
    case 'number':
      return `0${numberKey(value)}`
    case 'boolean':
      return value === 'true' ? '11' : '10'
    case 'text':
      return `2${naturalKey(decodeString(value))}`
    case 'whole':
      return `3${naturalKey(value)}`
  }
}

/** Characters that encode exponents; none is a surrogate. */
const ZERO_EXPONENT = 0x4000
const MAX_EXPONENT = 0x3000
/** Sorts after every digit. */
const AFTER_DIGITS = '~'

/**
 * Encodes a number as sign, exponent and digits. The exponent and digits of a negative number are inverted.
 */
function numberKey(number: FieldValue): string {
  const [, minus = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u.exec(number) ?? []
  const allDigits = whole + fraction
  const digits = withoutTrailingZeros(allDigits.replace(/^0+/u, ''))
  if (digits === '') return 'b'
  const leadingZeros = allDigits.length - allDigits.replace(/^0+/u, '').length
  const point = whole.length - leadingZeros + Number(exponent)
  const exponentCode = Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, point))
  if (minus === '') return `c${String.fromCharCode(ZERO_EXPONENT + exponentCode)}${digits}`
  const inverted = digits.replaceAll(/\d/gu, (digit) => String(9 - Number(digit)))
  return `a${String.fromCharCode(ZERO_EXPONENT - exponentCode)}${inverted}${AFTER_DIGITS}`
}
