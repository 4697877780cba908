import { shell } from 'electron'
import { AppError } from '../contract/app-error.ts'
import { clipText } from '../contract/clip-text.ts'
import { messages } from '../contract/messages.ts'
import type { Messages } from '../contract/messages/types.ts'
import { isSafeExternal } from './addresses.ts'
import type { Logger } from '../app/types.ts'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { showMessage } from './dialogs.ts'
import type { Exports } from '../app/exports.ts'

/** Length of an address in the question, in UTF-16 code units. */
const MAX_SHOWN_ADDRESS = 400

/**
 * Opens an address in the system's browser, after the person has confirmed its host. Returns whether it was
 * opened. Rejects with `badInput` for anything but https without user name and password.
 * @param source what contains the address
 */
export async function openExternal(
  address: string,
  source: keyof Messages['systemDialogs']['browser']['details'],
): Promise<boolean> {
  if (!isSafeExternal(address)) throw new AppError('badInput')
  // Both are ASCII: a host that imitates another one is shown as "xn--…". The host is shown whole, because
  // its end states whose it is; it has 253 characters at most.
  const { host, href } = new URL(address)
  const { browser, cancel } = messages.systemDialogs
  const response = await showMessage({
    type: 'question',
    message: browser.message({ host }),
    detail: browser.details[source]({ address: clipText(href, MAX_SHOWN_ADDRESS) }),
    buttons: [browser.open, cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  if (response !== 0) return false
  await shell.openExternal(href)
  return true
}

/** Shows the log in the system's file manager after writing all pending entries. */
export async function showLog(logger: Logger): Promise<void> {
  await logger.flush()
  shell.showItemInFolder(logger.file)
}

/**
 * Returns the path of a file that this run of the application has written, or of the first of several. The
 * window has only the id of its export. Throws `notFound` for another id, and `fileGone` if the file no
 * longer exists.
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

/** Opens a written file in the system's default program. Rejects with `fileNotOpened`. */
export async function openWritten(exports: Exports, jobId: string): Promise<void> {
  const reason = await shell.openPath(writtenFile(exports, jobId))
  if (reason !== '') throw new AppError('fileNotOpened', { params: { reason: asClause(reason) } })
}

/** Returns a message of the system without the period at its end. */
function asClause(text: string): string {
  return text.trim().replace(/\.+$/u, '')
}
