import { readAv1Size, readTruncatedAv1Size } from './av1.ts'
import { largerOf, PartCounter, type ContentReader, type PixelSize } from './reader.ts'

/** Returns whether a file starts as an AVIF. */
export function isAvif(reader: ContentReader): boolean {
  if (reader.text(4, 4) !== 'ftyp') return false
  const brands = reader.text(8, Math.min(reader.big32(0), 256) - 8)
  return /avi[fs]/u.test(brands)
}

interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** A coded picture, or the description of a grid. */
interface Item {
  readonly type: string
  readonly parts: readonly (readonly [start: number, length: number])[]
}

/**
 * Returns the largest size in an AVIF: of coded pictures, grids, and `ispe`, which is not reliable. Returns
 * null without a coded picture. Throws a `RangeError` for a truncated file, or one with too many parts.
 */
export function readAvif(reader: ContentReader): PixelSize | null {
  const boxes = new BoxReader(reader)
  const topBoxes = boxes.childrenOf({ type: '', start: 0, end: reader.length })
  const meta = topBoxes.find(({ type }) => type === 'meta')
  if (meta === undefined) return null
  const content = { ...meta, start: meta.start + 4 }
  let codedSize: PixelSize | null = null
  let itemBytes = 0
  for (const item of readItems(reader, boxes, content)) {
    const bytes = readItemBytes(reader, item)
    itemBytes += bytes.byteLength
    if (itemBytes > reader.length) throw new RangeError('The items exceed the file.')
    const size = sizeOfItem(bytes, item.type, boxes.counter)
    if (size !== null) codedSize = largerOf(codedSize, size)
  }
  for (const start of sampleOffsets(reader, boxes, topBoxes)) {
    // The end of a sample is unknown, but its start contains the sequence header.
    const size = readTruncatedAv1Size(reader.bytes.subarray(start, start + 1_024), boxes.counter)
    if (size !== null) codedSize = largerOf(codedSize, size)
  }
  if (codedSize === null) return null
  let largest: PixelSize = codedSize
  for (const { start } of boxes.descendants([content], ['iprp', 'ipco', 'ispe']))
    largest = largerOf(largest, { width: reader.big32(start + 4), height: reader.big32(start + 8) })
  return largest
}

function sizeOfItem(bytes: Uint8Array<ArrayBuffer>, type: string, counter: PartCounter): PixelSize | null {
  if (type === 'av01') return readAv1Size(bytes, counter)
  // A grid of tiles (ISO/IEC 23008-12, 6.6.2.3.2).
  const view = new DataView(bytes.buffer)
  return (view.getUint8(1) & 1) === 0
    ? { width: view.getUint16(4), height: view.getUint16(6) }
    : { width: view.getUint32(4), height: view.getUint32(8) }
}

/** Returns the distinct coded pictures and grids (`iinf`, `iloc`: ISO/IEC 14496-12, 8.11). */
function readItems(reader: ContentReader, boxes: BoxReader, meta: Box): Iterable<Item> {
  const types = new Map<number, string>()
  for (const { start, end } of boxes.descendants([meta], ['iinf'])) {
    const entriesStart = start + (reader.byte(start) === 0 ? 6 : 8)
    for (const entry of boxes.childrenOf({ type: '', start: entriesStart, end })) {
      const isLong = reader.byte(entry.start) === 3
      const id = isLong ? reader.big32(entry.start + 4) : reader.big16(entry.start + 4)
      types.set(id, reader.text(entry.start + (isLong ? 10 : 8), 4))
    }
  }
  const data = boxes.descendants([meta], ['idat'])[0]
  const items = new Map<string, Item>()
  for (const { start } of boxes.descendants([meta], ['iloc'])) {
    for (const { id, parts } of readLocations(reader, boxes, start, data?.start ?? 0)) {
      const type = types.get(id)
      if (type === 'av01' || type === 'grid') items.set(`${type} ${parts.join(' ')}`, { type, parts })
    }
  }
  return items.values()
}

function readLocations(
  reader: ContentReader,
  boxes: BoxReader,
  start: number,
  dataStart: number,
): readonly { readonly id: number; readonly parts: Item['parts'] }[] {
  const version = reader.byte(start)
  let offset = start + 6
  const readInteger = (byteCount: number): number => {
    let value = 0
    for (let index = 0; index < byteCount; index += 1) value = value * 256 + reader.byte(offset + index)
    offset += byteCount
    return value
  }
  const [offsetBytes, lengthBytes] = [reader.byte(start + 4) >> 4, reader.byte(start + 4) & 15]
  const [baseBytes, indexBytes] = [
    reader.byte(start + 5) >> 4,
    version === 0 ? 0 : reader.byte(start + 5) & 15,
  ]
  const count = readInteger(version < 2 ? 2 : 4)
  const locations: { id: number; parts: (readonly [number, number])[] }[] = []
  for (let item = 0; item < count; item += 1) {
    boxes.counter.count()
    const id = readInteger(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : readInteger(2) & 15
    readInteger(2)
    const base = readInteger(baseBytes) + (method === 1 ? dataStart : 0)
    const parts: (readonly [number, number])[] = []
    const extents = readInteger(2)
    for (let extent = 0; extent < extents; extent += 1) {
      boxes.counter.count()
      readInteger(indexBytes)
      const partStart = base + readInteger(offsetBytes)
      const length = readInteger(lengthBytes)
      parts.push([partStart, length === 0 ? reader.length - partStart : length])
    }
    locations.push({ id, parts })
  }
  return locations
}

function readItemBytes(reader: ContentReader, { parts }: Item): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, [, size]) => sum + size, 0)
  const isWithin = parts.every(([start, size]) => start >= 0 && start + size <= reader.length)
  if (!isWithin || length > reader.length) throw new RangeError('An item exceeds the file.')
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const [start, size] of parts) {
    bytes.set(reader.bytes.subarray(start, start + size), offset)
    offset += size
  }
  return bytes
}

/** Returns the offsets of the pictures of a sequence (`stco`, `co64`: ISO/IEC 14496-12, 8.7.5). */
function sampleOffsets(reader: ContentReader, boxes: BoxReader, topBoxes: readonly Box[]): readonly number[] {
  const movie = topBoxes.filter(({ type }) => type === 'moov')
  const tables = ['stco', 'co64'].flatMap((table) =>
    boxes.descendants(movie, ['trak', 'mdia', 'minf', 'stbl', table]),
  )
  return tables.flatMap(({ type, start }) => {
    const entries: number[] = []
    for (let entry = 0; entry < reader.big32(start + 4); entry += 1) {
      boxes.counter.count()
      const entryOffset = start + 8 + entry * (type === 'stco' ? 4 : 8)
      entries.push(
        type === 'stco'
          ? reader.big32(entryOffset)
          : reader.big32(entryOffset) * 0x1_0000_0000 + reader.big32(entryOffset + 4),
      )
    }
    return entries
  })
}

/** Reads a limited number of boxes (ISO/IEC 14496-12, 4.2). */
class BoxReader {
  readonly #reader: ContentReader
  /** Counts all parts of the file. */
  readonly counter = new PartCounter()

  constructor(reader: ContentReader) {
    this.#reader = reader
  }

  /** Returns the boxes in another one. Throws a `RangeError` if one exceeds it. */
  childrenOf({ start, end }: Box): readonly Box[] {
    const reader = this.#reader
    const boxes: Box[] = []
    for (let offset = start; offset < end;) {
      this.counter.count()
      const declaredSize = reader.big32(offset)
      const isLong = declaredSize === 1
      const size = isLong
        ? reader.big32(offset + 8) * 0x1_0000_0000 + reader.big32(offset + 12)
        : declaredSize === 0
          ? end - offset
          : declaredSize
      if (size < (isLong ? 16 : 8) || offset + size > end) throw new RangeError('A box exceeds its parent.')
      boxes.push({ type: reader.text(offset + 4, 4), start: offset + (isLong ? 16 : 8), end: offset + size })
      offset += size
    }
    return boxes
  }

  /** Returns the boxes at a path below others. */
  descendants(boxes: readonly Box[], [type, ...path]: readonly string[]): readonly Box[] {
    if (type === undefined) return boxes
    const matches = boxes.flatMap((box) => this.childrenOf(box).filter((each) => each.type === type))
    return this.descendants(matches, path)
  }
}
