import { randomBytes } from 'node:crypto'
import { AppError } from '../../contract/app-error.ts'
import { PRINT_ORIGIN } from '../../contract/channels.ts'
import { clipValues } from '../../contract/clip-text.ts'
import { reportJob } from '../../contract/strings/report.ts'
import { nothing, pictureResponse } from '../pictures.ts'
import type { ServedPicture } from '../../artwork/picture-server.ts'
import type { Orientation } from '../../contract/printed-list.ts'
import type { Paper } from '../../contract/report.ts'

/** Entries that the page draws before it asks for more. */
export const ENTRIES_AT_ONCE = 50
/** A page that asks for nothing more for so long will not any more, in milliseconds. */
const PAUSE_TIMEOUT_MS = 120_000

/** Where the page of a document is, as long as it is being printed. */
export interface PrintAddress {
  readonly url: string
  /** Resolves when the page has drawn everything; rejects with `notPrinted` when it gets no further. */
  readonly drawn: Promise<void>
  /** From now on there is nothing at the address. */
  close(): void
}

interface Open {
  readonly document: PrintDocument
  readonly asked: (entries: number) => void
  readonly finished: () => void
}

/**
 * The addresses of documents that are being printed: each is a separate secret, and gone when it has been
 * printed. The page can do nothing but ask here, and by what it asks for it is known how far it is: for more
 * entries when it has drawn those before, for the end when it has drawn them all.
 */
export class PrintAddresses {
  readonly #open = new Map<string, Open>()
  readonly #servePage: (pathname: string) => Promise<Response>

  /** @param servePage gives the files of the page itself, with their policy. */
  constructor(servePage: (pathname: string) => Promise<Response>) {
    this.#servePage = servePage
  }

  /** @param onDrawn is told how many entries are drawn. */
  open(document: PrintDocument, onDrawn: (entries: number) => void): PrintAddress {
    const token = randomBytes(16).toString('hex')
    const drawn = Promise.withResolvers<undefined>()
    // Nobody may wait for it any more.
    drawn.promise.catch(() => undefined)
    let patience: NodeJS.Timeout | undefined
    const wait = (): void => {
      clearTimeout(patience)
      patience = setTimeout(() => {
        drawn.reject(new AppError('notPrinted', { params: { reason: reportJob.reasons.pageStuck } }))
      }, PAUSE_TIMEOUT_MS)
    }
    wait()
    this.#open.set(token, {
      document,
      asked: (entries) => {
        wait()
        onDrawn(entries)
      },
      finished: () => {
        clearTimeout(patience)
        drawn.resolve(undefined)
      },
    })
    return {
      url: `${PRINT_ORIGIN}/${token}/`,
      drawn: drawn.promise,
      close: () => {
        clearTimeout(patience)
        this.#open.delete(token)
      },
    }
  }

  /** Answers what the page asks for. */
  readonly serve = async (pathname: string): Promise<Response> => {
    if (pathname.startsWith('/assets/')) return this.#servePage(pathname)
    const match = /^\/([0-9a-f]{32})\/(?:(head|end)|entries\/(\d{1,9})|picture\/(\d{1,9})\/(\d{1,3}))?$/.exec(
      pathname,
    )
    if (match === null) return nothing(404)
    const [, token = '', whole, start, entry, which] = match
    const open = this.#open.get(token)
    if (open === undefined) return nothing(404)
    const { document } = open
    if (entry !== undefined) return servePicture(document, Number(entry), Number(which))
    if (start !== undefined) {
      open.asked(Math.min(Number(start), document.count))
      return Response.json(clipValues(document.entries(Number(start), ENTRIES_AT_ONCE)))
    }
    if (whole === 'head') return Response.json(clipValues(document.head))
    if (whole === 'end') {
      open.asked(document.count)
      open.finished()
      return nothing(204)
    }
    return this.#servePage('/index.html')
  }
}

async function servePicture(document: PrintDocument, entry: number, which: number): Promise<Response> {
  const picture = await document.picture(entry, which).catch(() => null)
  if (picture === null) return nothing(404)
  return pictureResponse(picture.bytes, picture.contentType, 'no-store')
}

/** Something that can be printed. Its page asks for it piece by piece, see renderer/print/. */
export interface PrintDocument {
  /** What the file is called in its properties, and the job at the printer. */
  readonly title: string
  readonly paper: Paper
  readonly orientation: Orientation
  /** Entries that it has. */
  readonly count: number
  /** What the page draws before the first entry. It crosses as JSON, as the entries do. */
  readonly head: unknown
  /** Entries from `start` on, at most so many. */
  entries(start: number, count: number): readonly unknown[]
  /** One of the pictures of an entry, counted from 0, from this computer alone; null: there is none. */
  picture(entry: number, which: number): Promise<ServedPicture | null>
}
