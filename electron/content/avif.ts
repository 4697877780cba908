import type { ContentReader, PixelSize } from './reader.ts'

export function isAvif(reader: ContentReader): boolean {
  if (reader.text(4, 4) !== 'ftyp') return false
  const brands = reader.text(8, Math.min(reader.big32(0), 256) - 8)
  return /avi[fs]/u.test(brands)
}

interface Box {
  readonly type: string
  /** Where its content begins, and where it ends. */
  readonly from: number
  readonly to: number
}

/** The largest size that an AVIF tells of (`ispe`); null for one that is shorter than its boxes say or tells none. */
export function readAvif(reader: ContentReader): PixelSize | null {
  const boxes = boxesIn(reader, 0, reader.length)
  const meta = boxes?.find(({ type }) => type === 'meta')
  if (meta === undefined) return null
  let largest: PixelSize | null = null
  for (const { from } of within(reader, [{ ...meta, from: meta.from + 4 }], ['iprp', 'ipco', 'ispe'])) {
    const size = { width: reader.big32(from + 4), height: reader.big32(from + 8) }
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

/** Boxes at the end of a path below others. */
function within(
  reader: ContentReader,
  boxes: readonly Box[],
  [type, ...path]: readonly string[],
): readonly Box[] {
  if (type === undefined) return boxes
  const below = boxes.flatMap(({ from, to }) => boxesIn(reader, from, to) ?? [])
  return within(
    reader,
    below.filter((box) => box.type === type),
    path,
  )
}

/** The boxes of a stretch (ISO/IEC 14496-12, 4.2); null where one goes on past its end. */
function boxesIn(reader: ContentReader, start: number, end: number): readonly Box[] | null {
  const boxes: Box[] = []
  for (let at = start; at < end;) {
    if (at + 8 > end) return null
    const stated = reader.big32(at)
    const isLong = stated === 1
    const size = isLong
      ? reader.big32(at + 8) * 0x1_0000_0000 + reader.big32(at + 12)
      : stated === 0
        ? end - at
        : stated
    if (size < (isLong ? 16 : 8) || at + size > end) return null
    boxes.push({ type: reader.text(at + 4, 4), from: at + (isLong ? 16 : 8), to: at + size })
    at += size
  }
  return boxes
}
