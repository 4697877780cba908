import { app } from 'electron'
import { APP_ID } from '../contract/bridge.ts'
import { messages } from '../contract/messages.ts'

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
    version: `Electron ${process.versions.electron}`,
    copyright: messages.aboutPanel.copyright,
    website: 'https://campaign-desk.github.io',
    iconPath: iconFile,
  })
}
