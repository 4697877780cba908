import { DEFAULT_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import { api } from '../api.ts'

/** Changes are saved when they have rested so long, in milliseconds. */
const SAVE_AFTER = 400

/** What the person has set, kept by main. Changes show at once and are saved when they rest. */
export class PreferencesModel {
  #current = $state.raw(DEFAULT_PREFERENCES)
  #told = false
  #timer: ReturnType<typeof setTimeout> | undefined

  get current(): Preferences {
    return this.#current
  }

  /** Takes over what main keeps. Nothing is saved before. */
  load(preferences: Preferences): void {
    this.#current = preferences
    this.#told = true
  }

  /** Changes some of them. */
  change(patch: Partial<Preferences>): void {
    this.#current = { ...this.#current, ...patch }
    if (!this.#told) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      void this.flush()
    }, SAVE_AFTER)
  }

  /** Saves at once what has not been saved; resolves when it is kept. */
  async flush(): Promise<void> {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    // A preference that could not be kept is no reason to disturb anyone; it still holds in this window.
    await api.call('preferences.save', this.#current).catch(() => null)
  }
}
