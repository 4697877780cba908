import type { X509Certificate } from 'node:crypto'

/** One value of a DER encoding (X.690). */
interface DerValue {
  readonly tag: number
  readonly content: Uint8Array
}

const SEQUENCE = 0x30
const OCTET_STRING = 0x04
/** Tag of a certificate's extensions (RFC 5280, 4.1). */
const EXTENSIONS_TAG = 0xa3
/** Tag of the excluded names in name constraints (RFC 5280, 4.2.1.10). */
const EXCLUDED_SUBTREES_TAG = 0xa1
/** The object identifier 2.5.29.30 with its tag and length, in hexadecimal. */
const NAME_CONSTRAINTS_ID = '0603551d1e'

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

/** Reads consecutive values. Throws a `RangeError` if the bytes are not DER. */
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
 * Returns whether an authority's name constraints exclude names; Node does not expose them.
 * Throws a `RangeError` for a certificate that is not DER.
 */
export function excludesNames({ raw }: X509Certificate): boolean {
  const [signedPart] = childrenOf(readValues(raw)[0])
  const extensions = childrenOf(signedPart).find(({ tag }) => tag === EXTENSIONS_TAG)
  return childrenOf(childrenOf(extensions)[0])
    .filter(
      ({ tag, content }) =>
        tag === SEQUENCE && Buffer.from(content).toString('hex').startsWith(NAME_CONSTRAINTS_ID),
    )
    .flatMap((extension) => childrenOf(extension).filter(({ tag }) => tag === OCTET_STRING))
    .flatMap((value) => childrenOf(childrenOf(value)[0]))
    .some(({ tag }) => tag === EXCLUDED_SUBTREES_TAG)
}
