/** Bits of the characters with a bit that no other character has. */
const OWN_BITS = '0123456789abcdefghilmnoprstu'
/** Rarer letters in pairs, which share a bit. */
const SHARED_BITS = ['jk', 'qv', 'wx', 'yz']

/** For each byte, the bit of its character, or 0. */
const BIT_OF = new Int32Array(256)
for (const [bit, characters] of [...Array.from(OWN_BITS), ...SHARED_BITS].entries())
  for (const character of characters) BIT_OF[character.charCodeAt(0)] = 1 << bit

/** A folded text that is searched in many short texts. */
export interface Needle {
  readonly bytes: Uint8Array
  /** Bits of its characters, which a text with it has too. */
  readonly mask: number
  /** Whether a text with these bits contains it. */
  readonly isExact: boolean
}

/** Prepares a folded text, which is not empty. */
export function needleOf(folded: string): Needle {
  const bytes = Uint8Array.from(Buffer.from(folded))
  let mask = 0
  for (const byte of bytes) mask |= BIT_OF[byte] ?? 0
  return { bytes, mask, isExact: folded.length === 1 && OWN_BITS.includes(folded) }
}

/** Returns the bits of the characters of each text, which rule out most texts without reading them. */
export function masksOf(texts: Uint8Array, ends: Int32Array): Int32Array {
  const masks = new Int32Array(ends.length)
  let offset = 0
  for (let index = 0; index < ends.length; index += 1) {
    const end = ends[index] ?? 0
    let mask = 0
    for (; offset < end; offset += 1) mask |= BIT_OF[texts[offset] ?? 0] ?? 0
    masks[index] = mask
  }
  return masks
}

/** Returns whether bytes from an offset to another contain a text. */
export function contains(texts: Uint8Array, start: number, end: number, { bytes }: Needle): boolean {
  const { length } = bytes
  const first = bytes[0]
  const last = end - length
  for (let offset = start; offset <= last; offset += 1) {
    if (texts[offset] !== first) continue
    let matched = 1
    while (matched < length && texts[offset + matched] === bytes[matched]) matched += 1
    if (matched === length) return true
  }
  return false
}
