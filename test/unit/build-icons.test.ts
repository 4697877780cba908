import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeIcons } from '../../build/icons.ts'
import { ROOT } from '../../build/paths.ts'

const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256]
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const REVIEW_ICON = 'application-vnd.campaign-desk.review+zip'

/** Colors of the drawings. */
const SMALL_PLATE = '3457d5'
const MARK_OF_DOCUMENT = '1b1e25'
const WORD = '636873'

let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'campaign-desk-icons-'))
  await writeIcons(folder)
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function readIcon(path: string): Buffer {
  return readFileSync(join(folder, path))
}

function pngSize(png: Buffer): readonly number[] {
  expect(png.subarray(0, 8)).toEqual(PNG)
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

interface Entry {
  readonly size: number
  readonly data: Buffer
}

function icoEntries(ico: Buffer): readonly Entry[] {
  expect(ico.readUInt16LE(2)).toBe(1)
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index
    expect(ico.readUInt8(entry)).toBe(ico.readUInt8(entry + 1))
    const start = ico.readUInt32LE(entry + 12)
    return {
      size: ico.readUInt8(entry) || 256,
      data: ico.subarray(start, start + ico.readUInt32LE(entry + 8)),
    }
  })
}

/** Returns the color and the alpha of a pixel in a bitmap whose rows go from the bottom to the top. */
function pixelOf({ size, data }: Entry, x: number, y: number): { color: string; alpha: number } {
  expect([data.readInt32LE(4), data.readInt32LE(8), data.readUInt16LE(14)]).toEqual([size, 2 * size, 32])
  const offset = 40 + 4 * ((size - 1 - y) * size + x)
  const [blue, green, red, alpha = 0] = data.subarray(offset, offset + 4)
  return { color: Buffer.from([red ?? 0, green ?? 0, blue ?? 0]).toString('hex'), alpha }
}

function colorsOf(entry: Entry): ReadonlySet<string> {
  const colors = new Set<string>()
  for (let y = 0; y < entry.size; y++)
    for (let x = 0; x < entry.size; x++) colors.add(pixelOf(entry, x, y).color)
  return colors
}

function entryOf(path: string, size: number): Entry {
  const entry = icoEntries(readIcon(path)).find((other) => other.size === size)
  if (entry === undefined) throw new Error(`${path} has no picture of ${size} px`)
  return entry
}

function icnsEntries(icns: Buffer): ReadonlyMap<string, Buffer> {
  expect(icns.toString('latin1', 0, 4)).toBe('icns')
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  const entries = new Map<string, Buffer>()
  for (let offset = 8; offset < icns.length;) {
    const end = offset + icns.readUInt32BE(offset + 4)
    entries.set(icns.toString('latin1', offset, offset + 4), icns.subarray(offset + 8, end))
    offset = end
  }
  return entries
}

/** Returns alpha, red, green and blue, each for all pixels: runs of literal or repeated bytes. */
function decodeChannels(data: Buffer): Buffer {
  expect(data.toString('latin1', 0, 4)).toBe('ARGB')
  const parts: Buffer[] = []
  for (let offset = 4; offset < data.length;) {
    const control = data.readUInt8(offset)
    if (control < 128) {
      parts.push(data.subarray(offset + 1, offset + 2 + control))
      offset += 2 + control
    } else {
      parts.push(Buffer.alloc(control - 125, data.readUInt8(offset + 1)))
      offset += 2
    }
  }
  return Buffer.concat(parts)
}

describe.each(['icon', 'cdreview'])('the icon files of %s', (name) => {
  it('contain every size of Windows, the largest as a PNG', () => {
    const entries = icoEntries(readIcon(`${name}.ico`))
    expect(entries.map(({ size }) => size)).toEqual(WINDOWS_SIZES)
    for (const entry of entries) {
      if (entry.size === 256) expect(pngSize(entry.data)).toEqual([256, 256])
      else expect(pixelOf(entry, 0, 0).alpha).toBe(0)
    }
  })

  it('contain every size of macOS, the smallest as channels', () => {
    const entries = icnsEntries(readIcon(`${name}.icns`))
    const sizes = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 }
    expect([...entries.keys()]).toEqual(['ic04', 'ic05', ...Object.keys(sizes)])
    for (const [type, size] of Object.entries(sizes))
      expect(pngSize(entries.get(type) ?? Buffer.alloc(0))).toEqual([size, size])
    expect(decodeChannels(entries.get('ic05') ?? Buffer.alloc(0))).toHaveLength(4 * 32 * 32)
  })

  it('have the same pixels in the smallest size on Windows and macOS', () => {
    const channels = decodeChannels(icnsEntries(readIcon(`${name}.icns`)).get('ic04') ?? Buffer.alloc(0))
    const entry = entryOf(`${name}.ico`, 16)
    for (let index = 0; index < 256; index++) {
      const [alpha, red, green, blue] = [0, 1, 2, 3].map((channel) => channels[256 * channel + index] ?? 0)
      const color = Buffer.from([red ?? 0, green ?? 0, blue ?? 0]).toString('hex')
      expect(pixelOf(entry, index % 16, Math.floor(index / 16))).toEqual({ color, alpha })
    }
  })
})

describe('the drawings', () => {
  it('are the simpler ones in small sizes', () => {
    for (const size of [16, 20, 24])
      expect(pixelOf(entryOf('icon.ico', size), size / 2, 0)).toEqual({ color: SMALL_PLATE, alpha: 255 })
    for (const size of [32, 48, 64]) {
      const entry = entryOf('icon.ico', size)
      expect(pixelOf(entry, size / 2, size / 16 - 1).alpha).toBe(0)
      expect(pixelOf(entry, size / 2, size / 16).alpha).toBe(255)
      expect(colorsOf(entry)).not.toContain(SMALL_PLATE)
    }
  })

  it('show the mark on larger documents, and the word on the largest', () => {
    const documents = icoEntries(readIcon('cdreview.ico')).filter(({ size }) => size < 256)
    const sizesWith = (color: string): readonly number[] =>
      documents.filter((entry) => colorsOf(entry).has(color)).map(({ size }) => size)
    expect(sizesWith(MARK_OF_DOCUMENT)).toEqual([64, 128])
    expect(sizesWith(WORD)).toEqual([128])
  })
})

it('draws a picture of each size for Linux, with the type of review files', () => {
  for (const size of LINUX_SIZES) {
    const name = `${size}x${size}`
    expect(pngSize(readIcon(`linux/${name}.png`))).toEqual([size, size])
    expect(pngSize(readIcon(`share/icons/hicolor/${name}/mimetypes/${REVIEW_ICON}.png`))).toEqual([
      size,
      size,
    ])
  }
  const [file = ''] = readdirSync(join(folder, 'share', 'mime', 'packages'))
  // The last file of a type decides on its icon.
  expect(file > 'campaign-desk.xml').toBe(true)
  expect(readIcon(`share/mime/packages/${file}`).toString()).toContain(`<icon name="${REVIEW_ICON}"/>`)
})

it('draws the background of the disk image in both resolutions', () => {
  expect(pngSize(readIcon('disk-image.png'))).toEqual([540, 380])
  expect(pngSize(readIcon('disk-image@2x.png'))).toEqual([1080, 760])
})

it('draws every file that the packages name', () => {
  const settings = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8')
  const paths = [...settings.matchAll(/(?<!!)\bdist\/icons\/([\w./-]+)/gu)].map(([, path = '']) => path)
  expect(paths).toEqual(expect.arrayContaining(['icon.ico', 'icon.icns', 'cdreview.ico', 'linux', 'share/']))
  for (const path of paths.filter((other) => other !== ''))
    expect(existsSync(join(folder, path)), path).toBe(true)
})
