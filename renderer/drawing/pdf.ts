import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { PagePart, PdfProblem } from '../../electron/contract/pictures.ts'
import { canvasOf, fitSize, type DrawnSize } from './raster.ts'

/** Thrown if a PDF cannot be shown. */
export class PdfError extends Error {
  readonly problem: PdfProblem

  constructor(problem: PdfProblem) {
    super(`The PDF cannot be shown: ${problem}.`)
    this.name = 'PdfError'
    this.problem = problem
  }
}

/** Larger pictures in a PDF are left out. */
const MAX_IMAGE_PIXELS = 100_000_000

interface CanvasAndContext {
  canvas: HTMLCanvasElement | null
  context: CanvasRenderingContext2D | null
}

/** Creates canvases that the GPU process does not draw. */
class SoftwareCanvases {
  create(width: number, height: number): CanvasAndContext {
    return canvasOf(width, height)
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (canvas === null) return
    canvas.width = width
    canvas.height = height
  }

  destroy(target: CanvasAndContext): void {
    this.reset(target, 0, 0)
    target.canvas = null
    target.context = null
  }
}

/** Disables filters, which would be elements of the page. */
class NoFilters {
  readonly #none = 'none'

  addFilter = (): string => this.#none
  addHCMFilter = this.addFilter
  addAlphaFilter = this.addFilter
  addLuminosityFilter = this.addFilter
  addHighlightHCMFilter = this.addFilter
  destroy = (): void => undefined
}

/** Returns the library, which is loaded with the first PDF. Its two parts run in this thread. */
async function library() {
  // The library waits for frames, which a hidden page does not have.
  globalThis.requestAnimationFrame = (callback) => setTimeout(callback, 0, performance.now())
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

/**
 * Opens a PDF without running its scripts or loading anything. Throws a {@link PdfError} if it cannot be
 * shown.
 */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await library()
  try {
    return await getDocument({
      data: bytes,
      verbosity: VerbosityLevel.ERRORS,
      enableXfa: false,
      useWasm: false,
      useWorkerFetch: false,
      // Folder of its picture decoders without WebAssembly, which does not exist yet at build time.
      wasmUrl: new URL(/* @vite-ignore */ 'pdf/', import.meta.url).href,
      // Letters are drawn as outlines, so that the system does not load fonts of a file.
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

/** Returns a page, counted from 1. */
async function pageOf(pdf: PDFDocumentProxy, page: number): Promise<PDFPageProxy> {
  return pdf.getPage(page).catch(() => {
    throw new PdfError('broken')
  })
}

export async function sizeOfPage(pdf: PDFDocumentProxy, page: number) {
  const { width, height } = (await pageOf(pdf, page)).getViewport({ scale: 1 })
  return { width, height }
}

/** Draws a part of a page on a white background. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  { page, scale, quarters, left, top, width, height }: PagePart,
): Promise<HTMLCanvasElement> {
  const pdfPage = await pageOf(pdf, page)
  const { canvas, context } = canvasOf(width, height)
  const rotation = (pdfPage.rotate + (((quarters % 4) + 4) % 4) * 90) % 360
  const viewport = pdfPage.getViewport({ scale, rotation, offsetX: -left, offsetY: -top })
  try {
    await pdfPage.render({ canvas: null, canvasContext: context, viewport, background: '#ffffff' }).promise
  } catch {
    throw new PdfError('broken')
  } finally {
    pdfPage.cleanup()
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
    // A page can have any size in points, so a small one is scaled up.
    const scale = drawnSize.edge / Math.max(size.width, size.height)
    const { width, height } = fitSize(drawnSize, { width: size.width * scale, height: size.height * scale })
    return await drawPage(pdf, { page: 1, scale, quarters: 0, left: 0, top: 0, width, height })
  } finally {
    await pdf.loadingTask.destroy()
  }
}
