import type { Preferences } from '../../electron/contract/preferences.ts'
import { strings } from '../../electron/contract/strings/app.ts'
import { strings as itemStrings } from '../../electron/contract/strings/items.ts'
import type { DialogsModel } from './dialogs.svelte.ts'
import type { Format } from './format.ts'

/** A setting, for a search. */
interface SettingLink {
  readonly id: string
  readonly label: string
  /** The heading above the setting. */
  readonly section: string
  /** Null for a setting without a single value. */
  readonly value: string | null
}

/** Returns the settings in the order of their sections, with their present values. */
export function settingLinks(preferences: Preferences, format: Format): readonly SettingLink[] {
  const { settings, pictures, backups } = strings
  const link = (id: string, section: string, label: string, value: string | null = null): SettingLink => ({
    id,
    section,
    label,
    value,
  })
  const { theme, interfaceSize, rowHeight } = preferences
  const { oldAfterDays, mostMegabytes } = preferences.pictures
  return [
    link('theme', settings.appearance, settings.theme, settings.themes[theme]),
    link('interfaceSize', settings.appearance, settings.interfaceSize, format.percent(interfaceSize / 100)),
    link('rowHeight', settings.appearance, settings.rowHeight, itemStrings.rowHeight.names[rowHeight]),
    link('statusNames', settings.statuses, settings.statusesOpen),
    link('oldAfter', pictures.settings, pictures.oldAfter, pictures.days(oldAfterDays)),
    link(
      'pictureCache',
      pictures.settings,
      pictures.room,
      pictures.gigabytes(format.number(mostMegabytes / 1_000)),
    ),
    link('backUp', backups.title, backups.make),
    link('restore', backups.title, backups.restore),
    link('dataFolder', settings.data, settings.dataFolder),
    link('log', settings.data, settings.log),
  ]
}

/** Shows a setting in the settings, which are one dialog without sections. */
export function openSetting(dialogs: Pick<DialogsModel, 'open'>, _link: SettingLink): void {
  dialogs.open({ kind: 'settings' })
}
