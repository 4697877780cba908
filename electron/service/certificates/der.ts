/** One value of a DER encoding (X.690): its tag byte and what it holds. */
export interface DerValue {
  readonly tag: number
  readonly content: Uint8Array
  /** The whole of it, tag and length included. */
  readonly bytes: Uint8Array
}

export const DER = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  sequence: 0x30,
} as const

function readLength(bytes: Uint8Array, at: number): readonly [length: number, next: number] {
  const first = bytes[at] ?? 0x80
  if (first < 0x80) return [first, at + 1]
  const count = first & 0x7f
  // DER has no indefinite lengths, and no certificate needs more than three bytes for one.
  if (count === 0 || count > 3) throw new RangeError('not DER')
  let length = 0
  for (let index = 1; index <= count; index += 1) length = length * 256 + (bytes[at + index] ?? 0)
  return [length, at + 1 + count]
}

/** The values one after the other in these bytes. Throws a `RangeError` when they are not DER. */
export function readValues(bytes: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] ?? 0
    const [length, start] = readLength(bytes, at + 1)
    const end = start + length
    if ((tag & 0x1f) === 0x1f || end > bytes.length) throw new RangeError('not DER')
    values.push({ tag, content: bytes.subarray(start, end), bytes: bytes.subarray(at, end) })
    at = end
  }
  return values
}

/** An object identifier in its usual writing: `2.5.29.19`. */
export function readObjectId({ tag, content }: DerValue): string {
  if (tag !== DER.objectId) throw new RangeError('not an object identifier')
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [first = 0, ...rest] = arcs
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...rest].join('.')
}

/** A number from 0 on; throws for a negative one and for one beyond what is safe. */
export function readNumber({ tag, content }: DerValue): number {
  const value = content.reduce((sum, byte) => sum * 256 + byte, 0)
  if (tag !== DER.integer || (content[0] ?? 0x80) >= 0x80 || !Number.isSafeInteger(value))
    throw new RangeError('not a natural number')
  return value
}
