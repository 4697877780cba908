import type { X509Certificate } from 'node:crypto'

/** One value of a DER encoding (X.690). */
interface DerValue {
  readonly tag: number
  readonly content: Uint8Array
}

const SEQUENCE = 0x30
const OCTET_STRING = 0x04
/** Of a certificate: its extensions (RFC 5280, 4.1). */
const EXTENSIONS = 0xa3
/** Of name constraints: the names that are excluded (RFC 5280, 4.2.1.10). */
const EXCLUDED = 0xa1
/** 2.5.29.30, with its tag and length. */
const NAME_CONSTRAINTS = '0603551d1e'

/** Reads a length; throws a `RangeError` for one that DER does not allow. */
function readLength(bytes: Uint8Array, offset: number): readonly [length: number, next: number] {
  const first = bytes[offset] ?? 0x80
  if (first < 0x80) return [first, offset + 1]
  const count = first & 0x7f
  // DER has no indefinite lengths, and no certificate needs more than three bytes for one.
  if (count === 0 || count > 3) throw new RangeError('not DER')
  const digits = bytes.subarray(offset + 1, offset + 1 + count)
  return [digits.reduce((length, digit) => length * 256 + digit, 0), offset + 1 + count]
}

/** Reads the values that follow each other in these bytes. Throws a `RangeError` for what is not DER. */
function readValues(bytes: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = []
  for (let offset = 0; offset < bytes.length;) {
    const tag = bytes[offset] ?? 0
    const [length, start] = readLength(bytes, offset + 1)
    const end = start + length
    if ((tag & 0x1f) === 0x1f || end > bytes.length) throw new RangeError('not DER')
    values.push({ tag, content: bytes.subarray(start, end) })
    offset = end
  }
  return values
}

function childrenOf(value: DerValue | undefined): readonly DerValue[] {
  return value === undefined ? [] : readValues(value.content)
}

/**
 * Returns whether an authority excludes names from those that it may certify, which Node does not report.
 * Throws a `RangeError` for a certificate that is not DER.
 */
export function excludesNames({ raw }: X509Certificate): boolean {
  const [signed] = childrenOf(readValues(raw)[0])
  const extensions = childrenOf(signed).find(({ tag }) => tag === EXTENSIONS)
  return childrenOf(childrenOf(extensions)[0])
    .filter(
      ({ tag, content }) =>
        tag === SEQUENCE && Buffer.from(content).toString('hex').startsWith(NAME_CONSTRAINTS),
    )
    .flatMap((extension) => childrenOf(extension).filter(({ tag }) => tag === OCTET_STRING))
    .flatMap((value) => childrenOf(childrenOf(value)[0]))
    .some(({ tag }) => tag === EXCLUDED)
}
