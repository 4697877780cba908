import { existsSync } from 'node:fs'
import { app, dialog } from 'electron'
import { APP_FOLDER_NAME, type AppFolders } from '../app/app-folders.ts'
import {
  checkNewDataFolder,
  isDataFolder,
  moveData,
  readDataLocation,
  writeDataLocation,
} from '../app/data-location.ts'
import { AppError } from '../contract/app-error.ts'
import { systemLocale } from './system.ts'
import { formatBytes } from '../contract/format-bytes.ts'
import { messages } from '../contract/messages.ts'
import { showMessage, showOpenDialog } from './dialogs.ts'
import { restart } from './restart.ts'
import type { ShellServices } from './services.ts'

/** Returns whether the data folder can be used as it is, without a dialog. */
export function areDataSettled({ data, standardData }: AppFolders): boolean {
  const location = readDataLocation(standardData)
  return location === null || (location.moveTo === undefined && existsSync(data))
}

/**
 * Moves the data if that was requested before this start, and asks for a chosen data folder that is missing.
 * Returns the data folder; null if the person quits. Must run before a file in it is opened.
 */
export async function settleData({ data, standardData }: AppFolders): Promise<string | null> {
  const location = readDataLocation(standardData)
  if (location === null) return data
  if (!existsSync(data)) return await findMissing(data, standardData)
  if (location.moveTo === undefined) return await moveData(standardData)
  return await move(location.moveTo, data, standardData)
}

async function move(to: string, data: string, standardData: string): Promise<string> {
  await app.whenReady()
  const { cancel, dataFolder, ok } = messages.systemDialogs
  const cancellation = new AbortController()
  const end = new AbortController()
  void dialog
    .showMessageBox({
      message: dataFolder.moving,
      detail: dataFolder.movingDetail({ folder: to }),
      buttons: [cancel],
      signal: end.signal,
    })
    .then(() => cancellation.abort())
  try {
    return await moveData(standardData, cancellation.signal)
  } catch (error) {
    if (!cancellation.signal.aborted) {
      const reason = error instanceof AppError ? error.message : String(error)
      await dialog.showMessageBox({
        type: 'warning',
        message: dataFolder.notMoved,
        detail: dataFolder.notMovedDetail({ reason }),
        buttons: [ok],
      })
    }
    return data
  } finally {
    end.abort()
  }
}

async function findMissing(folder: string, standardData: string): Promise<string | null> {
  await app.whenReady()
  const { missing, missingDetail, tryAgain, choose, startEmpty, quit } = messages.systemDialogs.dataFolder
  for (;;) {
    if (existsSync(folder)) return folder
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: missing,
      detail: missingDetail({ folder }),
      buttons: [tryAgain, choose, startEmpty, quit],
      cancelId: 3,
    })
    if (response === 3) return null
    if (response === 1) {
      const { filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory'] })
      const [chosen] = filePaths
      // Another folder would look as if all data were lost.
      if (chosen === undefined || !isDataFolder(chosen)) continue
      await writeDataLocation(standardData, { folder: chosen })
      return chosen
    }
    if (response === 2) {
      await writeDataLocation(standardData, {})
      return standardData
    }
  }
}

/**
 * Asks for a folder, and restarts the application to move the data there. Rejects with `dataFolderRefused` if
 * they cannot be moved there.
 */
export async function moveDataFolder({ folders }: Pick<ShellServices, 'folders'>): Promise<void> {
  const { cancel, dataFolder } = messages.systemDialogs
  const chosen = await showOpenDialog({
    title: dataFolder.chooseNew,
    properties: ['openDirectory', 'createDirectory'],
  })
  if (chosen === null) return
  const { folder, bytes } = await checkNewDataFolder(folders.data, chosen, APP_FOLDER_NAME)
  const response = await showMessage({
    message: dataFolder.confirm,
    detail: dataFolder.confirmDetail({ folder, size: formatBytes(bytes, systemLocale()) }),
    buttons: [dataFolder.move, cancel],
    defaultId: 0,
    cancelId: 1,
  })
  if (response !== 0) return
  const location = { folder: folders.data }
  await writeDataLocation(folders.standardData, { ...location, moveTo: folder })
  restart({ withdraw: () => writeDataLocation(folders.standardData, location) })
}
