import { DEFAULT_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import { api } from '../api.ts'

/** Changes are saved when they have rested so long, in milliseconds. */
const SAVE_AFTER = 400

/** Something that the person has set, kept by main. Changes show at once and are saved when they rest. */
export abstract class SavedLater<Value> {
  #current: Value
  #told = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(usual: Value) {
    this.#current = $state.raw(usual)
  }

  protected abstract save(value: Value): Promise<unknown>

  get current(): Value {
    return this.#current
  }

  /** Takes over what main keeps. Nothing is saved before. */
  load(value: Value): void {
    this.#current = value
    this.#told = true
  }

  protected set(value: Value): void {
    this.#current = value
    if (!this.#told) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      void this.flush()
    }, SAVE_AFTER)
  }

  /** Saves at once what has not been saved; resolves when it is kept. Never rejects. */
  async flush(): Promise<void> {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    // What could not be kept is no reason to disturb anyone; it still holds in this window.
    await this.save(this.#current).catch(() => undefined)
  }
}

/** What the person has set for all lists and views. */
export class PreferencesModel extends SavedLater<Preferences> {
  constructor() {
    super(DEFAULT_PREFERENCES)
  }

  /** Changes some of them. */
  change(patch: Partial<Preferences>): void {
    this.set({ ...this.current, ...patch })
  }

  protected override save(preferences: Preferences): Promise<unknown> {
    return api.call('preferences.save', preferences)
  }
}
