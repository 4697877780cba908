import * as v from 'valibot'
import type { ReadonlyOutput } from './base-schemas.ts'
import type { Fault } from './faults.ts'

/** What happens when there is a new version. The person can always check, download and install it. */
export const UPDATE_MODES = ['automatic', 'notify', 'never'] as const

/** `beta` also has the versions before they are stable. */
export const UPDATE_CHANNELS = ['stable', 'beta'] as const
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number]

export const updatePreferencesSchema = v.strictObject({
  mode: v.picklist(UPDATE_MODES),
  channel: v.picklist(UPDATE_CHANNELS),
})
export type UpdatePreferences = ReadonlyOutput<typeof updatePreferencesSchema>
export const DEFAULT_UPDATE_PREFERENCES: UpdatePreferences = { mode: 'automatic', channel: 'stable' }

/**
 * How this installation gets a new version: by itself, from the package manager, or by the person, who
 * downloads it. `notSetUp`: the build has no address or no public key for updates.
 */
export type UpdateMethod = 'self' | 'package' | 'manual' | 'notSetUp'

/** A version that is newer than the running one. Its manifest was verified. */
export interface UpdateRelease {
  readonly version: string
  /** In milliseconds since 1970. */
  readonly date: number | null
  /** Untrusted plain text; may be empty. */
  readonly releaseNotes: string
}

export interface UpdateStatus {
  readonly method: UpdateMethod
  /**
   * `idle`: not checked in this run; `current`: there is no newer version; `ready`: downloaded, and installed
   * when the application quits.
   */
  readonly state: 'idle' | 'checking' | 'current' | 'available' | 'downloading' | 'ready' | 'failed'
  /** The new version, if one is known. */
  readonly release: UpdateRelease | null
  /** Of a download, in bytes. */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** Whether the download waits for a network that is not metered. */
  readonly isWaiting: boolean
  /** Why the state is `failed`. */
  readonly fault: Fault | null
  /** When the last check ended, in milliseconds since 1970; also one of an earlier run. */
  readonly checkedAt: number | null
}

export const UNKNOWN_UPDATES: UpdateStatus = {
  method: 'notSetUp',
  state: 'idle',
  release: null,
  progress: null,
  isWaiting: false,
  fault: null,
  checkedAt: null,
}
