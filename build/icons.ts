import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { icnsFile, icoFile, type IconPicture } from './icon-files.ts'
import { ROOT } from './paths.ts'

const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256]
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
const REVIEW_TYPE = 'application/vnd.campaign-desk.review+zip'

/** Margin of the application on Windows and Linux, as a part of the width: whole pixels in most sizes. */
const MARGIN = 1 / 16
/** https://developer.apple.com/design/resources/: a plate of 824 in 1024. */
const MAC_MARGIN = 100 / 1024

/** Sizes in pixels up to which the simpler drawings are used, and from which a document has its word. */
const MAX_SMALL_ICON = 24
const MAX_SMALL_DOCUMENT = 48
const MIN_WORD = 128

const DISK_IMAGE_WIDTH = 540

/** Read after the file of electron-builder, campaign-desk.xml, whose icon is that of any document. */
const REVIEW_TYPE_FILE = 'campaign-desk_review.xml'
const REVIEW_TYPE_XML = `<?xml version="1.0" encoding="utf-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="${REVIEW_TYPE}">
    <comment>Campaign Desk review</comment>
    <glob pattern="*.cdreview"/>
    <icon name="${REVIEW_TYPE.replace('/', '-')}"/>
  </mime-type>
</mime-info>
`

let started: Promise<void> | null = null

/** Starts the renderer, which can be done once only in a process. */
function startRenderer(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  started ??= initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')))
  return started
}

function drawing(name: string): string {
  return readFileSync(join(ROOT, 'build', 'drawings', `${name}.svg`), 'utf8')
}

/** Returns a drawing within a margin, which is a part of the width. */
function withMargin(svg: string, margin: number): string {
  const width = 1 - 2 * margin
  const inner = svg.replace('<svg ', `<svg x="${margin}" y="${margin}" width="${width}" height="${width}" `)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${inner}</svg>`
}

function render(svg: string, width: number): { readonly png: Uint8Array; readonly pixels: Uint8Array } {
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render()
  return { png: image.asPng(), pixels: image.pixels }
}

/** Returns pixels whose colors are not multiplied by their alpha. */
function straightAlpha(pixels: Uint8Array): Uint8Array {
  return pixels.map((value, index) => {
    const alpha = pixels[index - (index % 4) + 3] ?? 0
    return index % 4 === 3 || alpha === 0 ? value : Math.min(255, Math.round((value * 255) / alpha))
  })
}

function picture(svg: string, size: number): IconPicture {
  const { png, pixels } = render(svg, size)
  return { size, png, rgba: straightAlpha(pixels) }
}

/** Returns the icon of the application in a size in pixels. */
function application(size: number, margin: number): IconPicture {
  if (size <= MAX_SMALL_ICON) return picture(drawing('icon-small'), size)
  return picture(withMargin(drawing('icon'), margin), size)
}

/** Returns the icon of a review file in a size in pixels. */
function reviewFile(size: number): IconPicture {
  if (size <= MAX_SMALL_DOCUMENT) return picture(drawing('document-small'), size)
  const svg = drawing('document')
  return picture(size < MIN_WORD ? svg.replace(/<g id="word".*?<\/g>/su, '') : svg, size)
}

/** Returns each file by its path in the folder of icons. */
function* iconFiles(): Generator<readonly [path: string, contents: Uint8Array | string]> {
  yield ['icon.ico', icoFile(WINDOWS_SIZES.map((size) => application(size, MARGIN)))]
  yield ['icon.icns', icnsFile((size) => application(size, MAC_MARGIN))]
  yield ['cdreview.ico', icoFile(WINDOWS_SIZES.map(reviewFile))]
  yield ['cdreview.icns', icnsFile(reviewFile)]
  yield ['disk-image.png', render(drawing('disk-image'), DISK_IMAGE_WIDTH).png]
  yield ['disk-image@2x.png', render(drawing('disk-image'), 2 * DISK_IMAGE_WIDTH).png]
  for (const size of LINUX_SIZES) {
    const name = `${size}x${size}`
    yield [`linux/${name}.png`, application(size, MARGIN).png]
    yield [`share/icons/hicolor/${name}/mimetypes/${REVIEW_TYPE.replace('/', '-')}.png`, reviewFile(size).png]
  }
  yield [`share/mime/packages/${REVIEW_TYPE_FILE}`, REVIEW_TYPE_XML]
}

/**
 * Draws every icon of the application, its installers and its files, and replaces the contents of a folder
 * with them.
 */
export async function writeIcons(folder: string): Promise<void> {
  await startRenderer()
  rmSync(folder, { recursive: true, force: true })
  for (const [path, contents] of iconFiles()) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, contents)
  }
}
