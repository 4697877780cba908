import type { Shape } from './elements.ts'
import { ARTWORKS_PER_ITEM, ItemGenerator, MAX_ARTWORKS, type ItemOutline } from './items.ts'
import { ADDED_SLOTS, planSample } from './plan.ts'
import { indexOfUuid, mix } from './random.ts'

export interface SamplePicture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: 'image/svg+xml'
}

const ADDRESS = /^sample:picture\/([0-9a-f-]{36})(\?thumbnail)?$/u

/** Escapes text for SVG and removes characters that XML does not allow. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Wraps text into at most `lines` lines of about `width` characters; a longer text ends with an ellipsis. */
function wrap(text: string, width: number, lines: number): readonly string[] {
  const words = text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .split(' ')
    .flatMap((word) => {
      const letters = Array.from(word)
      return Array.from({ length: Math.ceil(letters.length / width) }, (_, part) =>
        letters.slice(part * width, (part + 1) * width).join(''),
      )
    })
  const result: string[] = []
  for (const word of words) {
    const last = result.at(-1)
    if (last !== undefined && Array.from(last).length + 1 + Array.from(word).length <= width)
      result[result.length - 1] = `${last} ${word}`
    else result.push(word)
  }
  if (result.length <= lines) return result
  return result.slice(0, lines).map((line, index) => (index === lines - 1 ? `${line}…` : line))
}

interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Outline as an SVG element without its fill. */
  readonly outline: string
}

const rectangle = (x: number, y: number, width: number, height: number, radius: number): Frame => ({
  x,
  y,
  width,
  height,
  outline: `<rect x="${String(x)}" y="${String(y)}" width="${String(width)}" height="${String(height)}" rx="${String(radius)}"`,
})

/** The printed area of each shape on a canvas of 320 × 240. */
const FRAMES: Readonly<Record<Shape, Frame>> = {
  poster: rectangle(84, 12, 152, 216, 3),
  banner: rectangle(20, 60, 280, 120, 4),
  strip: rectangle(12, 88, 296, 64, 3),
  hanger: rectangle(110, 10, 100, 220, 10),
  display: rectangle(90, 14, 140, 176, 4),
  wobbler: { x: 84, y: 16, width: 152, height: 152, outline: '<circle cx="160" cy="92" r="76"' },
  round: { x: 66, y: 26, width: 188, height: 188, outline: '<circle cx="160" cy="120" r="100"' },
}

/** What surrounds the printed area: the arm of a wobbler, the foot of a display, a hole, a string. */
const FITTINGS: Readonly<Record<Shape, string>> = {
  poster: '',
  banner:
    '<path d="M40 60V20M280 60V20" stroke="#9aa3ad" stroke-width="2"/><circle cx="40" cy="20" r="3" fill="#9aa3ad"/><circle cx="280" cy="20" r="3" fill="#9aa3ad"/>',
  strip: '<path d="M0 82H320M0 158H320" stroke="#b8c0c8" stroke-width="6"/>',
  hanger: '',
  display:
    '<path d="M84 190H236L250 232H70Z" fill="#b08d66"/><path d="M84 190H236L238 196H82Z" fill="#8f6f4d"/>',
  wobbler: '<path d="M160 160C160 200 176 208 176 236" stroke="#9aa3ad" stroke-width="7" fill="none"/>',
  round: '',
}

/** Shapes over the background, chosen by the artwork's number. */
const MOTIFS: readonly ((frame: Frame, color: string) => string)[] = [
  ({ x, y, width, height }, color) =>
    `<circle cx="${String(x + width)}" cy="${String(y)}" r="${String(Math.min(width, height) * 0.34)}" fill="${color}"/>`,
  ({ x, y, width, height }, color) =>
    `<path d="M${String(x)} ${String(y + height)}L${String(x + width)} ${String(y + height * 0.84)}V${String(y + height)}Z" fill="${color}"/>`,
  ({ x, y, width, height }, color) =>
    `<path d="M${String(x)} ${String(y + height * 0.89)}Q${String(x + width / 4)} ${String(y + height * 0.8)} ${String(x + width / 2)} ${String(y + height * 0.89)}T${String(x + width)} ${String(y + height * 0.89)}V${String(y + height)}H${String(x)}Z" fill="${color}"/>`,
  ({ x, y, width, height }, color) =>
    [0.12, 0.3, 0.48]
      .map(
        (part) =>
          `<path d="M${String(x + width * part)} ${String(y)}L${String(x - height * 0.3 + width * part)} ${String(y + height)}" stroke="${color}" stroke-width="9" opacity="0.55"/>`,
      )
      .join(''),
]

/** Returns black or white, whichever is more readable on a color like `#1b4332`. */
function readableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(color.slice(start, start + 2), 16),
  )
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? '#14171a' : '#ffffff'
}

const LETTERING = `text-anchor="middle" font-family="Helvetica, Arial, 'Noto Sans', sans-serif"`

function textLines(
  lines: readonly string[],
  center: number,
  top: number,
  size: number,
  attributes: string,
): string {
  return lines
    .map(
      (line, index) =>
        `<text x="${String(center)}" y="${String(top + index * size * 1.15)}" font-size="${String(size)}" ${attributes}>${escapeText(line)}</text>`,
    )
    .join('')
}

interface DrawOptions {
  readonly artworkIndex: number
  readonly variety: number
  /** The whole picture, a small one, or only the product without what is around it. */
  readonly part: 'full' | 'thumbnail' | 'product'
}

/** Width and height of the whole picture, and of what a product needs around its printed area. */
const SIZES = { full: [960, 720], thumbnail: [160, 120] } as const
const FITTING_WIDTH = 16
const FITTING_END = 236

function draw(outline: ItemOutline, { artworkIndex, variety, part }: DrawOptions): string {
  const { campaign, element, product, name } = outline
  const [first, second, ink] = campaign.theme.colors
  // Fronts have the first color as background, backs the second.
  const [background, accent, text] =
    artworkIndex % 2 === 0 ? [first, second, ink] : [second, first, readableOn(second)]
  const frame = FRAMES[element.shape]
  const motif = MOTIFS[variety % MOTIFS.length] ?? MOTIFS[0]
  const center = frame.x + frame.width / 2
  const isNarrow = frame.width < 130
  const isFlat = frame.height < 130
  const size = isFlat ? 17 : isNarrow ? 14 : 18
  const productLines = wrap(product, Math.floor((frame.width * 0.86) / (size * 0.56)), isFlat ? 1 : 3)
  const top = frame.y + frame.height * (isFlat ? 0.36 : 0.34)
  const texts = [
    textLines([campaign.theme.brand.toUpperCase()], center, top, isNarrow ? 10 : 12, 'letter-spacing="1.5"'),
    textLines(productLines, center, top + size * 1.4, size, 'font-weight="700"'),
    isFlat && frame.height < 100
      ? ''
      : textLines(
          [campaign.theme.slogan],
          center,
          frame.y + frame.height * (isFlat ? 0.78 : 0.72),
          isNarrow ? 8 : 11,
          '',
        ),
  ].join('')
  const price =
    variety % 5 === 0 && !isNarrow && !isFlat
      ? `<circle cx="${String(frame.x + frame.width - 10)}" cy="${String(frame.y + 16)}" r="24" fill="${accent}" stroke="${text}" stroke-width="1.5"/>` +
        textLines(
          [`−${String(10 + (variety % 9) * 5)}%`],
          frame.x + frame.width - 10,
          frame.y + 21,
          14,
          `font-weight="700" fill="${readableOn(accent)}"`,
        )
      : ''
  const hole =
    element.shape === 'hanger'
      ? `<circle cx="${String(center)}" cy="${String(frame.y + 22)}" r="12" fill="#eef1f4"/>`
      : ''
  const title = escapeText(`${name} – ${element.name}`)
  return [
    part === 'product' ? productImage(element.shape) : wholeImage(SIZES[part]),
    `<title>${title}</title>`,
    part === 'product' ? '' : '<rect width="320" height="240" fill="#eef1f4"/>',
    FITTINGS[element.shape],
    `<clipPath id="area">${frame.outline}/></clipPath>`,
    `${frame.outline} fill="${background}"/>`,
    `<g clip-path="url(#area)">${motif?.(frame, accent) ?? ''}`,
    `<g fill="${text}" ${LETTERING}>${texts}</g></g>`,
    `<g ${LETTERING}>${price}</g>`,
    hole,
    `${frame.outline} fill="none" stroke="#14171a" stroke-opacity="0.18"/>`,
    '</svg>',
  ].join('')
}

function wholeImage([width, height]: readonly [number, number]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="${String(width)}" height="${String(height)}" role="img">`
}

/** Returns the start of an image that contains a printed area and its fitting. */
function productImage(shape: Shape): string {
  const frame = FRAMES[shape]
  const [left, width] = [frame.x - FITTING_WIDTH, frame.width + 2 * FITTING_WIDTH]
  // The circle is larger than its frame, which is for texts.
  const margin = shape === 'round' ? 7 : 0
  const top = frame.y - margin
  const height = (FITTINGS[shape] === '' ? frame.y + frame.height + margin : FITTING_END) - top
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${String(left)} ${String(top)} ${String(width)} ${String(height)}" width="${String(width)}" height="${String(height)}" role="img">`
}

/** Returns the product of an item alone, as SVG text: its artwork with what carries it. */
export function cutOutOf(items: ItemGenerator, slot: number): string {
  const variety = mix(items.plan.seed, slot, 91)
  return draw(items.outline(slot), { artworkIndex: 0, variety, part: 'product' })
}

/** Returns the picture of an artwork, or null if no item has it. */
export function pictureOf(
  items: ItemGenerator,
  artworkId: string,
  isThumbnail: boolean,
): SamplePicture | null {
  const { seed, itemCount, campaigns } = items.plan
  const number = indexOfUuid('artwork', seed, artworkId)
  if (number === null) return null
  const slot = Math.floor(number / ARTWORKS_PER_ITEM)
  if (slot >= itemCount + campaigns.length * ADDED_SLOTS) return null
  const index = number % ARTWORKS_PER_ITEM
  const isReplacement = index >= MAX_ARTWORKS
  const artworks = items.item(slot).itemId?.artworks ?? []
  if (!isReplacement && !artworks.some((artwork) => artwork._id === artworkId)) return null
  const svg = draw(items.outline(slot), {
    artworkIndex: isReplacement ? 0 : index,
    variety: mix(seed, number, 91),
    part: isThumbnail ? 'thumbnail' : 'full',
  })
  return { bytes: new TextEncoder().encode(svg), contentType: 'image/svg+xml' }
}

let sampleItems: ItemGenerator | null = null

/**
 * Returns the picture of an address like `sample:picture/<artwork id>` (with `?thumbnail` for a thumbnail),
 * or null for any other address. The bytes are always the same.
 */
export function samplePicture(url: string): SamplePicture | null {
  const [, artworkId, small] = ADDRESS.exec(url) ?? []
  if (artworkId === undefined) return null
  sampleItems ??= new ItemGenerator(planSample())
  return pictureOf(sampleItems, artworkId, small !== undefined)
}
