import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { PictureTrouble } from '../contract/pictures.ts'

/** Maximum time in milliseconds in which the window decodes a picture after receiving it. */
const DECODING_MS = 5_000
const MAX_LEFT_OUT = 1_000

const stateSchema = v.object({
  turnedOff: v.boolean(),
  /** Names of pictures by their content. */
  leftOut: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MAX_LEFT_OUT)),
})
type GuardState = v.InferOutput<typeof stateSchema>

const ALL_ENABLED: GuardState = { turnedOff: false, leftOut: [] }

/**
 * Decides which pictures the window receives after a crash: those that it may have been decoding are omitted,
 * and after two consecutive crashes all pictures, until a person enables them. The state is stored in a file
 * for the next start.
 */
export class PictureGuard {
  readonly #file: string
  readonly #now: () => number
  #state: GuardState
  /** End of the time in which the window may be decoding each picture that was sent. */
  readonly #sent = new Map<string, number>()

  constructor(file: string, now: () => number = Date.now) {
    this.#file = file
    this.#now = now
    this.#state = this.#read()
  }

  get isTurnedOff(): boolean {
    return this.#state.turnedOff
  }

  /** Returns why the window does not receive a picture; null if it does. */
  problemOf(hash: string): Exclude<PictureTrouble, 'tooComplex'> | null {
    if (this.#state.turnedOff) return 'turnedOff'
    return this.#state.leftOut.includes(hash) ? 'crashed' : null
  }

  /** Records that the window is about to decode a picture. */
  sent(hash: string): void {
    const now = this.#now()
    for (const [old, until] of this.#sent) if (until < now) this.#sent.delete(old)
    this.#sent.set(hash, now + DECODING_MS)
  }

  /** Omits the pictures that the window may have been decoding, or with `turnOff` all pictures. */
  crashed({ turnOff }: { readonly turnOff: boolean }): void {
    const now = this.#now()
    const decoding = [...this.#sent].filter(([, until]) => until >= now).map(([hash]) => hash)
    this.#sent.clear()
    const leftOut = [...new Set([...decoding, ...this.#state.leftOut])].slice(0, MAX_LEFT_OUT)
    this.#change({ turnedOff: this.#state.turnedOff || turnOff, leftOut })
  }

  /** Enables all pictures. */
  turnOn(): void {
    this.#change(ALL_ENABLED)
  }

  /** Notices about pictures that are not shown. */
  get notices(): readonly Fault[] {
    const { turnedOff, leftOut } = this.#state
    if (turnedOff) return [new AppError('picturesTurnedOff').toFault()]
    return leftOut.length === 0 ? [] : [new AppError('picturesLeftOut').toFault()]
  }

  #read(): GuardState {
    try {
      const parsed = v.safeParse(stateSchema, JSON.parse(readFileSync(this.#file, 'utf8')))
      return parsed.success ? parsed.output : ALL_ENABLED
    } catch {
      return ALL_ENABLED
    }
  }

  /** Written synchronously, because another crash may follow. */
  #change(state: GuardState): void {
    this.#state = state
    try {
      if (state === ALL_ENABLED) {
        rmSync(this.#file, { force: true })
        return
      }
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      const temporary = `${this.#file}.new`
      writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 })
      renameSync(temporary, this.#file)
    } catch {
      // A folder that cannot be written is reported elsewhere. The state remains in memory.
    }
  }
}
