import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'

/** Failed starts in a row after which the safe mode is offered. */
export const MAX_FAILED_STARTS = 2

const markerSchema = v.object({ unfinished: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })

/**
 * Counts starts that ended before the first view was ready, in a file that exists only during a start. It is
 * written synchronously, because the process may end at any time. Without write access nothing is counted.
 */
export class StartMarker {
  readonly #file: string
  /** Number of starts in a row before this one that failed. */
  readonly failedStarts: number

  constructor(file: string) {
    this.#file = file
    this.failedStarts = this.#read()
  }

  #read(): number {
    try {
      const parsed = v.safeParse(markerSchema, JSON.parse(readFileSync(this.#file, 'utf8')))
      return parsed.success ? parsed.output.unfinished : 0
    } catch {
      return 0
    }
  }

  /** Counts this start as failed until {@link end} is called. */
  begin(): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      writeFileSync(this.#file, JSON.stringify({ unfinished: this.failedStarts + 1 }), { mode: 0o600 })
    } catch {
      // A folder that cannot be written is reported elsewhere.
    }
  }

  /** Called when the first view is ready, or when the person or the system ends the application earlier. */
  end(): void {
    try {
      rmSync(this.#file, { force: true })
    } catch {
      // The next start counts this one as failed, which at worst offers the safe mode once too often.
    }
  }
}
