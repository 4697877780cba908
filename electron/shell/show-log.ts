import { shell } from 'electron'
import type { Logger } from '../app/types.ts'

/** Shows the log in the system's file manager, with everything in it that has happened so far. */
export async function showLog(logger: Logger): Promise<void> {
  await logger.flush()
  shell.showItemInFolder(logger.file)
}
