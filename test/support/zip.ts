import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip; omitted values are valid. */
export interface ZipPart {
  readonly name: string | Uint8Array
  readonly bytes: Uint8Array
  readonly packed?: boolean
  /** Bits of the general purpose flag. */
  readonly flags?: number
  readonly method?: number
  /** The stated size, right or wrong. */
  readonly statedSize?: number
  readonly statedCrc?: number
  /** Type and permissions of the file on Unix. */
  readonly mode?: number
}

export interface ZipOptions {
  /** The stated number of entries, in place of the real one. */
  readonly statedCount?: number
  /** Adds the records of a zip64, with this number of entries. */
  readonly zip64Count?: bigint
  /** The stated offset of the zip64 record. */
  readonly zip64Offset?: bigint
}

const text = new TextEncoder()

/** A zip file that can be invalid in any of these ways. */
export function makeZip(parts: readonly ZipPart[], options: ZipOptions = {}): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const part of parts) {
    const name = typeof part.name === 'string' ? text.encode(part.name) : part.name
    const packed = part.packed === false ? part.bytes : deflateRawSync(part.bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE((part.flags ?? 0) | 0x800, 2)
    facts.writeUInt16LE(part.method ?? (part.packed === false ? 0 : 8), 4)
    facts.writeUInt32LE(part.statedCrc ?? crc32(part.bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(part.statedSize ?? part.bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    const made = Buffer.alloc(2)
    made.writeUInt16LE((3 << 8) | 20)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), made, facts, tail, name]))
    chunks.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(options.statedCount ?? parts.length, 8)
  end.writeUInt16LE(options.statedCount ?? parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  const zip64 = zip64Records(options, offset, listed.length)
  return new Uint8Array(Buffer.concat([...chunks, listed, zip64, end]))
}

function zip64Records({ zip64Count, zip64Offset }: ZipOptions, offset: number, size: number): Uint8Array {
  if (zip64Count === undefined) return new Uint8Array()
  const record = Buffer.alloc(56)
  record.write('PK\u0006\u0006', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(zip64Count, 24)
  record.writeBigUInt64LE(zip64Count, 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\u0006\u0007', 'latin1')
  locator.writeBigUInt64LE(zip64Offset ?? BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}
