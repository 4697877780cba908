import { Latest } from './latest.ts'

import type { Fault } from '../../electron/contract/faults.ts'
import { clipText } from '../../electron/contract/clip-text.ts'

/** A failure that is shown above the view until it is dismissed. */
export interface Notice {
  /** The connection that it is about; null: the application. */
  readonly connectionId: string | null
  readonly fault: Fault
}

/** Notices of the application and of each connection. */
export class NoticesModel {
  readonly #connectionId: () => string | null
  #all = $state.raw<readonly Notice[]>([])

  /** Those of the application and of the current connection. */
  readonly shown = $derived.by(() => {
    const current = this.#connectionId()
    return this.#all.filter(({ connectionId }) => connectionId === null || connectionId === current)
  })

  constructor(connectionId: () => string | null) {
    this.#connectionId = connectionId
  }

  /** Shows a notice; the same one of the same connection is shown once. */
  add(notice: Notice): void {
    const { connectionId, fault } = notice
    this.dismiss((known) => known.connectionId === connectionId && known.fault.message === fault.message)
    this.#all = [...this.#all, notice]
  }

  /** Removes the notices that match. */
  dismiss(matches: (notice: Notice) => boolean): void {
    this.#all = this.#all.filter((notice) => !matches(notice))
  }
}

/** What assistive technology is told of what happened elsewhere than where the person is. */
export class Announcer {
  #text = $state('')
  #even = false

  get text(): string {
    return this.#text
  }

  /** Says a sentence. The same one twice is said twice. */
  say(sentence: string): void {
    this.#even = !this.#even
    const text = clipText(sentence)
    // A live region tells only of a change: a space without width makes a repeated sentence another text.
    this.#text = this.#even ? text : `${text}\u200b`
  }
}

/** How long a sentence stays, in milliseconds. */
const STAYS = 4_000

/** A sentence that is shown for a moment: what was just done. */
export class PassingNotice {
  readonly #latest = new Latest()
  text = $state<string | null>(null)

  say(sentence: string): void {
    this.text = sentence
    this.#latest.after(STAYS, () => (this.text = null))
  }

  /** Nothing more happens; for a view that goes. */
  end(): void {
    this.#latest.cancel()
  }
}
