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

/** Returns the line that states the effect of a setting, or its state. */
export function settingText(id: SettingId, { connection, key, environment }: SettingContext): string {
  const name = connection?.name ?? ''
  switch (id) {
    case 'statusNames':
      return messages.statusNames.text(name)
    case 'automatic': {
      const { onStart, everyMinutes, campaignIds } = connection?.automatic ?? {}
      if (campaignIds === undefined || (onStart !== true && everyMinutes === null))
        return messages.automatic.off(name)
      const count = campaignIds.length
      return messages.automatic.on(name, count, environment.format.number(count))
    }
    case 'address':
      return connection?.baseUrl ?? ''
    case 'key':
      return messages.key.storage[key?.storage ?? 'none']
    case 'authority':
      return connection?.authority?.fileName ?? messages.authority.none
    case 'clientCertificate':
      return connection?.clientCertificate?.subject ?? messages.clientCertificate.none
    case 'dataFolder':
      return environment.dataFolder
    case 'version':
      return messages.version(environment.version)
    default:
      return messages[id].text
  }
}

/** Returns further texts that a search finds a setting by: its options. */
export function settingOptions(id: SettingId): readonly string[] {
  switch (id) {
    case 'theme':
      return Object.values(messages.theme.options)
    case 'rowHeight':
      return Object.values(itemStrings.rowHeight.names)
    case 'reviewLayout':
      return Object.values(reviewStrings.single.layouts)
    case 'marksAt':
      return Object.values(messages.marksAt.options)
    default:
      return []
  }
}

/** Returns the default of a setting as text; empty for one without a default. */
export function defaultText(id: SettingId, { locale, number }: Environment['format']): string {
  const { pictures, singleReview, ...defaults } = DEFAULT_PREFERENCES
  const onOff = (isOn: boolean): string => (isOn ? messages.on : messages.off)
  switch (id) {
    case 'theme':
      return messages.theme.options[defaults.theme]
    case 'rowHeight':
      return itemStrings.rowHeight.names[defaults.rowHeight]
    case 'interfaceSize':
      return new Intl.NumberFormat(locale, { style: 'percent' }).format(defaults.interfaceSize / 100)
    case 'oldAfter':
      return messages.oldAfter.days(pictures.oldAfterDays)
    case 'pictureSpace':
      return messages.pictureSpace.gigabytes(number(pictures.mostMegabytes / 1_000))
    case 'reviewing':
      return onOff(defaults.reviewing)
    case 'advances':
      return onOff(singleReview.advances)
    case 'reviewLayout':
      return reviewStrings.single.layouts[singleReview.layout]
    case 'marksAt':
      return messages.marksAt.options[singleReview.marksAt]
    case 'author':
      return messages.empty
    default:
      return ''
  }
}
