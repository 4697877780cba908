import { Latest } from './latest.ts'

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
