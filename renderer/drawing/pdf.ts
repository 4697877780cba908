import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { PagePart, PdfProblem } from '../../electron/contract/pictures.ts'
import { canvasOf, within, type DrawnSize } from './raster.ts'

/** A PDF cannot be shown. */
export class PdfError extends Error {
  readonly problem: PdfProblem

  constructor(problem: PdfProblem) {
    super(`The PDF cannot be shown: ${problem}.`)
    this.name = 'PdfError'
    this.problem = problem
  }
}

/** Pictures in a PDF that have more pixels are left out. */
const MAX_IMAGE_PIXELS = 100_000_000

interface CanvasAndContext {
  canvas: HTMLCanvasElement | null
  context: CanvasRenderingContext2D | null
}

/** Canvases that are not drawn by the process of the graphics card. */
class SoftwareCanvases {
  create(width: number, height: number): CanvasAndContext {
    return canvasOf(width, height)
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (canvas === null) return
    canvas.width = width
    canvas.height = height
  }

  destroy(drawn: CanvasAndContext): void {
    this.reset(drawn, 0, 0)
    drawn.canvas = null
    drawn.context = null
  }
}

/** Filters would be elements of the page: what asks for one is drawn without it. */
class NoFilters {
  readonly #none = 'none'

  addFilter = (): string => this.#none
  addHCMFilter = this.addFilter
  addAlphaFilter = this.addFilter
  addLuminosityFilter = this.addFilter
  addHighlightHCMFilter = this.addFilter
  destroy = (): void => undefined
}

/** The library, which is loaded with the first PDF. Both of its halves run in this thread. */
async function library() {
  // It waits for frames, which a page that nobody sees does not have.
  globalThis.requestAnimationFrame = (callback) => setTimeout(callback, 0, performance.now())
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

/** Opens a PDF. Nothing in it is run, and nothing is fetched for it. Throws why it cannot be shown. */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await library()
  try {
    return await getDocument({
      data: bytes,
      verbosity: VerbosityLevel.ERRORS,
      enableXfa: false,
      useWasm: false,
      useWorkerFetch: false,
      // Where its picture decoders without WebAssembly are, beside this script: not there yet when this is
      // built.
      wasmUrl: new URL(/* @vite-ignore */ 'pdf/', import.meta.url).href,
      // Letters are drawn as outlines: fonts of a file are no business of the system's.
      disableFontFace: true,
      useSystemFonts: false,
      // Otherwise pictures are in memory twice, as pixels and on a canvas.
      isOffscreenCanvasSupported: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      CanvasFactory: SoftwareCanvases,
      FilterFactory: NoFilters,
    }).promise
  } catch (error) {
    throw new PdfError(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken')
  }
}

/** A page, counted from 1. */
async function pageOf(pdf: PDFDocumentProxy, page: number): Promise<PDFPageProxy> {
  return pdf.getPage(page).catch(() => {
    throw new PdfError('broken')
  })
}

export async function sizeOfPage(pdf: PDFDocumentProxy, page: number) {
  const { width, height } = (await pageOf(pdf, page)).getViewport({ scale: 1 })
  return { width, height }
}

/** Draws a part of a page on white, as paper is. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  { page, scale, quarters, left, top, width, height }: PagePart,
): Promise<HTMLCanvasElement> {
  const found = await pageOf(pdf, page)
  const { canvas, context } = canvasOf(width, height)
  const rotation = (found.rotate + (((quarters % 4) + 4) % 4) * 90) % 360
  const viewport = found.getViewport({ scale, rotation, offsetX: -left, offsetY: -top })
  try {
    await found.render({
      canvas: null,
      canvasContext: context,
      viewport,
      background: '#ffffff',
    }).promise
  } catch {
    throw new PdfError('broken')
  } finally {
    found.cleanup()
  }
  return canvas
}

/** Draws the first page. */
export async function drawFirstPage(
  bytes: Uint8Array<ArrayBuffer>,
  drawnSize: DrawnSize,
): Promise<HTMLCanvasElement> {
  const pdf = await openPdf(bytes)
  try {
    const size = await sizeOfPage(pdf, 1)
    // A page may be of any size in points: a small one is drawn larger.
    const scale = drawnSize.edge / Math.max(size.width, size.height)
    const { width, height } = within(drawnSize, { width: size.width * scale, height: size.height * scale })
    return await drawPage(pdf, { page: 1, scale, quarters: 0, left: 0, top: 0, width, height })
  } finally {
    await pdf.loadingTask.destroy()
  }
}
