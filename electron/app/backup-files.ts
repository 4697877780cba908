import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  connectionLayout,
  connectionsFolder,
  exportProfilesPath,
  preferencesFilePath,
  viewsFilePath,
} from './layout.ts'
import { isMissing } from './files.ts'
import { createReviews } from '../review/reviews.ts'
import type { Logger } from './types.ts'

/** A file of a backup. */
export interface BackedUpFile {
  /** Below the data folder, with slashes. */
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Copies the reviews of a connection into a file, whole, whatever is being written; false: there are none. */
export type CopyReviews = (connectionId: string, target: string) => Promise<boolean>

/** What of a connection is kept in backups, beside its reviews: what a person has set, and cannot be fetched again. */
const OF_CONNECTION = ['settingsFile', 'checksFile', 'authorityFile', 'pictureChoicesFile'] as const

/** The files with what a person has set, as they are now. Rejects when one is there and cannot be read. */
export async function readSettingsFiles(dataFolder: string): Promise<readonly BackedUpFile[]> {
  const ids = await readdir(connectionsFolder(dataFolder)).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const files = [
    preferencesFilePath(dataFolder),
    viewsFilePath(dataFolder),
    exportProfilesPath(dataFolder),
    // Names with a dot in front are connections on their way out.
    ...ids
      .filter((id) => !id.startsWith('.'))
      .flatMap((id) => OF_CONNECTION.map((name) => connectionLayout(dataFolder, id)[name])),
  ]
  const found = await Promise.all(
    files.map(async (file) => {
      const bytes = await readIfThere(file)
      return bytes === null ? [] : [{ path: pathIn(dataFolder, file), bytes }]
    }),
  )
  return found.flat()
}

/** Path of a file below a folder, with slashes on every system. */
export function pathIn(folder: string, file: string): string {
  return file.slice(folder.length + 1).replaceAll('\\', '/')
}

export function fileAt(folder: string, path: string): string {
  return join(folder, ...path.split('/'))
}

/** Bytes of a file; null when it is not there. */
export async function readIfThere(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(file))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Copies reviews in a thread of its own, whether or not their connection is open. */
export function createCopyReviews(dataFolder: string, workerUrl: URL, logger?: Logger): CopyReviews {
  return async (connectionId, target) => {
    const reviews = createReviews({
      file: connectionLayout(dataFolder, connectionId).reviewsFile,
      workerUrl,
      onNotice: (notice) => logger?.log('warning', notice.message),
    })
    try {
      return await reviews.copyTo(target)
    } finally {
      await reviews.close()
    }
  }
}
