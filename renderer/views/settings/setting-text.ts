import type { Connection, KeyStatus } from '../../../electron/contract/connection.ts'
import {
  DEFAULT_PREFERENCES,
  type LanguageChoice,
  type Preferences,
  type RowHeight,
} from '../../../electron/contract/preferences.ts'
import { LANGUAGE_NAMES, messages } from '../../../electron/contract/messages.ts'
import type { UpdatePreferences, UpdateStatus } from '../../../electron/contract/updates.ts'
import type { Environment } from '../../state/environment.svelte.ts'
import type { SettingId } from '../../state/settings.ts'
import { ROW_PIXELS } from '../items/list-context.svelte.ts'

/** Returns a height of rows in pixels, as text. */
export function rowHeightNote(height: RowHeight): string {
  return messages.settings.pixels({ count: ROW_PIXELS[height] })
}

/** What the texts of settings depend on. */
interface SettingContext {
  readonly connection: Connection | null
  readonly key: KeyStatus | null
  readonly environment: Pick<Environment, 'dataFolder' | 'version' | 'format' | 'now' | 'managed'>
  readonly updates: Pick<UpdateStatus, 'method' | 'checkedAt'>
  readonly updatePreferences: UpdatePreferences
}

type TextOf = (context: SettingContext, connectionName: string) => string

/** Texts that depend on the connection or the computer. */
const TEXTS: Partial<Record<SettingId, TextOf>> = {
  statusNames: (_context, name) => messages.settings.statusNames.text({ connection: name }),
  automatic: ({ connection }, name) => {
    const { onStart, everyMinutes, campaignIds } = connection?.automatic ?? {}
    if (campaignIds === undefined || (onStart !== true && everyMinutes === null))
      return messages.settings.automatic.off({ connection: name })
    const count = campaignIds.length
    return messages.settings.automatic.on({ connection: name, count })
  },
  address: ({ connection }) => connection?.baseUrl ?? '',
  key: ({ key }) => messages.settings.key.storage[key?.storage ?? 'none'],
  authority: ({ connection, environment }) =>
    (environment.managed?.authority ?? connection?.authority)?.fileName ?? messages.settings.authority.none,
  clientCertificate: ({ connection }) =>
    connection?.clientCertificate?.subject ?? messages.settings.clientCertificate.none,
  dataFolder: ({ environment }) => environment.dataFolder,
  version: ({ environment: { format, now, version }, updates: { method, checkedAt } }) => {
    if (method === 'notSetUp') return messages.settings.versionWithoutUpdates({ shown: version })
    return checkedAt === null
      ? messages.settings.version({ shown: version })
      : messages.settings.versionChecked({ shown: version, ago: format.ago(checkedAt, now) })
  },
  updates: ({ updates: { method }, updatePreferences: { mode } }) => {
    if (method === 'notSetUp' || mode === 'never') return messages.settings.updates.text.never
    return messages.settings.updates.text[method === 'self' ? mode : method]
  },
  updateChannel: ({ updatePreferences: { channel } }) => messages.settings.updateChannel.text[channel],
}

/** Returns the line that states the effect of a setting, or its state. */
export function settingText(id: SettingId, context: SettingContext): string {
  const textOf = TEXTS[id]
  if (textOf !== undefined) return textOf(context, context.connection?.name ?? '')
  const names = id === 'version' ? {} : messages.settings[id]
  return 'text' in names && typeof names.text === 'string' ? names.text : ''
}

/** Returns further texts that a search finds a setting by: its options. */
export function settingOptions(id: SettingId): readonly string[] {
  const { theme, language, marksAt, updates, updateChannel } = messages.settings
  const options: Partial<Record<SettingId, Readonly<Record<string, string>>>> = {
    theme: theme.options,
    language: { ...language.options, ...LANGUAGE_NAMES },
    rowHeight: messages.items.rowHeight.names,
    reviewLayout: messages.review.single.layouts,
    marksAt: marksAt.options,
    updates: updates.options,
    updateChannel: updateChannel.options,
  }
  return Object.values(options[id] ?? {})
}

/** Returns the name of a language in itself. */
export function languageText(choice: LanguageChoice): string {
  return choice === 'system' ? messages.settings.language.options.system : LANGUAGE_NAMES[choice]
}

const onOff = (isOn: boolean): string => (isOn ? messages.settings.on : messages.settings.off)
type Format = Environment['format']

/** Values of preferences that have one. */
const VALUES: Partial<Record<SettingId, (preferences: Preferences, format: Format) => string>> = {
  theme: ({ theme }) => messages.settings.theme.options[theme],
  language: ({ language }) => languageText(language),
  rowHeight: ({ rowHeight }) => messages.items.rowHeight.names[rowHeight],
  interfaceSize: ({ interfaceSize }, { locale }) =>
    new Intl.NumberFormat(locale, { style: 'percent' }).format(interfaceSize / 100),
  oldAfter: ({ pictures }) => messages.settings.oldAfter.days({ count: pictures.oldAfterDays }),
  pictureSpace: ({ pictures }) =>
    messages.settings.pictureSpace.gigabytes({ count: pictures.mostMegabytes / 1_000 }),
  reviewing: ({ reviewing }) => onOff(reviewing),
  advances: ({ singleReview }) => onOff(singleReview.advances),
  reviewLayout: ({ singleReview }) => messages.review.single.layouts[singleReview.layout],
  marksAt: ({ singleReview }) => messages.settings.marksAt.options[singleReview.marksAt],
  crashReports: ({ keepsCrashReports }) => onOff(keepsCrashReports),
  author: ({ author }) => (author === '' ? messages.settings.empty : author),
  updates: ({ updates }) => messages.settings.updates.options[updates.mode],
  updateChannel: ({ updates }) => messages.settings.updateChannel.options[updates.channel],
}

/** Returns the value of a setting as text; empty for one that is no preference. */
export function valueText(id: SettingId, preferences: Preferences, format: Format): string {
  return VALUES[id]?.(preferences, format) ?? ''
}

/** Returns the default of a setting as text; empty for one without a default. */
export function defaultText(id: SettingId, format: Format): string {
  return valueText(id, DEFAULT_PREFERENCES, format)
}
