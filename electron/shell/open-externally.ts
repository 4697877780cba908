import { shell } from 'electron'
import { AppError } from '../contract/app-error.ts'
import { isSafeExternal } from './addresses.ts'
import type { Logger } from '../app/types.ts'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Exports } from '../app/exports.ts'

/** The only way out to the system's browser. Rejects with `badInput` for anything but https. */
export async function openExternal(address: string): Promise<void> {
  if (!isSafeExternal(address)) {
    throw new AppError('badInput', {
      params: { reason: 'only addresses that begin with https:// are opened' },
    })
  }
  await shell.openExternal(address)
}

/** Shows the log in the system's file manager, with everything in it that has happened so far. */
export async function showLog(logger: Logger): Promise<void> {
  await logger.flush()
  shell.showItemInFolder(logger.file)
}

/**
 * Path of a file that this run of the application has written, or of the first of several; the window only knows its export. Throws `notFound` for any
 * other, and `fileGone` when it is not there any more.
 */
function writtenFile(exports: Exports, jobId: string): string {
  const [file = ''] = exports.filesOf(jobId)
  if (!existsSync(file)) throw new AppError('fileGone', { params: { file: basename(file) } })
  return file
}

/** Shows a written file in the system's file manager. */
export function showWritten(exports: Exports, jobId: string): void {
  shell.showItemInFolder(writtenFile(exports, jobId))
}

/** Opens a written file in the program that the system has for it. Rejects with `fileNotOpened`. */
export async function openWritten(exports: Exports, jobId: string): Promise<void> {
  const reason = await shell.openPath(writtenFile(exports, jobId))
  if (reason !== '') throw new AppError('fileNotOpened', { params: { reason: asClause(reason) } })
}

/** What the system says, without the full stop of a sentence. */
function asClause(text: string): string {
  return text.trim().replace(/\.+$/u, '')
}
