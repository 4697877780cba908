import { DEFAULT_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import { api } from '../api.ts'

/** Changes are saved this time after the last one, in milliseconds. */
const SAVE_DELAY_MS = 400

/** A setting that main stores. Changes apply at once and are saved after a pause. */
export abstract class DebouncedSetting<Value> {
  #current: Value
  #isStored = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<unknown> = Promise.resolve()

  constructor(defaultValue: Value) {
    this.#current = $state.raw(defaultValue)
  }

  protected abstract save(value: Value): Promise<unknown>

  get current(): Value {
    return this.#current
  }

  /** Sets the stored value. Before this, nothing is saved. */
  load(value: Value): void {
    this.#current = value
    this.#isStored = true
  }

  protected set(value: Value): void {
    this.#current = value
    if (!this.#isStored) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), SAVE_DELAY_MS)
  }

  /** Saves pending changes at once. Resolves when all changes are saved. Never rejects. */
  async flush(): Promise<void> {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer)
      this.#timer = undefined
      // A setting that cannot be saved still applies to this window.
      this.#saving = this.save(this.#current).catch(() => undefined)
    }
    await this.#saving
  }
}

/** The preferences for all lists and views. */
export class PreferencesModel extends DebouncedSetting<Preferences> {
  constructor() {
    super(DEFAULT_PREFERENCES)
  }

  /** Changes some preferences. */
  change(patch: Partial<Preferences>): void {
    this.set({ ...this.current, ...patch })
  }

  protected override save(preferences: Preferences): Promise<unknown> {
    return api.call('preferences.save', preferences)
  }
}
