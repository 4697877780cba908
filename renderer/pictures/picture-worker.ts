// The thread that draws pictures: files may be large and hostile, so none is decoded where the window is drawn.
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { DrawingFailed, type JobAnswer, type JobName, type JobRequest, type PictureJobs } from './jobs.ts'
import { drawPage, openPdf, sizeOfPage, smallPdf } from './pdf.ts'
import { encodeSmall, smallRaster } from './raster.ts'

/** What a thread has of its own; the types at hand are those of a window. */
interface Thread {
  postMessage(answer: JobAnswer, transfer: readonly Transferable[]): void
  addEventListener(type: 'message', listener: (event: { readonly data: JobRequest }) => void): void
}

const thread = globalThis as unknown as Thread
let open: PDFDocumentProxy | null = null

function opened(): PDFDocumentProxy {
  if (open === null) throw new DrawingFailed('broken')
  return open
}

const WORK: {
  readonly [Name in JobName]: (input: PictureJobs[Name]['input']) => Promise<PictureJobs[Name]['output']>
} = {
  thumbnail: ({ kind, bytes, ...size }) =>
    kind === 'pdf' ? smallPdf(bytes, size.edge) : smallRaster(kind, bytes, size),
  encode: ({ picture, ...size }) => encodeSmall(picture, size, true),
  openDocument: async ({ bytes }) => {
    await open?.loadingTask.destroy()
    open = null
    open = await openPdf(bytes)
    return { pages: open.numPages }
  },
  pageSize: ({ page }) => sizeOfPage(opened(), page),
  drawPage: (part) => drawPage(opened(), part),
}

function transferOf(output: PictureJobs[JobName]['output']): readonly Transferable[] {
  if (output instanceof Uint8Array) return [output.buffer]
  return output instanceof ImageBitmap ? [output] : []
}

async function answer({ sequence, name, input }: JobRequest): Promise<void> {
  try {
    const work = WORK[name] as (
      input: PictureJobs[JobName]['input'],
    ) => Promise<PictureJobs[JobName]['output']>
    const output = await work(input)
    thread.postMessage({ sequence, output }, transferOf(output))
  } catch (error) {
    thread.postMessage({ sequence, problem: error instanceof DrawingFailed ? error.problem : 'broken' }, [])
  }
}

thread.addEventListener('message', ({ data }) => {
  void answer(data)
})
