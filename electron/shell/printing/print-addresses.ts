import { AppError } from '../../contract/app-error.ts'
import { PRINT_ORIGIN } from '../../contract/bridge.ts'
import { clipValues } from '../../contract/clip-text.ts'
import { messages, type Language } from '../../contract/messages.ts'
import { PICTURES_PER_REQUEST } from '../../contract/printed-list.ts'
import type { MissingPicture } from '../../contract/pictures.ts'
import { emptyResponse, pictureResponse } from '../pictures.ts'
import type { ServedPicture } from '../../artwork/picture-server.ts'
import type { DrawingPriority } from '../../artwork/thumbnails.ts'
import type { PrintOutput } from '../../contract/report.ts'
import type { Orientation, PageMargins, Paper } from '../../contract/paper.ts'

/** Number of entries that the page draws before it requests more. */
export const ENTRIES_AT_ONCE = 50
/** Limit between two requests of a page, in milliseconds. */
const PAUSE_TIMEOUT_MS = 120_000

/** The address of a document while it is being printed. */
export interface PrintAddress {
  readonly url: string
  /** Resolves when the page has drawn everything; rejects with `notPrinted` if it stops. */
  readonly drawn: Promise<void>
  /** Removes the document from the address. */
  close(): void
}

interface OpenDocument {
  readonly document: PrintDocument
  /** Called with the number of drawn entries at each request. */
  readonly onRequest: (entries: number) => void
  readonly onEnd: () => void
}

/**
 * Addresses of documents while they are printed. Each address is a separate secret. The page can request
 * nothing else, and its requests show its progress: for more entries after drawing the previous ones, and for
 * the end after drawing all.
 */
export class PrintAddresses {
  readonly #open = new Map<string, OpenDocument>()
  readonly #servePage: (pathname: string) => Promise<Response>

  /** @param servePage returns the files of the page, with its policy */
  constructor(servePage: (pathname: string) => Promise<Response>) {
    this.#servePage = servePage
  }

  /** @param onDrawn receives the number of drawn entries */
  open(document: PrintDocument, onDrawn: (entries: number) => void): PrintAddress {
    const token = crypto.randomUUID().replaceAll('-', '')
    const drawn = Promise.withResolvers<undefined>()
    // The result may no longer be needed.
    drawn.promise.catch(() => undefined)
    let timer: NodeJS.Timeout | undefined
    const restartTimer = (): void => {
      clearTimeout(timer)
      timer = setTimeout(
        () =>
          drawn.reject(
            new AppError('notPrinted', { params: { reason: messages.report.job.reasons.pageStuck } }),
          ),
        PAUSE_TIMEOUT_MS,
      )
    }
    restartTimer()
    this.#open.set(token, {
      document,
      onRequest: (entries) => {
        restartTimer()
        onDrawn(entries)
      },
      onEnd: () => {
        clearTimeout(timer)
        drawn.resolve(undefined)
      },
    })
    return {
      url: `${PRINT_ORIGIN}/${token}/`,
      drawn: drawn.promise,
      close: () => {
        clearTimeout(timer)
        this.#open.delete(token)
      },
    }
  }

  /** Answers the requests of the page. */
  readonly serve = async (pathname: string): Promise<Response> => {
    if (pathname.startsWith('/assets/')) return this.#servePage(pathname)
    const match =
      /^\/([0-9a-f]{32})\/(?:(head|end)|entries\/(\d{1,9})|pictures\/(\d{1,9})|picture\/(\d{1,9})\/(\d{1,3})|missing\/(\d{1,9}))?$/.exec(
        pathname,
      )
    if (match === null) return emptyResponse(404)
    const [, token = '', whole, start, firstPicture, entry, pictureIndex, missing] = match
    const open = this.#open.get(token)
    if (open === undefined) return emptyResponse(404)
    const { document } = open
    if (entry !== undefined) return servePicture(document, Number(entry), Number(pictureIndex))
    if (missing !== undefined) return serveMissing(document, Number(missing))
    if (firstPicture !== undefined) return servePictures(document, Number(firstPicture))
    if (start !== undefined) {
      open.onRequest(Math.min(Number(start), document.count))
      return Response.json(clipValues(document.entries(Number(start), ENTRIES_AT_ONCE)))
    }
    if (whole === 'head') return Response.json(clipValues(document.head))
    if (whole === 'end') {
      open.onRequest(document.count)
      open.onEnd()
      return emptyResponse(204)
    }
    return this.#servePage(`/index.${document.language}.html`)
  }
}

async function servePicture(document: PrintDocument, entry: number, pictureIndex: number): Promise<Response> {
  const picture = await document.picture(entry, pictureIndex).catch(() => null)
  if (picture === null) return emptyResponse(404)
  return pictureResponse(picture.bytes, picture.contentType, 'no-store')
}

async function serveMissing(document: PrintDocument, entry: number): Promise<Response> {
  const reason = await document.missingPicture?.(entry).catch(() => null)
  return Response.json(reason ?? ('notDownloaded' satisfies MissingPicture))
}

/** Returns the first picture of each of some entries as a `data:` address; null for an entry without one. */
async function servePictures(document: PrintDocument, start: number): Promise<Response> {
  const length = Math.max(0, Math.min(PICTURES_PER_REQUEST, document.count - start))
  const pictures = Array.from({ length }, (_, index) => document.picture(start + index, 0).catch(() => null))
  return Response.json(
    (await Promise.all(pictures)).map((each) => (each === null ? null : dataAddress(each))),
  )
}

const dataAddress = ({ bytes, contentType }: ServedPicture): string =>
  `data:${contentType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`

/** Returns how soon pictures of a document are drawn: somebody looks at those of a preview. */
export const drawingPriority = (output: PrintOutput): DrawingPriority =>
  output === 'preview' ? 'foreground' : 'background'

/** A document that can be printed. Its page requests it in parts; see renderer/print/. */
export interface PrintDocument {
  /** Title in the properties of the file, and name of the print job. */
  readonly title: string
  /** Of the words on its pages. */
  readonly language: Language
  readonly paper: Paper
  readonly orientation: Orientation
  /**
   * Margins of pages that Chromium divides and numbers; null if the document draws whole sheets with margins
   * and footers.
   */
  readonly margins: PageMargins | null
  /** Number of entries. */
  readonly count: number
  /** Data for the part before the first entry. Transferred as JSON, like the entries. */
  readonly head: unknown
  /** Returns up to `count` entries from `start` on. */
  entries(start: number, count: number): readonly unknown[]
  /** Returns a picture of an entry, counted from 0, without a network; null if there is none. */
  picture(entry: number, pictureIndex: number): Promise<ServedPicture | null>
  /** Returns why an entry has no first picture. */
  missingPicture?(entry: number): Promise<MissingPicture>
}
