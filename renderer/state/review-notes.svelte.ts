import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'

/** The text typed into a note since its field was focused, which is undone as one. */
export class NoteEdit {
  /** The step of the reviews; null until something is saved. */
  step: number | null = null
  /** Whether it was undone, so that further text is another edit. */
  ended = false
}

interface Waiting {
  readonly connectionId: string
  readonly key: number
  readonly note: string
  readonly edit: NoteEdit
}

/**
 * Saves notes while they are typed: each state at once, or as soon as the previous one is saved. Text typed
 * meanwhile is saved together.
 */
export class ReviewNotes {
  readonly #waiting = new Map<string, Waiting>()
  #writing: Promise<void> | null = null

  /** Whether typed text is not on disk yet. */
  saving = $state(false)
  /** Why the last note could not be saved. */
  fault = $state.raw<Fault | null>(null)

  write(waiting: Waiting): void {
    this.#waiting.set(`${waiting.connectionId} ${String(waiting.key)}`, waiting)
    this.saving = true
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
      this.saving = false
    })
  }

  /** Resolves when all typed text is on disk or could not be saved. */
  async flush(): Promise<void> {
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined) return
      const [name, { connectionId, key, note, edit }] = next
      this.#waiting.delete(name)
      try {
        const { step } = await api.call('reviews.note', { connectionId, key, note, continues: edit.step })
        edit.step = step
        this.fault = null
      } catch (error) {
        this.fault = faultOf(error)
      }
    }
  }
}
