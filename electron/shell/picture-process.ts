import { readFileSync } from 'node:fs'
import { app, session, WebContentsView, type Session, type WebContents } from 'electron'
import type { CachedDocument } from '../artwork/artwork.ts'
import {
  THUMBNAIL_EDGE,
  type DrawingPriority,
  type DrawnPicture,
  type PictureToDraw,
} from '../artwork/thumbnails.ts'
import { AppError } from '../contract/app-error.ts'
import { APP_SCHEME, DRAWING_ORIGIN } from '../contract/bridge.ts'
import type { PictureKind } from '../content/inspect.ts'
import type { PagePart, PdfProblem, PdfResult, Pixels } from '../contract/pictures.ts'
import type { Logger } from '../app/types.ts'
import { DRAWING_POLICY } from './content-security-policy.ts'
import { servePage } from './protocol.ts'
import { HIDDEN_PAGE_PREFERENCES, isolate } from './security.ts'

/** Limit for drawing one picture, in milliseconds. */
const TIME_LIMIT_MS = 15_000
/** The process ends after this time without work, in milliseconds. */
const IDLE_MS = 15_000
/** Maximum memory of the process in bytes, in addition to that of the empty page. */
const MEMORY_LIMIT = 192 * 1024 * 1024
/** The same for an SVG, whose memory can grow faster than that of any other file. */
const SVG_MEMORY_LIMIT = 160 * 1024 * 1024
/**
 * If the process had more memory left from earlier pictures, a picture that exceeds the limit is drawn again
 * in a new process.
 */
const MAX_LEFTOVER = 48 * 1024 * 1024
const MEMORY_CHECK_MS = 20
/** Maximum number of small SVGs that the page draws in one call. Single calls took half of the time. */
const MAX_BATCH = 10
/** Limit for a batch, in milliseconds. */
const BATCH_TIME_LIMIT_MS = 5_000
/** An SVG with a larger file is drawn alone. */
const MAX_BATCH_FILE_BYTES = 96 * 1024
const BYTES_PER_PIXEL = 4
/** Kinds of pictures that decoders cannot reduce while reading. */
const WHOLE: ReadonlySet<PictureKind> = new Set(['png', 'gif', 'webp', 'avif'])

/** A function of the page, its input, and the file that it may fetch. */
interface Call {
  readonly kind: string
  readonly name: 'draw' | 'openDocument' | 'pageSize' | 'drawPage'
  readonly input: object
  readonly read: () => Promise<Uint8Array<ArrayBuffer> | null>
}

/** A call whose result somebody waits for. */
interface Job extends Call {
  /** A picture that can be drawn in one call with others. */
  readonly small: { readonly picture: DrawInput; readonly bytes: Uint8Array<ArrayBuffer> } | null
  readonly priority: DrawingPriority
  readonly settle: (result: Promise<unknown>) => void
}

/** A picture as the page draws it. The file of a call contains its pictures one after the other. */
interface DrawInput extends Omit<PictureToDraw, 'bytes' | 'pixels'> {
  readonly length: number
}

/** A PDF, which is read if the process has not opened it. */
type DocumentToDraw = Pick<CachedDocument, 'hash' | 'read'>

/** The picture must be drawn again. The page cannot return a symbol. */
const REPEAT = Symbol('repeat')

/** Why there are no pages. */
interface NoPages {
  readonly problem: PdfProblem
}
const BROKEN: NoPages = { problem: 'broken' }

/** A result of the page, which is as untrusted as the files that it draws. */
interface Answer {
  readonly problem?: never
  readonly pages?: unknown
  readonly width?: unknown
  readonly height?: unknown
  readonly data?: unknown
}

/** Contents whose process may be ended; its other failures do not matter. */
const expendable = new WeakSet<WebContents>()

/** Returns whether a process that ended belonged to contents that this application may end. */
export function isExpendable(contents: WebContents): boolean {
  return expendable.has(contents)
}

export interface PictureProcessOptions {
  /** The folder of the built pages. */
  readonly folder: string
  readonly logger: Logger
}

/**
 * A renderer process that draws pages of PDFs and pictures that the window must not decode. It is sandboxed,
 * without preload, network and storage, in a separate session. It starts with the first picture, draws small
 * SVGs in batches, and is killed if a picture takes too much time or memory.
 */
export class PictureProcess {
  readonly #options: PictureProcessOptions
  /** The last one is the next: the latest of the foreground, otherwise the first of the background. */
  readonly #waiting: Job[] = []
  #session: Session | null = null
  #view: WebContentsView | null = null
  /** Memory of the empty page in bytes. */
  #emptyMemory = 0
  /** Reads the file that is being drawn, which the page fetches. */
  #read: Call['read'] = () => Promise.resolve(null)
  #isWorking = false
  #idle: NodeJS.Timeout | undefined

  constructor(options: PictureProcessOptions) {
    this.#options = options
  }

  /** Rejects with `cancelled` if the page cannot be opened. */
  async draw(
    { bytes, pixels, ...input }: PictureToDraw,
    priority: DrawingPriority = 'foreground',
  ): Promise<DrawnPicture> {
    if (WHOLE.has(input.kind) && (pixels ?? 0) * BYTES_PER_PIXEL > MEMORY_LIMIT) return 'tooComplex'
    // JSON cannot represent Infinity.
    const maxBytes = Math.min(input.maxBytes, Number.MAX_SAFE_INTEGER)
    const picture: DrawInput = { ...input, maxBytes, length: bytes.byteLength }
    const isSmall =
      input.kind === 'svg' && bytes.byteLength <= MAX_BATCH_FILE_BYTES && input.edge <= THUMBNAIL_EDGE
    const job = {
      kind: input.kind,
      name: 'draw',
      input: [picture],
      read: () => Promise.resolve(bytes),
      small: isSmall ? { picture, bytes } : null,
    } as const
    const results = await this.#run(job, priority)
    const drawing: unknown = Array.isArray(results) ? results[0] : results
    if (drawing instanceof Uint8Array) return drawing as Uint8Array<ArrayBuffer>
    return drawing === 'tooComplex' ? drawing : 'failed'
  }

  /** Opens a PDF and counts its pages. This and the other functions for PDFs reject like {@link draw}. */
  async openDocument(file: DocumentToDraw): Promise<PdfResult<{ readonly pages: number }>> {
    const answer = await this.#runForDocument(file, 'openDocument', {})
    if (isProblem(answer)) return answer
    const { pages } = answer
    return isSize(pages) ? { pages } : BROKEN
  }

  /** Returns the size of a page, counted from 1, in points. */
  async pageSize(
    file: DocumentToDraw,
    page: number,
  ): Promise<PdfResult<{ readonly width: number; readonly height: number }>> {
    const answer = await this.#runForDocument(file, 'pageSize', { page })
    if (isProblem(answer)) return answer
    const { width, height } = answer
    return isSize(width) && isSize(height) ? { width, height } : BROKEN
  }

  async drawPage(file: DocumentToDraw, part: PagePart): Promise<PdfResult<Pixels>> {
    const answer = await this.#runForDocument(file, 'drawPage', { part })
    if (isProblem(answer)) return answer
    const { data } = answer
    const { width, height } = part
    if (!(data instanceof Uint8Array) || data.byteLength !== width * height * 4) return BROKEN
    return { width, height, data: data as Uint8Array<ArrayBuffer> }
  }

  async #runForDocument(
    { hash, read }: DocumentToDraw,
    name: Exclude<Job['name'], 'draw'>,
    input: object,
  ): Promise<NoPages | Answer> {
    const answer = await this.#run({ kind: 'pdf', name, input: { ...input, hash }, read, small: null })
    if (answer === 'tooComplex') return { problem: 'tooComplex' }
    if (typeof answer !== 'object' || answer === null) return BROKEN
    if (!('problem' in answer)) return { ...answer }
    return answer.problem === 'encrypted' ? { problem: 'encrypted' } : BROKEN
  }

  /** Resolves with the result of the page's function, `tooComplex`, or null if the page failed. */
  #run(job: Omit<Job, 'settle' | 'priority'>, priority: DrawingPriority = 'foreground'): Promise<unknown> {
    return new Promise((resolve) => {
      if (priority === 'foreground') this.#waiting.push({ ...job, priority, settle: resolve })
      else this.#addLast({ ...job, priority, settle: resolve })
      void this.#work()
    })
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    clearTimeout(this.#idle)
    for (let job = this.#waiting.pop(); job !== undefined; job = this.#waiting.pop()) {
      const batch = [job, ...this.#takeSmall(job)]
      if (batch.length > 1) await this.#drawBatch(batch)
      else {
        const working = this.#carryOut(job)
        job.settle(working)
        await working.catch(() => undefined)
      }
    }
    this.#isWorking = false
    this.#idle = setTimeout(() => this.#close(), IDLE_MS)
    this.#idle.unref()
  }

  /** Takes the next pictures, as far as they can be drawn in one call with a small one. */
  #takeSmall({ small }: Job): readonly Job[] {
    if (small === null) return []
    const latest = this.#waiting.slice(1 - MAX_BATCH)
    const taken = latest.slice(latest.findLastIndex((each) => each.small === null) + 1)
    this.#waiting.length -= taken.length
    return taken.toReversed()
  }

  /**
   * Draws pictures in one call. If it fails, each of them is drawn alone, after all that are waiting with its
   * priority, so that one that takes too much time or memory delays no other.
   */
  async #drawBatch(batch: readonly Job[]): Promise<void> {
    const pictures = batch.flatMap(({ small }) => small ?? [])
    const drawing = this.#carryOut(
      {
        kind: 'svg',
        name: 'draw',
        input: pictures.map(({ picture }) => picture),
        read: () => Promise.resolve(new Uint8Array(Buffer.concat(pictures.map(({ bytes }) => bytes)))),
      },
      { isBatch: true },
    )
    const results = await drawing.catch(() => null)
    if (Array.isArray(results) && results.length === batch.length)
      for (const [index, { settle }] of batch.entries()) settle(Promise.resolve([results[index]]))
    else for (const job of batch) this.#addLast({ ...job, small: null })
  }

  /** Adds a job that is the last of its priority. */
  #addLast(job: Job): void {
    if (job.priority === 'background') {
      this.#waiting.unshift(job)
      return
    }
    const backgroundEnd = this.#waiting.findLastIndex(({ priority }) => priority === 'background') + 1
    this.#waiting.splice(backgroundEnd, 0, job)
  }

  async #carryOut(call: Call, { isBatch } = { isBatch: false }): Promise<unknown> {
    const { kind, name, input, read } = call
    const { webContents } = await this.#open()
    this.#read = read
    const pid = webContents.getOSProcessId()
    const limit = this.#emptyMemory + (kind === 'svg' ? SVG_MEMORY_LIMIT : MEMORY_LIMIT)
    const mayRepeat = isBatch || memoryOf(pid) > this.#emptyMemory + MAX_LEFTOVER
    const { promise: ended, resolve: end } = Promise.withResolvers<'tooComplex' | typeof REPEAT>()
    webContents.once('render-process-gone', () => end('tooComplex'))
    const stop = (reason: 'time' | 'memory'): void => {
      const isFinal = !isBatch && (reason === 'time' || !mayRepeat)
      if (isFinal)
        this.#options.logger.log('warning', `A picture (${kind}) was not drawn: it took too much ${reason}.`)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // The process has just ended.
      }
      end(isFinal ? 'tooComplex' : REPEAT)
    }
    const timer = setTimeout(stop, isBatch ? BATCH_TIME_LIMIT_MS : TIME_LIMIT_MS, 'time')
    const watch = setInterval(() => {
      if (memoryOf(pid) > limit) stop('memory')
    }, MEMORY_CHECK_MS)
    let result: unknown
    try {
      const working = webContents.executeJavaScript(`${name}(${JSON.stringify(input)})`) as Promise<unknown>
      result = await Promise.race([working, ended])
      if (result === 'tooComplex' || result === REPEAT) this.#close()
    } catch {
      this.#close()
      return null
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      this.#read = () => Promise.resolve(null)
      if (!webContents.isDestroyed()) webContents.removeAllListeners('render-process-gone')
    }
    return result === REPEAT && !isBatch ? this.#carryOut(call) : result
  }

  async #open(): Promise<WebContentsView> {
    const current = this.#view
    if (current !== null && !current.webContents.isDestroyed() && !current.webContents.isCrashed())
      return current
    const view = new WebContentsView({
      webPreferences: { session: (this.#session ??= this.#openSession()), ...HIDDEN_PAGE_PREFERENCES },
    })
    expendable.add(view.webContents)
    this.#view = view
    try {
      await view.webContents.loadURL(`${DRAWING_ORIGIN}/drawing/index.html`)
    } catch (cause) {
      this.#close()
      throw new AppError('cancelled', { cause })
    }
    this.#emptyMemory = memoryOf(view.webContents.getOSProcessId())
    return view
  }

  #openSession(): Session {
    const own = session.fromPartition('drawing')
    isolate(own)
    own.protocol.handle(APP_SCHEME, async ({ method, url }) => {
      const { origin, pathname } = parse(url)
      if (method !== 'GET' || origin !== DRAWING_ORIGIN) return new Response(null, { status: 404 })
      if (pathname !== '/file') return servePage(this.#options.folder, pathname, DRAWING_POLICY)
      const bytes = await this.#read().catch(() => null)
      return new Response(bytes, { status: bytes === null ? 404 : 200 })
    })
    return own
  }

  #close(): void {
    const contents = this.#view?.webContents
    this.#view = null
    if (contents !== undefined && !contents.isDestroyed()) contents.close({ waitForBeforeUnload: false })
  }
}

const isProblem = (answer: NoPages | Answer): answer is NoPages => answer.problem !== undefined

const isSize = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0

/** `URL` does not return the origin of a custom scheme. */
function parse(address: string): { readonly origin: string; readonly pathname: string } {
  const { protocol, host, pathname } = new URL(address)
  return { origin: `${protocol}//${host}`, pathname }
}

/** Returns the memory in bytes; 0 for a process that has ended. */
function memoryOf(pid: number): number {
  // On Linux, Electron reads dozens of files of all processes, which blocks main for milliseconds.
  if (process.platform === 'linux') return residentMemory(pid)
  return (app.getAppMetrics().find((each) => each.pid === pid)?.memory.workingSetSize ?? 0) * 1024
}

/** Returns the same as Electron on Linux. */
function residentMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'latin1')
    return Number(/^VmRSS:\s*(\d+) kB$/mu.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
