import type { UpdatePreferences } from './updates.ts'

/** How updates are handled: not at all, with a notice only, or with a download. */
export const MANAGED_UPDATES = ['off', 'notify', 'on'] as const
export const MANAGED_CHANNELS = ['stable', 'beta'] as const

/** Managed updates; null: people decide. */
export interface ManagedUpdates {
  readonly mode: (typeof MANAGED_UPDATES)[number] | null
  readonly channel: (typeof MANAGED_CHANNELS)[number] | null
}

export const NO_MANAGED_UPDATES: ManagedUpdates = { mode: null, channel: null }

const MODES = { off: 'never', notify: 'notify', on: 'automatic' } as const

/** Returns the preferences that apply: the managed ones, and those of the person for the others. */
export function appliedUpdates(
  preferences: UpdatePreferences,
  { mode, channel }: ManagedUpdates,
): UpdatePreferences {
  return { mode: mode === null ? preferences.mode : MODES[mode], channel: channel ?? preferences.channel }
}

/** The settings that an organization manages, as the window shows them. Null or empty: not managed. */
export interface ManagedSummary {
  /** Files or registry keys that contain them. */
  readonly sources: readonly string[]
  readonly baseUrl: string | null
  /** Whether connections to other addresses are refused. */
  readonly onlyBaseUrl: boolean
  readonly authority: { readonly fileName: string; readonly subjects: readonly string[] } | null
  /** `system`, `none`, or the address of a proxy or a PAC file. */
  readonly proxy: string | null
  readonly updates: ManagedUpdates
  /** Folders in which files may be written; null: any. */
  readonly exportFolders: readonly string[] | null
  /** Sentences about settings that could not be used. */
  readonly problems: readonly string[]
}

/** Returns whether there is anything to show. */
export function isManaged({ sources, problems }: ManagedSummary): boolean {
  return sources.length > 0 || problems.length > 0
}
