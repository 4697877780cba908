import { clipText } from '../../electron/contract/clip-text.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { Latest } from './latest.ts'

/** A failure that is shown above the view until it is dismissed. */
export interface Notice {
  /** The connection concerned; null: the application. */
  readonly connectionId: string | null
  readonly fault: Fault
}

/** The notices of the application and of all connections. */
export class NoticesModel {
  readonly #connectionId: () => string | null
  #all = $state.raw<readonly Notice[]>([])

  /** Those of the application and of the current connection. */
  readonly visible = $derived.by(() => {
    const current = this.#connectionId()
    return this.#all.filter(({ connectionId }) => connectionId === null || connectionId === current)
  })

  constructor(connectionId: () => string | null) {
    this.#connectionId = connectionId
  }

  /**
   * Shows a failure until it is dismissed. An earlier notice with the same message is replaced.
   * @param connectionId the connection concerned, which may no longer be the current one; null: the
   * application
   */
  show(fault: Fault, connectionId: string | null): void {
    this.dismiss(
      (earlier) => earlier.connectionId === connectionId && earlier.fault.message === fault.message,
    )
    this.#all = [...this.#all, { connectionId, fault }]
  }

  /** Removes the notices that match. */
  dismiss(matches: (notice: Notice) => boolean): void {
    this.#all = this.#all.filter((notice) => !matches(notice))
  }
}

/** Announces events to assistive technology that happen away from the focus. */
export class Announcer {
  #text = $state('')
  #even = false

  get text(): string {
    return this.#text
  }

  /** Announces a sentence, also if it repeats the previous one. */
  announce(sentence: string): void {
    this.#even = !this.#even
    const text = clipText(sentence)
    // A live region reports changes only: a zero-width space makes a repeated sentence different.
    this.#text = this.#even ? text : `${text}\u200b`
  }
}

/** Time in milliseconds for which the sentence is shown. */
const NOTICE_MS = 4_000

/** A sentence about a completed action that is shown for a moment. */
export class TransientNotice {
  readonly #latest = new Latest()
  text = $state<string | null>(null)

  show(text: string): void {
    this.text = text
    this.#latest.after(NOTICE_MS, () => (this.text = null))
  }

  /** Ends the timer when the view is destroyed. */
  cancel(): void {
    this.#latest.cancel()
  }
}
