import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { backupIdSchema, restoreChoiceSchema } from '../../contract/backup.ts'
import { connectionIdSchema, text, type ReadonlyOutput } from '../../contract/base-schemas.ts'
import { readJsonFile, writeJsonFile } from '../json-file.ts'

const requestSchema = v.union([
  /** A backup in the data folder. */
  v.object({ id: backupIdSchema }),
  /** A backup file, which is unpacked in {@link unpackedFolder}. */
  v.object({
    choice: restoreChoiceSchema,
    /** Ids of the connections here that restored ones merge with or replace, by the ids in the backup. */
    targets: v.record(connectionIdSchema, connectionIdSchema),
    /** Line above a restored note that is below a present one. */
    heading: text(200),
  }),
])
export type RestoreRequest = ReadonlyOutput<typeof requestSchema>

const requestFile = (dataFolder: string): string => join(dataFolder, 'restore.json')

/** Returns the folder with the files of the backup file to restore. */
export function unpackedFolder(dataFolder: string): string {
  return join(dataFolder, 'restore')
}

/**
 * Schedules a restore for the next start. Resolves with a function that withdraws the request.
 * @param unpacked folder with the checked files of a backup file, which is moved, and moved back
 */
export async function requestRestore(
  dataFolder: string,
  request: RestoreRequest,
  unpacked: string | null = null,
): Promise<() => Promise<void>> {
  const target = unpackedFolder(dataFolder)
  if (unpacked !== null) {
    await rm(target, { recursive: true, force: true })
    await rename(unpacked, target)
  }
  await writeJsonFile(requestFile(dataFolder), request)
  return async () => {
    await rm(requestFile(dataFolder), { force: true })
    if (unpacked !== null) await rename(target, unpacked)
  }
}

/** Returns the requested restore, which is attempted only once; null if there is none. */
export async function takeRestoreRequest(dataFolder: string): Promise<RestoreRequest | null> {
  const request = await readJsonFile(requestFile(dataFolder), requestSchema)
  await rm(requestFile(dataFolder), { force: true })
  return request.state === 'read' ? request.value : null
}
