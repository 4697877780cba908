import { DEFAULT_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import { api } from '../api.ts'
import { SavedLater } from './delayed-save.svelte.ts'

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
