import { fold } from '../../electron/contract/fold.ts'

/** A pause of so many milliseconds begins a new word. */
const PAUSE = 700

/** Letters typed one after the other find the next entry that begins with them. */
export class TypeAhead {
  #letters: readonly string[] = []
  #at = -Infinity

  /** Whether a word is being typed: a space belongs to it then. */
  get typing(): boolean {
    return performance.now() - this.#at < PAUSE
  }

  /**
   * Takes a letter and gives the place of the entry that it leads to, or null. `present` is the place of the
   * present entry, -1 for none.
   */
  find(letter: string, names: readonly string[], present: number): number | null {
    this.#letters = this.typing ? [...this.#letters, letter] : [letter]
    this.#at = performance.now()
    // The same letter again and again goes from one entry that begins with it to the next.
    const same = this.#letters.every((each) => each === letter)
    const wanted = fold(same ? letter : this.#letters.join(''))
    const first = same ? present + 1 : Math.max(present, 0)
    for (let step = 0; step < names.length; step += 1) {
      const at = (first + step) % names.length
      if (
        fold(names[at] ?? '')
          .trimStart()
          .startsWith(wanted)
      )
        return at
    }
    return null
  }
}

/** Whether a key is a letter that may begin or go on with a word. */
export function isLetter(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
}
