import {
  changePreferences,
  DEFAULT_PREFERENCES,
  sharedChange,
  type Preferences,
  type PreferencesChange,
} from '../../electron/contract/preferences.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'

/** Changes are saved this time after the last one, in milliseconds. */
const SAVE_DELAY_MS = 400

/**
 * A setting that main stores, and that all windows share. Changes apply at once and are saved after a pause.
 * Only changes are sent, so that two windows never overwrite each other's.
 */
export abstract class DebouncedSetting<Value, Change> {
  #current: Value
  #isStored = false
  /** Not sent yet. */
  #pending: Change | null = null
  /** Sent, but not stored yet. */
  #sent: readonly Change[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<unknown> = Promise.resolve()
  #isUnsaved = false
  readonly #report: (fault: Fault) => void

  /** @param report receives the first failure to save, and the first after each success */
  constructor(defaultValue: Value, report: (fault: Fault) => void = () => undefined) {
    this.#current = $state.raw(defaultValue)
    this.#report = report
  }

  /** Returns the value after a change. */
  protected abstract apply(value: Value, change: Change): Value

  /** Returns two consecutive changes as one. */
  protected abstract combine(first: Change, second: Change): Change

  protected abstract save(change: Change): Promise<unknown>

  get current(): Value {
    return this.#current
  }

  /** Sets the stored value. Before this, nothing is saved. */
  load(value: Value): void {
    this.#current = value
    this.#isStored = true
  }

  /** Applies a change of another window. Changes of this window that are not stored yet stay. */
  receive(change: Change): void {
    const own = this.#pending === null ? this.#sent : [...this.#sent, this.#pending]
    this.#current = [change, ...own].reduce((value, each) => this.apply(value, each), this.#current)
  }

  protected set(change: Change): void {
    this.#current = this.apply(this.#current, change)
    if (!this.#isStored) return
    this.#pending = this.#pending === null ? change : this.combine(this.#pending, change)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), SAVE_DELAY_MS)
  }

  /** Saves a change before it applies. Rejects if it cannot be saved, and changes nothing then. */
  protected async setWhenSaved(change: Change): Promise<void> {
    await this.save(change)
    this.#current = this.apply(this.#current, change)
  }

  /** Saves pending changes at once. Resolves when all changes are saved. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    const change = this.#pending
    if (change !== null) {
      this.#pending = null
      this.#sent = [...this.#sent, change]
      this.#saving = this.save(change)
        .then(
          () => {
            this.#isUnsaved = false
          },
          // A setting that cannot be saved still applies to this window.
          (error: unknown) => {
            if (!this.#isUnsaved) this.#report(faultOf(error))
            this.#isUnsaved = true
          },
        )
        .finally(() => {
          this.#sent = this.#sent.filter((other) => other !== change)
        })
    }
    await this.#saving
  }
}

/** The preferences for all lists and views. */
export class PreferencesModel extends DebouncedSetting<Preferences, PreferencesChange> {
  constructor(report?: (fault: Fault) => void) {
    super(DEFAULT_PREFERENCES, report)
  }

  /** Changes some preferences. */
  change(change: PreferencesChange): void {
    this.set(change)
  }

  /** Changes some preferences, and saves them at once because main applies them. */
  async changeNow(change: PreferencesChange): Promise<void> {
    this.set(change)
    await this.flush()
  }

  override receive(change: PreferencesChange): void {
    super.receive(sharedChange(change))
  }

  protected override apply(preferences: Preferences, change: PreferencesChange): Preferences {
    return changePreferences(preferences, change)
  }

  protected override combine(first: PreferencesChange, second: PreferencesChange): PreferencesChange {
    return { ...first, ...second }
  }

  protected override save(change: PreferencesChange): Promise<unknown> {
    return api.call('preferences.save', change)
  }
}
