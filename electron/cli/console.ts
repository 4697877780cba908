import { escapeControls, escapeControlsInJson, escapeControlsInLines } from '../contract/escape-text.ts'
import type { Environment, OutputStream } from './io.ts'
import { cutToWidth } from './terminal-width.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** System error codes of a stream that its reader has closed, as `… | head` does. */
const CLOSED_STREAM_CODES: ReadonlySet<unknown> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'EOF'])

const ERASE_LINE = '\r\u001b[K'

/** Interval of progress lines if a line cannot be overwritten. */
const PLAIN_PROGRESS_INTERVAL_MS = 10_000

const DEFAULT_COLUMNS = 80

export interface ConsoleOptions {
  /** Results are JSON rather than text. */
  readonly json?: boolean
  /** Only errors and warnings go to standard error. */
  readonly quiet?: boolean
  /** Details go to standard error too. */
  readonly verbose?: boolean
  /** The terminal supports no control sequences; see {@link isPlainTerminal}. */
  readonly plain?: boolean
}

/** Returns whether the environment requests output without colors and cursor movement. */
export function isPlainTerminal(env: Environment): boolean {
  // https://no-color.org: any value but an empty one counts.
  return env['TERM'] === 'dumb' || (env['NO_COLOR'] ?? '') !== ''
}

/** Returns whether writing failed because the reader has closed the stream. */
export function isClosedStream(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CLOSED_STREAM_CODES.has(error.code)
}

/**
 * Writes results to standard output, and progress and messages to standard error. Texts contain values of the
 * service and file names, so that control characters are always escaped.
 */
export class Console {
  readonly #stdout: OutputStream
  readonly #stderr: OutputStream
  readonly #options: ConsoleOptions
  readonly #pending = new Set<Promise<void>>()
  readonly #decoder = new TextDecoder()
  /** A carriage return at the end of the last bytes: the next ones decide whether it ends a line. */
  #heldReturn: '' | '\r' = ''
  #outputError: Error | null = null
  #progressShown = false
  #progressAt = -Infinity

  constructor(stdout: OutputStream, stderr: OutputStream, options: ConsoleOptions = {}) {
    this.#stdout = stdout
    this.#stderr = stderr
    this.#options = options
  }

  /** Writes an informative sentence on a separate line. `--quiet` suppresses it. */
  message(sentence: string): void {
    if (this.#options.quiet !== true) this.#writeLine(sentence)
  }

  /** Writes a sentence about an error or a warning on a separate line. */
  warning(sentence: string): void {
    this.#writeLine(sentence)
  }

  /** Writes a line only with `--verbose`. */
  detail(text: string): void {
    if (this.#options.verbose === true) this.#writeLine(text)
  }

  /**
   * Shows progress on a terminal, in one line that is overwritten. If the terminal supports no control
   * sequences, writes a line at intervals.
   */
  progress(text: string): void {
    if (!this.#stderr.isTerminal || this.#options.quiet === true) return
    if (this.#options.plain === true) {
      if (performance.now() - this.#progressAt < PLAIN_PROGRESS_INTERVAL_MS) return
      this.#progressAt = performance.now()
      this.#writeLine(text)
      return
    }
    // A line that wraps could not be erased.
    this.#toStderr(cutToWidth(escapeControls(text), (this.#stderr.columns ?? DEFAULT_COLUMNS) - 1))
    this.#progressShown = true
  }

  /** Writes a result as lines of text, unless results are JSON. Many lines are passed as a list. */
  print(...lines: readonly (string | readonly string[])[]): void {
    if (this.#options.json !== true) this.printText(lines.flat())
  }

  /** Writes lines of text that are no result, such as help, also if results are JSON. */
  printText(lines: readonly string[]): void {
    this.#toStdout(lines.map((line) => `${escapeControls(line)}\n`).join(''))
  }

  /** Writes a result as an object on a separate line, unless results are text. */
  json(object: JsonObject): void {
    this.jsonText(JSON.stringify(object))
  }

  /** Writes an object that is already JSON text without line breaks. */
  jsonText(object: string): void {
    if (this.#options.json === true) this.#toStdout(`${escapeControlsInJson(object)}\n`)
  }

  /** Whether standard output is a terminal. */
  get writesToTerminal(): boolean {
    return this.#stdout.isTerminal
  }

  /**
   * Writes bytes of a file to standard output; resolves when they are written. On a terminal they must be
   * UTF-8, and control characters other than line breaks and tabs are escaped.
   */
  writeBytes(bytes: Uint8Array): Promise<void> {
    if (!this.#stdout.isTerminal) return this.#stdout.write(bytes)
    const text = this.#heldReturn + this.#decoder.decode(bytes, { stream: true })
    this.#heldReturn = text.endsWith('\r') ? '\r' : ''
    return this.#stdout.write(escapeControlsInLines(text.slice(0, text.length - this.#heldReturn.length)))
  }

  /**
   * Resolves when everything is written. Rejects with the system's error if standard output could not be
   * written; a closed one only means that the reader has read enough.
   */
  async settle(): Promise<void> {
    if (this.#progressShown) this.#toStderr('')
    if (this.#heldReturn !== '') this.#toStdout(escapeControlsInLines(this.#heldReturn))
    this.#heldReturn = ''
    while (this.#pending.size > 0) await Promise.all(this.#pending)
    const error = this.#outputError
    this.#outputError = null
    if (error !== null && !isClosedStream(error)) throw error
  }

  #writeLine(text: string): void {
    this.#toStderr(`${escapeControls(text)}\n`)
  }

  #toStderr(text: string): void {
    const erase = this.#progressShown ? ERASE_LINE : ''
    this.#progressShown = false
    // Failures of standard error cannot be reported.
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
