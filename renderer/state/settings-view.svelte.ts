import type { PlainCommandId } from '../../electron/contract/commands.ts'
import { SETTINGS, type SettingId, type SettingSection } from './settings.ts'

/** What the settings show, which stays while a dialog is open over them. */
export class SettingsView {
  section = $state<SettingSection>('appearance')
  #search = $state('')
  /** The setting to scroll to, which is highlighted; or the command of a shortcut. */
  target = $state.raw<SettingId | PlainCommandId | null>(null)
  /** The setting whose dialog was opened, which gets the focus again. */
  opened = $state.raw<SettingId | null>(null)

  get search(): string {
    return this.#search
  }

  /** The focus stays in the search from now on. */
  set search(search: string) {
    this.#search = search
    this.target = null
    this.opened = null
  }

  constructor(section: SettingSection = 'appearance') {
    this.section = section
  }

  /** Shows a section from its start. */
  showSection(section: SettingSection): void {
    this.section = section
    this.search = ''
  }

  /** Shows a setting in its section. */
  showSetting(id: SettingId): void {
    this.showSection(SETTINGS[id].section)
    this.target = id
  }

  /** Shows the shortcut of a command in its section. */
  showShortcut(id: PlainCommandId): void {
    this.showSection('shortcuts')
    this.target = id
  }
}
