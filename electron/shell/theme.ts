import { nativeTheme } from 'electron'
import type { Theme } from '../contract/preferences.ts'

/** Makes menus, dialogs and `prefers-color-scheme` follow the person's choice. */
export function applyTheme(theme: Theme): void {
  nativeTheme.themeSource = theme
}
