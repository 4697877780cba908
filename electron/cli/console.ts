import type { OutputStream } from './io.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** Codes of a stream whose reader has gone away, as `… | head` does. */
const GONE: ReadonlySet<unknown> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'EOF'])

const ERASE_LINE = '\r\u001b[K'

/** Names come from the service: what would steer a terminal is shown as a blank. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && GONE.has(error.code)
}

/** Results on standard output, progress and messages on standard error. */
export class Console {
  readonly #stdout: OutputStream
  readonly #stderr: OutputStream
  readonly #forPrograms: boolean
  readonly #pending = new Set<Promise<void>>()
  #outputError: Error | null = null
  #progressShown = false

  /** @param forPrograms whether results are JSON rather than text. */
  constructor(stdout: OutputStream, stderr: OutputStream, forPrograms: boolean) {
    this.#stdout = stdout
    this.#stderr = stderr
    this.#forPrograms = forPrograms
  }

  /** A sentence, on a line of its own. */
  message(sentence: string): void {
    this.#toStderr(`${printable(sentence)}\n`)
  }

  /** How far it is; only where a line can be written over. */
  progress(text: string): void {
    if (!this.#stderr.isTerminal) return
    this.#toStderr(printable(text))
    this.#progressShown = true
  }

  /** A result as lines of text; left out where results are for programs. */
  print(text: string): void {
    if (this.#forPrograms) return
    const lines = text.split('\n').map(printable)
    this.#toStdout(`${lines.join('\n')}\n`)
  }

  /** A result as an object on a line of its own; left out where results are for people. */
  json(object: JsonObject): void {
    this.jsonText(JSON.stringify(object))
  }

  /** The same for an object that is JSON text already, without line breaks. */
  jsonText(object: string): void {
    if (this.#forPrograms) this.#toStdout(`${object}\n`)
  }

  /** Bytes of a file that goes to standard output; resolves when they are taken. */
  writeBytes(bytes: Uint8Array): Promise<void> {
    return this.#stdout.write(bytes)
  }

  /**
   * Resolves when everything is written. Rejects with the system's error when standard output could not be
   * written; a reader that has gone away wanted no more, which is no error.
   */
  async settle(): Promise<void> {
    if (this.#progressShown) this.#toStderr('')
    while (this.#pending.size > 0) await Promise.all(this.#pending)
    const error = this.#outputError
    this.#outputError = null
    if (error !== null && !isReaderGone(error)) throw error
  }

  #toStderr(text: string): void {
    const erase = this.#progressShown ? ERASE_LINE : ''
    this.#progressShown = false
    // Where nobody can be told, nobody needs to be told.
    this.#track(this.#stderr.write(erase + text).catch(() => undefined))
  }

  #toStdout(text: string): void {
    this.#track(
      this.#stdout.write(text).catch((error: unknown) => {
        this.#outputError ??= error instanceof Error ? error : new Error(String(error))
      }),
    )
  }

  #track(writing: Promise<void>): void {
    const tracked = writing.finally(() => this.#pending.delete(tracked))
    this.#pending.add(tracked)
  }
}
