import type { Connection, KeyStatus } from '../../../electron/contract/connection.ts'
import { DEFAULT_PREFERENCES, type RowHeight } from '../../../electron/contract/preferences.ts'
import { strings as itemStrings } from '../../../electron/contract/strings/items.ts'
import { reviewStrings } from '../../../electron/contract/strings/review.ts'
import { settingsStrings } from '../../../electron/contract/strings/settings.ts'
import type { Environment } from '../../state/environment.svelte.ts'
import type { SettingId } from '../../state/settings.ts'
import { ROW_PIXELS } from '../items/list-context.svelte.ts'

const messages = settingsStrings.settings

/** Returns a height of rows in pixels, as text. */
export function rowHeightNote(height: RowHeight): string {
  return messages.pixels(String(ROW_PIXELS[height]))
}

/** What the texts of settings depend on. */
interface SettingContext {
  readonly connection: Connection | null
  readonly key: KeyStatus | null
  readonly environment: Pick<Environment, 'dataFolder' | 'version' | 'format'>
}

type TextOf = (context: SettingContext, connectionName: string) => string

/** Texts that depend on the connection or the computer. */
const TEXTS: Partial<Record<SettingId, TextOf>> = {
  statusNames: (_context, name) => messages.statusNames.text(name),
  automatic: ({ connection, environment }, name) => {
    const { onStart, everyMinutes, campaignIds } = connection?.automatic ?? {}
    if (campaignIds === undefined || (onStart !== true && everyMinutes === null))
      return messages.automatic.off(name)
    const count = campaignIds.length
    return messages.automatic.on(name, count, environment.format.number(count))
  },
  address: ({ connection }) => connection?.baseUrl ?? '',
  key: ({ key }) => messages.key.storage[key?.storage ?? 'none'],
  authority: ({ connection }) => connection?.authority?.fileName ?? messages.authority.none,
  clientCertificate: ({ connection }) =>
    connection?.clientCertificate?.subject ?? messages.clientCertificate.none,
  dataFolder: ({ environment }) => environment.dataFolder,
  version: ({ environment }) => messages.version(environment.version),
}

/** Returns the line that states the effect of a setting, or its state. */
export function settingText(id: SettingId, context: SettingContext): string {
  const textOf = TEXTS[id]
  if (textOf !== undefined) return textOf(context, context.connection?.name ?? '')
  const names = id === 'version' ? {} : messages[id]
  return 'text' in names && typeof names.text === 'string' ? names.text : ''
}

const OPTIONS: Partial<Record<SettingId, Readonly<Record<string, string>>>> = {
  theme: messages.theme.options,
  rowHeight: itemStrings.rowHeight.names,
  reviewLayout: reviewStrings.single.layouts,
  marksAt: messages.marksAt.options,
}

/** Returns further texts that a search finds a setting by: its options. */
export function settingOptions(id: SettingId): readonly string[] {
  return Object.values(OPTIONS[id] ?? {})
}

const onOff = (isOn: boolean): string => (isOn ? messages.on : messages.off)
const { pictures, singleReview, ...defaults } = DEFAULT_PREFERENCES

/** Values of the defaults, for those that have one. */
const DEFAULT_TEXTS: Partial<Record<SettingId, (format: Environment['format']) => string>> = {
  theme: () => messages.theme.options[defaults.theme],
  rowHeight: () => itemStrings.rowHeight.names[defaults.rowHeight],
  interfaceSize: ({ locale }) =>
    new Intl.NumberFormat(locale, { style: 'percent' }).format(defaults.interfaceSize / 100),
  oldAfter: () => messages.oldAfter.days(pictures.oldAfterDays),
  pictureSpace: ({ number }) => messages.pictureSpace.gigabytes(number(pictures.mostMegabytes / 1_000)),
  reviewing: () => onOff(defaults.reviewing),
  advances: () => onOff(singleReview.advances),
  reviewLayout: () => reviewStrings.single.layouts[singleReview.layout],
  marksAt: () => messages.marksAt.options[singleReview.marksAt],
  author: () => messages.empty,
}

/** Returns the default of a setting as text; empty for one without a default. */
export function defaultText(id: SettingId, format: Environment['format']): string {
  return DEFAULT_TEXTS[id]?.(format) ?? ''
}
