import { fold } from '../../electron/contract/fold.ts'

/** Pause in milliseconds after which typing starts again. */
const RESET_MS = 700

/** Finds the next entry that begins with the typed letters. */
export class TypeAhead {
  #letters: readonly string[] = []
  #at = -Infinity

  /** Whether letters were typed just before, so that a space belongs to them. */
  get typing(): boolean {
    return performance.now() - this.#at < RESET_MS
  }

  /**
   * Adds a letter. Returns the index of the entry found, or null. `present` is the index of the current
   * entry, -1 for none.
   */
  find(letter: string, names: readonly string[], present: number): number | null {
    this.#letters = this.typing ? [...this.#letters, letter] : [letter]
    this.#at = performance.now()
    // Repeating a letter moves through the entries that begin with it.
    const same = this.#letters.every((each) => each === letter)
    const folded = fold(same ? letter : this.#letters.join(''))
    const first = same ? present + 1 : Math.max(present, 0)
    for (let step = 0; step < names.length; step += 1) {
      const index = (first + step) % names.length
      if (
        fold(names[index] ?? '')
          .trimStart()
          .startsWith(folded)
      )
        return index
    }
    return null
  }
}

/** Returns whether a key is a letter that can be part of a typed word. */
export function isLetter(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
}
