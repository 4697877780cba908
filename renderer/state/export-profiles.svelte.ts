import {
  changeProfiles,
  NO_PROFILES,
  findProfile,
  DEFAULT_CHOICE,
  type ExportChoice,
  type ExportProfile,
  type ExportProfiles,
  type ExportProfilesChange,
} from '../../electron/contract/export-profile.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'
import { DebouncedSetting } from './preferences.svelte.ts'

/** The export profiles, and the last choice of options. Loaded when they are first needed. */
export class ExportProfilesModel extends DebouncedSetting<ExportProfiles, ExportProfilesChange> {
  /** Whether loading has ended, with or without success. */
  isLoaded = $state(false)
  /** The rows chosen when the dialog was last closed, with what identifies their list. Not stored. */
  lastRows: { readonly key: string; readonly rows: 'view' | 'selection' | 'whole' } | null = null
  #reading: Promise<Fault | null> | null = null

  constructor(report?: (fault: Fault) => void) {
    super(NO_PROFILES, report)
  }

  protected override apply(profiles: ExportProfiles, change: ExportProfilesChange): ExportProfiles {
    return changeProfiles(profiles, change)
  }

  protected override combine(
    first: ExportProfilesChange,
    second: ExportProfilesChange,
  ): ExportProfilesChange {
    return { ...first, ...second }
  }

  protected override save(change: ExportProfilesChange): Promise<unknown> {
    return api.call('exports.saveProfiles', change)
  }

  /** Loads them once. Returns a notice for the person, or null. Never rejects. */
  loadOnce(): Promise<Fault | null> {
    this.#reading ??= api.call('exports.profiles').then(
      ({ notice, ...profiles }) => {
        this.load(profiles)
        this.isLoaded = true
        return notice
      },
      (error: unknown) => {
        this.isLoaded = true
        return faultOf(error)
      },
    )
    return this.#reading
  }

  get profiles(): readonly ExportProfile[] {
    return this.current.profiles
  }

  /** The options of the last export; the defaults before the first. */
  get lastChoice(): ExportChoice {
    return this.current.last?.choice ?? DEFAULT_CHOICE
  }

  /** The profile of the last export. */
  get lastProfile(): ExportProfile | null {
    return this.byId(this.current.last?.profileId ?? null)
  }

  byId(id: string | null): ExportProfile | null {
    return this.profiles.find((profile) => profile.id === id) ?? null
  }

  findByName(name: string, except: string | null = null): ExportProfile | null {
    return findProfile(
      this.profiles.filter(({ id }) => id !== except),
      name,
    )
  }

  /** Stores options for the next export; those left out do not change. */
  saveLastChoice(
    choice: Partial<ExportChoice>,
    profileId: string | null = this.current.last?.profileId ?? null,
  ): void {
    this.set({ last: { choice: { ...this.lastChoice, ...choice }, profileId } })
  }

  /**
   * Saves a profile, replacing the one with its id. Rejects if it cannot be saved, and changes nothing then.
   */
  async saveProfile(profile: ExportProfile): Promise<void> {
    const { profiles } = this.current
    const isNew = this.byId(profile.id) === null
    await this.setWhenSaved({
      profiles: isNew
        ? [...profiles, profile]
        : profiles.map((each) => (each.id === profile.id ? profile : each)),
    })
  }

  /**
   * Deletes a profile. Returns a function that restores it in its position. Rejects as {@link saveProfile}
   * does.
   */
  async remove(id: string): Promise<() => Promise<void>> {
    const index = this.profiles.findIndex((profile) => profile.id === id)
    const removed = this.profiles[index]
    await this.setWhenSaved({ profiles: this.profiles.filter((profile) => profile.id !== id) })
    return async () => {
      if (removed !== undefined && this.byId(id) === null)
        await this.setWhenSaved({ profiles: this.profiles.toSpliced(index, 0, removed) })
    }
  }
}
