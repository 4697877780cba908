import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { PictureTrouble } from '../contract/pictures.ts'

/** A picture that was sent to the window may be decoded for so long, in milliseconds. */
const DECODING_MS = 5_000
const MAX_LEFT_OUT = 1_000

const stateSchema = v.object({
  turnedOff: v.boolean(),
  /** Names of pictures by their content. */
  omitted: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MAX_LEFT_OUT)),
})
type GuardState = v.InferOutput<typeof stateSchema>

const NOTHING: GuardState = { turnedOff: false, omitted: [] }

/**
 * Decides which pictures the window gets after it crashed: none that it may have been decoding, and after two
 * crashes in a row none at all, until a person turns them on. A file keeps this, so that it still holds at
 * the next start.
 */
export class PictureGuard {
  readonly #file: string
  readonly #now: () => number
  #state: GuardState
  /** Until when the window may be decoding pictures that were sent to it. */
  readonly #sent = new Map<string, number>()

  constructor(file: string, now: () => number = Date.now) {
    this.#file = file
    this.#now = now
    this.#state = this.#read()
  }

  get isTurnedOff(): boolean {
    return this.#state.turnedOff
  }

  /** Why the window does not get a picture; null: it does. */
  troubleOf(hash: string): Exclude<PictureTrouble, 'tooComplex'> | null {
    if (this.#state.turnedOff) return 'turnedOff'
    return this.#state.omitted.includes(hash) ? 'crashed' : null
  }

  /** Notes that the window is about to decode a picture. */
  sent(hash: string): void {
    const now = this.#now()
    for (const [old, until] of this.#sent) if (until < now) this.#sent.delete(old)
    this.#sent.set(hash, now + DECODING_MS)
  }

  /** Leaves out what the window may have been decoding; with `turnOff`, every picture. */
  crashed({ turnOff }: { readonly turnOff: boolean }): void {
    const now = this.#now()
    const decoding = [...this.#sent].filter(([, until]) => until >= now).map(([hash]) => hash)
    this.#sent.clear()
    const omitted = [...new Set([...decoding, ...this.#state.omitted])].slice(0, MAX_LEFT_OUT)
    this.#change({ turnedOff: this.#state.turnedOff || turnOff, omitted })
  }

  /** Shows every picture again. */
  turnOn(): void {
    this.#change(NOTHING)
  }

  /** What the person should know about pictures that are not shown. */
  get notices(): readonly Fault[] {
    const { turnedOff, omitted } = this.#state
    if (turnedOff) return [new AppError('picturesTurnedOff').toFault()]
    return omitted.length === 0 ? [] : [new AppError('picturesLeftOut').toFault()]
  }

  #read(): GuardState {
    try {
      const parsed = v.safeParse(stateSchema, JSON.parse(readFileSync(this.#file, 'utf8')))
      return parsed.success ? parsed.output : NOTHING
    } catch {
      return NOTHING
    }
  }

  /** Written at once: another crash may follow. */
  #change(state: GuardState): void {
    this.#state = state
    try {
      if (state === NOTHING) {
        rmSync(this.#file, { force: true })
        return
      }
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      const temporary = `${this.#file}.new`
      writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 })
      renameSync(temporary, this.#file)
    } catch {
      // A folder that cannot be written to is reported elsewhere; this holds until the application ends.
    }
  }
}
