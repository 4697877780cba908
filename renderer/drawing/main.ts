// The page that draws pictures in a separate process, which main calls and can end at any time. It is never
// visible.
import { LRUCache } from 'lru-cache'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PagePart, PdfResult } from '../../electron/contract/pictures.ts'
import { isTooComplex } from '../../electron/content/complexity.ts'
import type { PictureKind } from '../../electron/content/inspect.ts'
import { drawFirstPage, drawPage, openPdf, PdfError, sizeOfPage } from './pdf.ts'
import { drawRaster, encode, type DrawnSize, rasterizeSvg } from './raster.ts'

/** Two versions of a PDF are compared. */
const MAX_OPEN_DOCUMENTS = 2

/** By hash. */
const documents = new LRUCache<string, PDFDocumentProxy>({
  max: MAX_OPEN_DOCUMENTS,
  dispose: (pdf, _hash, reason) => {
    if (reason === 'evict') void pdf.loadingTask.destroy()
  },
})

/** Fetches the file of the current call. */
async function fetchFile(): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch('/file')
  if (!response.ok) throw new Error('The file is not there any more.')
  return new Uint8Array(await response.arrayBuffer())
}

async function documentOf(hash: string): Promise<PDFDocumentProxy> {
  const open = documents.get(hash) ?? (await openPdf(await fetchFile()))
  documents.set(hash, open)
  return open
}

async function withDocument<Value>(
  hash: string,
  use: (pdf: PDFDocumentProxy) => Value | Promise<Value>,
): Promise<PdfResult<Value>> {
  try {
    return await use(await documentOf(hash))
  } catch (error) {
    return { problem: error instanceof PdfError ? error.problem : 'broken' }
  }
}

interface PictureToDraw extends DrawnSize {
  readonly kind: PictureKind
  /** Bytes in the file of the call. */
  readonly length: number
}

/** Draws a picture as JPEG or PNG. Returns null if it is damaged or encrypted. */
async function drawPicture(
  { kind, ...size }: PictureToDraw,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | 'tooComplex' | null> {
  try {
    // Caches of earlier versions can contain drawings that were not checked.
    if (isTooComplex(kind, bytes)) return 'tooComplex'
    return encode(await drawFile(kind, bytes, size), size.maxBytes, kind !== 'jpeg' && kind !== 'pdf')
  } catch {
    return null
  }
}

function drawFile(
  kind: PictureKind,
  bytes: Uint8Array<ArrayBuffer>,
  size: DrawnSize,
): Promise<HTMLCanvasElement> {
  if (kind === 'pdf') return drawFirstPage(bytes, size)
  return kind === 'svg' ? rasterizeSvg(bytes, size.edge) : drawRaster(kind, bytes, size)
}

/** The functions that main calls. */
Object.assign(globalThis, {
  /** Draws pictures, whose bytes are one after the other in the file. */
  async draw(pictures: readonly PictureToDraw[]) {
    const file = await fetchFile()
    const drawings: Awaited<ReturnType<typeof drawPicture>>[] = []
    let start = 0
    for (const picture of pictures) {
      const end = start + picture.length
      drawings.push(await drawPicture(picture, file.subarray(start, end)))
      start = end
    }
    return drawings
  },
  openDocument: ({ hash }: { readonly hash: string }) =>
    withDocument(hash, ({ numPages }) => ({ pages: numPages })),
  pageSize: ({ hash, page }: { readonly hash: string; readonly page: number }) =>
    withDocument(hash, (pdf) => sizeOfPage(pdf, page)),
  drawPage: ({ hash, part }: { readonly hash: string; readonly part: PagePart }) =>
    withDocument(hash, async (pdf) => {
      const canvas = await drawPage(pdf, part)
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, part.width, part.height)
      return { data: new Uint8Array(pixels?.data.buffer ?? new ArrayBuffer()) }
    }),
})
