import {
  NO_PROFILES,
  findProfile,
  DEFAULT_CHOICE,
  type ExportChoice,
  type ExportProfile,
  type ExportProfiles,
} from '../../electron/contract/export-profile.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'
import { SavedLater } from './preferences.svelte.ts'

/** Profiles of exports, and how the last file was written. Read from disk when they are first asked for. */
export class ExportProfilesModel extends SavedLater<ExportProfiles> {
  /** What is kept is known, or it is known that it cannot be read. */
  known = $state(false)
  #reading: Promise<Fault | null> | null = null

  constructor() {
    super(NO_PROFILES)
  }

  protected override save(profiles: ExportProfiles): Promise<unknown> {
    return api.call('exports.saveProfiles', profiles)
  }

  /** Reads what is kept, once; gives what should be told of it. Never rejects. */
  read(): Promise<Fault | null> {
    this.#reading ??= api.call('exports.profiles').then(
      ({ notice, ...kept }) => {
        this.load(kept)
        this.known = true
        return notice
      },
      (error: unknown) => {
        this.known = true
        return faultOf(error)
      },
    )
    return this.#reading
  }

  get profiles(): readonly ExportProfile[] {
    return this.current.profiles
  }

  /** How the last file was written; the usual way before the first. */
  get lastChoice(): ExportChoice {
    return this.current.last?.choice ?? DEFAULT_CHOICE
  }

  /** The profile by which the last file was written. */
  get lastProfile(): ExportProfile | null {
    return this.byId(this.current.last?.profileId ?? null)
  }

  byId(id: string | null): ExportProfile | null {
    return this.profiles.find((profile) => profile.id === id) ?? null
  }

  named(name: string, except: string | null = null): ExportProfile | null {
    return findProfile(
      this.profiles.filter(({ id }) => id !== except),
      name,
    )
  }

  /** Keeps how a file is written, for the next time; what is left out is as it was. */
  note(choice: Partial<ExportChoice>, profileId: string | null = this.current.last?.profileId ?? null): void {
    this.set({ ...this.current, last: { choice: { ...this.lastChoice, ...choice }, profileId } })
  }

  /** Saves a profile, in place of one with its id. Rejects, with all as it was, when it could not be kept. */
  async put(profile: ExportProfile): Promise<void> {
    const { profiles } = this.current
    const isNew = this.byId(profile.id) === null
    await this.#keep(
      isNew ? [...profiles, profile] : profiles.map((each) => (each.id === profile.id ? profile : each)),
    )
  }

  /** Deletes a profile; gives how it is brought back, in its place. Rejects as `put` does. */
  async remove(id: string): Promise<() => Promise<void>> {
    const place = this.profiles.findIndex((profile) => profile.id === id)
    const removed = this.profiles[place]
    await this.#keep(this.profiles.filter((profile) => profile.id !== id))
    return async () => {
      if (removed !== undefined && this.byId(id) === null)
        await this.#keep(this.profiles.toSpliced(place, 0, removed))
    }
  }

  async #keep(profiles: readonly ExportProfile[]): Promise<void> {
    await this.save({ ...this.current, profiles })
    this.set({ ...this.current, profiles })
  }
}
