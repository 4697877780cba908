import { SvelteMap } from 'svelte/reactivity'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'

/** The text typed into a note since its field was focused, which is undone as one. */
export class NoteEdit {
  /** The step of the reviews; null until something is saved. */
  step: number | null = null
  /** Whether it was undone, so that further text is another edit. */
  ended = false
}

interface WaitingNote {
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
  readonly #waiting = new Map<string, WaitingNote>()
  /** Notes that could not be saved, until they are tried again or replaced. */
  readonly #failed = new SvelteMap<string, WaitingNote>()
  #writing: Promise<void> | null = null

  /** Whether typed text is not on disk yet. */
  saving = $state(false)
  /** Why the last note could not be saved. */
  fault = $state.raw<Fault | null>(null)

  write(note: WaitingNote): void {
    this.#waiting.set(nameOf(note.connectionId, note.key), note)
    this.#start()
  }

  /** Returns the text of a note that could not be saved; null if there is none. */
  unsaved(connectionId: string | null, key: number): string | null {
    return this.#failed.get(nameOf(connectionId, key))?.note ?? null
  }

  /** Tries again to save the notes that could not be saved. */
  retry(): void {
    for (const [name, note] of this.#failed) if (!this.#waiting.has(name)) this.#waiting.set(name, note)
    this.#start()
  }

  /** Resolves when all typed text is on disk or could not be saved. */
  async flush(): Promise<void> {
    await this.#writing
  }

  #start(): void {
    this.saving = true
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
      this.saving = false
    })
  }

  async #writeAll(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined) return
      const [name, waiting] = next
      const { connectionId, key, note, edit } = waiting
      this.#waiting.delete(name)
      try {
        const { step } = await api.call('reviews.note', { connectionId, key, note, continues: edit.step })
        edit.step = step
        this.#failed.delete(name)
        if (this.#failed.size === 0) this.fault = null
      } catch (error) {
        this.fault = faultOf(error)
        // The note of an item that no longer exists can never be saved.
        if (this.fault.code === 'notFound') this.#failed.delete(name)
        else this.#failed.set(name, waiting)
      }
    }
  }
}

function nameOf(connectionId: string | null, key: number): string {
  return `${connectionId ?? ''} ${String(key)}`
}
