import { app } from 'electron'
import { APP_ID } from '../contract/bridge.ts'
import { ABOUT_PANEL } from '../contract/strings/menu.ts'

/**
 * Identifies the application to the system, before it opens a window. On Linux, Electron reads `desktopName`
 * in package.json (electron-builder.yml).
 */
export function identifyApp(iconFile: string): void {
  // Groups windows and notifications with the shortcut of the installer.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  app.setAboutPanelOptions({
    applicationName: app.name,
    applicationVersion: app.getVersion(),
    version: ABOUT_PANEL.electron(process.versions.electron),
    copyright: ABOUT_PANEL.copyright,
    website: ABOUT_PANEL.website,
    iconPath: iconFile,
  })
}
