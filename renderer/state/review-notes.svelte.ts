import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'

/** What is typed into a note from the moment the field is entered: undone as one. */
export class NoteEdit {
  /** The step of the reviews; null as long as nothing is written. */
  step: number | null = null
  /** It was undone: what is typed now is another edit. */
  ended = false
}

interface Waiting {
  readonly connectionId: string
  readonly key: number
  readonly note: string
  readonly edit: NoteEdit
}

/**
 * Takes notes to the disk as they are typed: each state is sent at once, or as soon as the one before it has
 * arrived. What was typed meanwhile goes as one.
 */
export class ReviewNotes {
  readonly #waiting = new Map<string, Waiting>()
  #writing: Promise<void> | null = null

  /** Something that was typed is not on disk yet. */
  keeping = $state(false)
  /** Why the last note could not be kept. */
  fault = $state.raw<Fault | null>(null)

  write(waiting: Waiting): void {
    this.#waiting.set(`${waiting.connectionId} ${String(waiting.key)}`, waiting)
    this.keeping = true
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
      this.keeping = false
    })
  }

  /** Resolves when everything that was typed is on disk, or could not be written. */
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
