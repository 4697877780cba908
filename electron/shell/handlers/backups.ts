import { shell } from 'electron'
import { isBackupFile } from '../../app/backup/backup-files.ts'
import { BACKUP_FILE_EXTENSION } from '../../contract/backup.ts'
import { dateAndTimeForNames } from '../../contract/file-name.ts'
import { messages } from '../../contract/messages.ts'
import { askForFile } from '../ask-for-file.ts'
import { showOpenDialog } from '../dialogs.ts'
import type { Handlers } from '../dispatcher.ts'
import { restart } from '../restart.ts'
import type { ShellServices } from '../services.ts'

type BackupCalls = Extract<keyof Handlers, `backups.${string}`>

/** Asks for a backup file; null if the person closed the dialog. */
function askForBackupFile(): Promise<string | null> {
  return showOpenDialog({
    title: messages.backups.openTitle,
    properties: ['openFile'],
    filters: [
      { name: messages.systemDialogs.save[BACKUP_FILE_EXTENSION], extensions: [BACKUP_FILE_EXTENSION] },
      { name: messages.systemDialogs.save.allFiles, extensions: ['*'] },
    ],
  })
}

/**
 * Restarts the application to restore a backup, without the file with which it was started: that one is
 * restored.
 */
function restartToRestore(withdraw: () => Promise<void>): null {
  restart({ keepsArg: (arg) => !isBackupFile(arg), withdraw })
  return null
}

/** Backups in the data folder, as files, and on a schedule. */
export function backupHandlers(services: ShellServices): Pick<Handlers, BackupCalls> {
  const { backups, backupFiles, scheduledBackups, logger } = services
  const runSchedule = (): void => {
    scheduledBackups.runIfDue().catch((error: unknown) => logger.unexpected(error, 'the scheduled backup'))
  }
  return {
    'backups.list': () => backups.list(),
    'backups.create': () => backups.create('person'),
    'backups.restore': async ({ id }) => restartToRestore(await backups.restoreAtStart(id)),
    'backups.writeFile': async () => {
      const { date: day } = dateAndTimeForNames(new Date())
      const suggestedName = messages.backups.fileName({ day })
      const file = await askForFile(
        services,
        messages.backups.writeTitle,
        suggestedName,
        BACKUP_FILE_EXTENSION,
      )
      return file === null ? null : backupFiles.write(file)
    },
    'backups.showWritten': () => {
      shell.showItemInFolder(backupFiles.writtenFile)
      return null
    },
    'backups.openFile': async () => {
      const file = await askForBackupFile()
      return file === null ? null : backupFiles.open(file)
    },
    'backups.hasRequested': () => backupFiles.hasRequested,
    'backups.openRequested': () => {
      const file = backupFiles.takeRequested()
      return file === null ? null : backupFiles.open(file)
    },
    'backups.cancel': () => {
      backupFiles.cancel()
      return null
    },
    'backups.restoreFile': async ({ openId, choice }) =>
      restartToRestore(await backupFiles.restoreAtStart(openId, choice)),
    'backups.closeFile': async ({ openId }) => {
      await backupFiles.close(openId)
      return null
    },
    'backups.schedule': () => scheduledBackups.get(),
    'backups.setSchedule': async (change) => {
      const schedule = await scheduledBackups.set(change)
      runSchedule()
      return schedule
    },
    'backups.chooseFolder': async () => {
      const folder = await showOpenDialog({
        title: messages.backups.folderTitle,
        properties: ['openDirectory', 'createDirectory'],
      })
      if (folder === null) return null
      const schedule = await scheduledBackups.setFolder(folder)
      runSchedule()
      return schedule
    },
  }
}
