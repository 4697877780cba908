/**
 * D-Bus values that the Secret Service needs. Structs and arrays are arrays, and a dictionary is an array of
 * pairs. See https://dbus.freedesktop.org/doc/dbus-specification.html#type-system.
 */
export type DbusValue = number | boolean | string | Variant | readonly DbusValue[]

export interface Variant {
  readonly signature: string
  readonly value: DbusValue
}

const ALIGNMENTS: Readonly<Record<string, number>> = {
  y: 1,
  g: 1,
  v: 1,
  b: 4,
  u: 4,
  s: 4,
  o: 4,
  a: 4,
  '(': 8,
  '{': 8,
}

function alignmentOf(type: string): number {
  const alignment = ALIGNMENTS[type.charAt(0)]
  if (alignment === undefined) throw new Error(`D-Bus type ${type} is unsupported`)
  return alignment
}

/** Returns the end of the complete type that starts at `start`. */
function endOfType(signature: string, start: number): number {
  const code = signature.charAt(start)
  if (code === 'a') return endOfType(signature, start + 1)
  if (code !== '(' && code !== '{') return start + 1
  const close = code === '(' ? ')' : '}'
  let end = start + 1
  while (end < signature.length && signature.charAt(end) !== close) end = endOfType(signature, end)
  return end + 1
}

/** Splits a signature into its complete types: `sa{ss}` into `s` and `a{ss}`. */
function completeTypes(signature: string): readonly string[] {
  const types: string[] = []
  for (let start = 0; start < signature.length;) {
    const end = endOfType(signature, start)
    types.push(signature.slice(start, end))
    start = end
  }
  return types
}

/** Writes values in little-endian order. */
class Writer {
  readonly bytes: number[] = []

  align(size: number): void {
    while (this.bytes.length % size !== 0) this.bytes.push(0)
  }

  #uint32(value: number): void {
    this.align(4)
    this.bytes.push(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24)
  }

  #array(itemType: string, items: readonly DbusValue[]): void {
    this.#uint32(0)
    const lengthOffset = this.bytes.length - 4
    this.align(alignmentOf(itemType))
    const start = this.bytes.length
    for (const item of items) this.write(itemType, item)
    const length = new Uint8Array(new Uint32Array([this.bytes.length - start]).buffer)
    this.bytes.splice(lengthOffset, 4, ...length)
  }

  write(type: string, value: DbusValue): void {
    this.align(alignmentOf(type))
    const code = type.charAt(0)
    if (code === 'y') this.bytes.push(Number(value))
    else if (code === 'b' || code === 'u') this.#uint32(Number(value))
    else if (code === 'v') {
      const { signature, value: inner } = value as Variant
      this.write('g', signature)
      this.write(signature, inner)
    } else if (code === 'a') this.#array(type.slice(1), value as readonly DbusValue[])
    else if (code === '(' || code === '{') {
      for (const [index, inner] of completeTypes(type.slice(1, -1)).entries())
        this.write(inner, (value as readonly DbusValue[])[index] ?? '')
    } else {
      const text = Buffer.from(value as string, 'utf8')
      if (code === 'g') this.bytes.push(text.length)
      else this.#uint32(text.length)
      this.bytes.push(...text, 0)
    }
  }
}

/** Encodes values for an offset that is a multiple of 8. */
export function marshal(signature: string, values: readonly DbusValue[]): Buffer {
  const writer = new Writer()
  for (const [index, type] of completeTypes(signature).entries()) writer.write(type, values[index] ?? '')
  return Buffer.from(writer.bytes)
}

/** Reads values in little-endian order. */
class Reader {
  offset = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  #uint32(): number {
    const value = this.#bytes.readUInt32LE(this.offset)
    this.offset += 4
    return value
  }

  #array(itemType: string): readonly DbusValue[] {
    const length = this.#uint32()
    this.#align(alignmentOf(itemType))
    const end = this.offset + length
    if (end > this.#bytes.length) throw new Error('The D-Bus message is too short')
    const items: DbusValue[] = []
    while (this.offset < end) items.push(this.read(itemType))
    return items
  }

  #align(size: number): void {
    this.offset = Math.ceil(this.offset / size) * size
  }

  read(type: string): DbusValue {
    this.#align(alignmentOf(type))
    const code = type.charAt(0)
    if (code === 'y') return this.#bytes.readUInt8(this.offset++)
    if (code === 'b') return this.#uint32() !== 0
    if (code === 'u') return this.#uint32()
    if (code === 'a') return this.#array(type.slice(1))
    if (code === '(' || code === '{') return completeTypes(type.slice(1, -1)).map((inner) => this.read(inner))
    if (code === 'v') {
      const signature = this.read('g') as string
      return { signature, value: this.read(signature) }
    }
    const length = code === 'g' ? this.#bytes.readUInt8(this.offset++) : this.#uint32()
    const text = this.#bytes.toString('utf8', this.offset, this.offset + length)
    this.offset += length + 1
    return text
  }
}

/** Decodes values from an offset that is a multiple of 8. Throws if there are too few bytes. */
export function unmarshal(signature: string, bytes: Buffer): readonly DbusValue[] {
  const reader = new Reader(bytes)
  return completeTypes(signature).map((type) => reader.read(type))
}
