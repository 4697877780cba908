import { clipText } from '../../electron/contract/clip-text.ts'

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
