import type { Attachment } from 'svelte/attachments'

/** The rendered elements of a list by key, for `{@attach elements.register(key)}` on each of them. */
export class KeyedElements {
  readonly #elements = new Map<string, HTMLElement>()

  /** Returns an attachment that registers an element while it is rendered. */
  register(key: string): Attachment<HTMLElement> {
    return (element) => {
      this.#elements.set(key, element)
      return () => {
        if (this.#elements.get(key) === element) this.#elements.delete(key)
      }
    }
  }

  get(key: string): HTMLElement | undefined {
    return this.#elements.get(key)
  }
}
