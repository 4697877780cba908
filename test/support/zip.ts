import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP archive; omitted properties are valid. */
export interface ZipPart {
  readonly name: string | Uint8Array
  readonly bytes: Uint8Array
  readonly compressed?: boolean
  /** Bits of the general purpose flag. */
  readonly flags?: number
  readonly method?: number
  /** The size in the headers, if it differs from the real one. */
  readonly statedSize?: number
  readonly statedCrc?: number
  /** Type and permissions of the file on Unix. */
  readonly mode?: number
}

export interface ZipOptions {
  /** The number of entries in the directory, if it differs from the real one. */
  readonly statedCount?: number
  /** Adds the records of a zip64, with this number of entries. */
  readonly zip64Count?: bigint
  /** The stated offset of the zip64 record. */
  readonly zip64Offset?: bigint
}

const text = new TextEncoder()

/** Returns a ZIP archive (APPNOTE 6.3.10) that is invalid as its options require. */
export function makeZip(parts: readonly ZipPart[], options: ZipOptions = {}): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const part of parts) {
    const name = typeof part.name === 'string' ? text.encode(part.name) : part.name
    const content = part.compressed === false ? part.bytes : deflateRawSync(part.bytes)
    const sharedFields = Buffer.alloc(26)
    sharedFields.writeUInt16LE(20, 0)
    sharedFields.writeUInt16LE((part.flags ?? 0) | 0x800, 2)
    sharedFields.writeUInt16LE(part.method ?? (part.compressed === false ? 0 : 8), 4)
    sharedFields.writeUInt32LE(part.statedCrc ?? crc32(part.bytes), 10)
    sharedFields.writeUInt32LE(content.length, 14)
    sharedFields.writeUInt32LE(part.statedSize ?? part.bytes.length, 18)
    sharedFields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), sharedFields, name, content])
    const centralFields = Buffer.alloc(14)
    centralFields.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 6)
    centralFields.writeUInt32LE(offset, 10)
    const versionMadeBy = Buffer.alloc(2)
    versionMadeBy.writeUInt16LE((3 << 8) | 20)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), versionMadeBy, sharedFields, centralFields, name]),
    )
    chunks.push(local)
    offset += local.length
  }
  const centralDirectory = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(options.statedCount ?? parts.length, 8)
  end.writeUInt16LE(options.statedCount ?? parts.length, 10)
  end.writeUInt32LE(centralDirectory.length, 12)
  end.writeUInt32LE(offset, 16)
  const zip64 = zip64Records(options, offset, centralDirectory.length)
  return new Uint8Array(Buffer.concat([...chunks, centralDirectory, zip64, end]))
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
