import { app, session, WebContentsView, type Session, type WebContents } from 'electron'
import type { DrawnPicture, PictureToDraw } from '../artwork/thumbnails.ts'
import { AppError } from '../contract/app-error.ts'
import { APP_SCHEME, DRAWING_ORIGIN } from '../contract/channels.ts'
import type { Logger } from '../workspace/types.ts'
import { DRAWING_POLICY } from './content-security-policy.ts'
import { servePage } from './protocol.ts'
import { isolate } from './security.ts'

/** Drawing one picture may take so long, in milliseconds. */
const TIME_LIMIT_MS = 15_000
/** Without work for so long, the process ends, in milliseconds. */
const IDLE_MS = 15_000
/** Its memory may grow by so many bytes while it draws a picture, beside that of the picture's own pixels. */
const MEMORY_LIMIT = 160 * 1024 * 1024
const BYTES_PER_PIXEL = 4
const MEMORY_CHECK_MS = 50

interface Job {
  readonly picture: PictureToDraw
  readonly settle: (drawn: Promise<DrawnPicture>) => void
}

/** Contents whose process may end at any time; no other failure of theirs matters. */
const expendable = new WeakSet<WebContents>()

/** Whether a process that ended belonged to contents that this application may end itself. */
export function isExpendable(contents: WebContents): boolean {
  return expendable.has(contents)
}

export interface PictureProcessOptions {
  /** The folder of the built pages. */
  readonly folder: string
  readonly logger: Logger
}

/**
 * A renderer process that draws pictures which the window must not decode: sandboxed, without a preload, a network or
 * anything to keep, in a session of its own. It starts with the first picture, draws one after the other, the latest
 * first, and is killed when one takes too much time or memory.
 */
export class PictureProcess {
  readonly #options: PictureProcessOptions
  readonly #waiting: Job[] = []
  #session: Session | null = null
  #view: WebContentsView | null = null
  /** What the page fetches: the file that is being drawn. */
  #file = new Uint8Array()
  #isWorking = false
  #idle: NodeJS.Timeout | undefined

  constructor(options: PictureProcessOptions) {
    this.#options = options
  }

  /** Rejects with `cancelled` when the page cannot be opened. */
  draw(picture: PictureToDraw): Promise<DrawnPicture> {
    return new Promise((resolve) => {
      this.#waiting.push({ picture, settle: resolve })
      void this.#work()
    })
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    clearTimeout(this.#idle)
    for (let job = this.#waiting.pop(); job !== undefined; job = this.#waiting.pop()) {
      const drawing = this.#drawOne(job.picture)
      job.settle(drawing)
      await drawing.catch(() => undefined)
    }
    this.#isWorking = false
    this.#idle = setTimeout(() => {
      this.#close()
    }, IDLE_MS)
    this.#idle.unref()
  }

  async #drawOne({ bytes, ...input }: PictureToDraw): Promise<DrawnPicture> {
    const { webContents } = await this.#open()
    this.#file = bytes
    const pid = webContents.getOSProcessId()
    const limit = memoryOf(pid) + MEMORY_LIMIT + (input.pixels ?? 0) * BYTES_PER_PIXEL
    const { promise: ended, resolve: end } = Promise.withResolvers<'tooComplex'>()
    webContents.once('render-process-gone', () => {
      end('tooComplex')
    })
    const stop = (reason: string): void => {
      this.#options.logger.log('warning', `A picture (${input.kind}) was not drawn: ${reason}.`)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has just ended.
      }
      end('tooComplex')
    }
    const timer = setTimeout(stop, TIME_LIMIT_MS, 'it took too long')
    const watch = setInterval(() => {
      if (memoryOf(pid) > limit) stop('it took too much memory')
    }, MEMORY_CHECK_MS)
    const code = `draw(${JSON.stringify({ ...input, maxBytes: Math.min(input.maxBytes, Number.MAX_SAFE_INTEGER) })})`
    try {
      const drawing = webContents.executeJavaScript(code) as Promise<Uint8Array<ArrayBuffer> | null>
      const drawn = await Promise.race([drawing, ended])
      if (drawn === 'tooComplex') this.#close()
      return drawn ?? 'failed'
    } catch {
      this.#close()
      return 'failed'
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      this.#file = new Uint8Array()
      if (!webContents.isDestroyed()) webContents.removeAllListeners('render-process-gone')
    }
  }

  async #open(): Promise<WebContentsView> {
    if (this.#view !== null && !this.#view.webContents.isDestroyed() && !this.#view.webContents.isCrashed())
      return this.#view
    const view = new WebContentsView({
      webPreferences: {
        session: (this.#session ??= this.#openSession()),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        enableWebSQL: false,
        // Nothing of it is ever in sight, and it is to be drawn all the same.
        backgroundThrottling: false,
      },
    })
    expendable.add(view.webContents)
    this.#view = view
    try {
      await view.webContents.loadURL(`${DRAWING_ORIGIN}/drawing/index.html`)
    } catch (cause) {
      this.#close()
      throw new AppError('cancelled', { cause })
    }
    return view
  }

  #openSession(): Session {
    const own = session.fromPartition('drawing')
    isolate(own)
    own.protocol.handle(APP_SCHEME, ({ method, url }) => {
      const { origin, pathname } = parse(url)
      if (method !== 'GET' || origin !== DRAWING_ORIGIN) return new Response(null, { status: 404 })
      if (pathname === '/file') return new Response(this.#file)
      return servePage(this.#options.folder, pathname, DRAWING_POLICY)
    })
    return own
  }

  #close(): void {
    const contents = this.#view?.webContents
    this.#view = null
    if (contents !== undefined && !contents.isDestroyed()) contents.close({ waitForBeforeUnload: false })
  }
}

/** The origin of an own scheme is not in what `URL` gives. */
function parse(address: string): { readonly origin: string; readonly pathname: string } {
  const { protocol, host, pathname } = new URL(address)
  return { origin: `${protocol}//${host}`, pathname }
}

/** Bytes in memory; 0 for a process that has ended. */
function memoryOf(pid: number): number {
  return (app.getAppMetrics().find((each) => each.pid === pid)?.memory.workingSetSize ?? 0) * 1024
}
