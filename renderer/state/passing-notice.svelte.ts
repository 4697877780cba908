/** How long a sentence stays, in milliseconds. */
const STAYS = 4_000

/** A sentence that is shown for a moment: what was just done. */
export class PassingNotice {
  #timer: ReturnType<typeof setTimeout> | undefined
  text = $state<string | null>(null)

  say(sentence: string): void {
    this.text = sentence
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.text = null
    }, STAYS)
  }

  /** Nothing more happens; for a view that goes. */
  end(): void {
    clearTimeout(this.#timer)
  }
}
