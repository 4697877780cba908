import type { Connection } from '../../electron/contract/connection.ts'
import { fold, wordsOf } from '../../electron/contract/fold.ts'
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  type PreferencesChange,
} from '../../electron/contract/preferences.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { UpdateMethod } from '../../electron/contract/updates.ts'

/** The sections of the settings, in their order. */
export const SETTING_SECTIONS = [
  'appearance',
  'downloads',
  'pictures',
  'review',
  'connection',
  'backups',
  'shortcuts',
  'about',
] as const
export type SettingSection = (typeof SETTING_SECTIONS)[number]

/** A preference that can return to its default. */
interface Preference {
  readonly isDefault: (preferences: Preferences) => boolean
  readonly restore: (preferences: Preferences) => PreferencesChange
}

function preference<Value extends string | number | boolean>(
  get: (preferences: Preferences) => Value,
  change: (value: Value, preferences: Preferences) => PreferencesChange,
): Preference {
  const defaultValue = get(DEFAULT_PREFERENCES)
  return {
    isDefault: (preferences) => get(preferences) === defaultValue,
    restore: (preferences) => change(defaultValue, preferences),
  }
}

interface SettingEntry {
  readonly section: SettingSection
  /** Absent for an action, or for what belongs to a connection. */
  readonly preference?: Preference
  /** Whether the control is below the text, at full width. */
  readonly isWide?: boolean
  /**
   * The connection that must be open; `managed`: the organization manages something; `updates`: the build can
   * find new versions.
   */
  readonly needs?: 'connection' | 'service' | 'managed' | 'updates'
}

/** The settings except the shortcuts of commands, in the order of the window. Its names are strings. */
export const SETTINGS = {
  theme: {
    section: 'appearance',
    preference: preference(
      ({ theme }) => theme,
      (theme) => ({ theme }),
    ),
  },
  language: {
    section: 'appearance',
    preference: preference(
      ({ language }) => language,
      (language) => ({ language }),
    ),
  },
  rowHeight: {
    section: 'appearance',
    preference: preference(
      ({ rowHeight }) => rowHeight,
      (rowHeight) => ({ rowHeight }),
    ),
  },
  interfaceSize: {
    section: 'appearance',
    preference: preference(
      ({ interfaceSize }) => interfaceSize,
      (interfaceSize) => ({ interfaceSize }),
    ),
  },
  statusNames: { section: 'appearance', needs: 'connection' },
  oldAfter: {
    section: 'downloads',
    preference: preference(
      ({ pictures }) => pictures.oldAfterDays,
      (oldAfterDays, { pictures }) => ({ pictures: { ...pictures, oldAfterDays } }),
    ),
  },
  automatic: { section: 'downloads', needs: 'connection' },
  pictureSpace: {
    section: 'pictures',
    preference: preference(
      ({ pictures }) => pictures.mostMegabytes,
      (mostMegabytes, { pictures }) => ({ pictures: { ...pictures, mostMegabytes } }),
    ),
  },
  reviewing: {
    section: 'review',
    preference: preference(
      ({ reviewing }) => reviewing,
      (reviewing) => ({ reviewing }),
    ),
  },
  advances: {
    section: 'review',
    preference: preference(
      ({ singleReview }) => singleReview.advances,
      (advances, { singleReview }) => ({ singleReview: { ...singleReview, advances } }),
    ),
  },
  reviewLayout: {
    section: 'review',
    preference: preference(
      ({ singleReview }) => singleReview.layout,
      (layout, { singleReview }) => ({ singleReview: { ...singleReview, layout } }),
    ),
  },
  marksAt: {
    section: 'review',
    preference: preference(
      ({ singleReview }) => singleReview.marksAt,
      (marksAt, { singleReview }) => ({ singleReview: { ...singleReview, marksAt } }),
    ),
  },
  author: {
    section: 'review',
    preference: preference(
      ({ author }) => author,
      (author) => ({ author }),
    ),
  },
  address: { section: 'connection', needs: 'service' },
  key: { section: 'connection', needs: 'service' },
  authority: { section: 'connection', needs: 'service' },
  clientCertificate: { section: 'connection', needs: 'service' },
  proxyLogins: { section: 'connection' },
  backups: { section: 'backups' },
  backupFile: { section: 'backups' },
  backupSchedule: { section: 'backups', isWide: true },
  version: { section: 'about' },
  updates: {
    section: 'about',
    needs: 'updates',
    preference: preference(
      ({ updates }) => updates.mode,
      (mode, { updates }) => ({ updates: { ...updates, mode } }),
    ),
  },
  updateChannel: {
    section: 'about',
    needs: 'updates',
    preference: preference(
      ({ updates }) => updates.channel,
      (channel, { updates }) => ({ updates: { ...updates, channel } }),
    ),
  },
  storage: { section: 'about', isWide: true },
  dataFolder: { section: 'about' },
  log: { section: 'about' },
  diagnostics: { section: 'about' },
  crashReports: {
    section: 'about',
    preference: preference(
      ({ keepsCrashReports }) => keepsCrashReports,
      (keepsCrashReports) => ({ keepsCrashReports }),
    ),
  },
  organization: { section: 'about', needs: 'managed', isWide: true },
} as const satisfies Readonly<Record<keyof typeof messages.settings.keywords, SettingEntry>>

export type SettingId = keyof typeof SETTINGS

export const SETTING_IDS = Object.keys(SETTINGS) as readonly SettingId[]

/** Returns the entry of a setting, including optional members. */
export function settingEntry(id: SettingId): SettingEntry {
  return SETTINGS[id]
}

/** Returns the label of a setting. */
export function settingLabel(id: SettingId): string {
  return id === 'version' ? messages.settings.versionLabel : messages.settings[id].label
}

/** What decides which settings apply. */
export interface SettingsSituation {
  /** The open connection; null: none. */
  readonly connection: Connection | null
  /** Whether the organization manages something. */
  readonly isManaged: boolean
  readonly updateMethod: UpdateMethod
}

/** Returns the settings that apply. */
export function availableSettings({
  connection,
  isManaged,
  updateMethod,
}: SettingsSituation): readonly SettingId[] {
  return SETTING_IDS.filter((id) => {
    const { needs } = settingEntry(id)
    if (needs === undefined) return true
    if (needs === 'managed') return isManaged
    if (needs === 'updates') return updateMethod !== 'notSetUp'
    return connection !== null && (needs === 'connection' || connection.kind === 'service')
  })
}

/** Returns the change that restores the default of all settings of a section, or null if all have it. */
export function sectionReset(section: SettingSection, preferences: Preferences): PreferencesChange | null {
  if (section === 'shortcuts')
    return Object.keys(preferences.shortcuts).length === 0 ? null : { shortcuts: {} }
  const changed = SETTING_IDS.map(settingEntry).filter(
    (entry) => entry.section === section && entry.preference?.isDefault(preferences) === false,
  )
  if (changed.length === 0) return null
  // Several may be in the same group of preferences.
  return changed.reduce<PreferencesChange>(
    (change, entry) => ({
      ...change,
      ...entry.preference?.restore({ ...preferences, ...change } as Preferences),
    }),
    {},
  )
}

/** Returns whether all words of a search occur in one of the texts or across them. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const text = fold(texts.join(' '))
  const words = wordsOf(search)
  return words.length > 0 && words.every((word) => text.includes(word))
}
