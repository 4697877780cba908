import { join } from 'node:path'
import { app } from 'electron'
import { defaultDataFolder } from '../app/data-folder.ts'

/**
 * Where everything is kept. Connections, preferences and logs stand in the data folder itself, as they do for the
 * command line; Chromium's own files have a folder of theirs in it.
 */
export function prepareFolders(): string {
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', defaultDataFolder())
  const dataFolder = app.getPath('userData')
  app.setPath('sessionData', join(dataFolder, 'chromium'))
  app.setAppLogsPath(join(dataFolder, 'logs'))
  return dataFolder
}
