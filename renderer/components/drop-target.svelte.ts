import type { Attachment } from 'svelte/attachments'
import { on } from 'svelte/events'

/** What a region does with drags from other programs. */
export interface DropActions {
  /** Returns whether a drag can be dropped; its content is unknown until then. */
  readonly accepts: (transfer: DataTransfer) => boolean
  readonly drop: (transfer: DataTransfer) => void
}

/** A region that accepts drags from other programs, for `{@attach target.register}` on its element. */
export class DropTarget {
  readonly #actions: DropActions
  /** Number of elements that a drag has entered and not left, because it moves between nested ones. */
  #enteredElements = $state(0)
  /** Whether a drag that can be dropped is over the region. */
  readonly isOver = $derived(this.#enteredElements > 0)

  constructor(actions: DropActions) {
    this.#actions = actions
  }

  readonly register: Attachment<HTMLElement> = (element) => {
    const stops = [
      on(element, 'dragenter', (event) => {
        if (this.#accepted(event) !== null) this.#enteredElements += 1
      }),
      on(element, 'dragleave', () => {
        this.#enteredElements = Math.max(0, this.#enteredElements - 1)
      }),
      on(element, 'dragover', (event) => {
        const transfer = this.#accepted(event)
        if (transfer === null) return
        event.preventDefault()
        transfer.dropEffect = 'copy'
      }),
      on(element, 'drop', (event) => {
        this.#enteredElements = 0
        // The window handles review files before.
        const transfer = event.defaultPrevented ? null : this.#accepted(event)
        if (transfer === null) return
        event.preventDefault()
        this.#actions.drop(transfer)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      this.#enteredElements = 0
    }
  }

  #accepted({ dataTransfer }: DragEvent): DataTransfer | null {
    return dataTransfer !== null && this.#actions.accepts(dataTransfer) ? dataTransfer : null
  }
}
