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
export interface BackupFile {
  /** Below the data folder, with slashes. */
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Copies the reviews of a connection to a file, also while they change. Returns false if there are none. */
export type CopyReviews = (connectionId: string, target: string) => Promise<boolean>

/**
 * The files of a connection that are backed up with its reviews: what a person entered and no download
 * restores.
 */
const CONNECTION_FILES = ['settingsFile', 'checksFile', 'authorityFile', 'pictureChoicesFile'] as const

/** Reads the files with what a person entered. Rejects when one exists and cannot be read. */
export async function readSettingsFiles(dataFolder: string): Promise<readonly BackupFile[]> {
  const ids = await readdir(connectionsFolder(dataFolder)).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const files = [
    preferencesFilePath(dataFolder),
    viewsFilePath(dataFolder),
    exportProfilesPath(dataFolder),
    // Folders whose names begin with a dot are connections that are being removed.
    ...ids
      .filter((id) => !id.startsWith('.'))
      .flatMap((id) => CONNECTION_FILES.map((name) => connectionLayout(dataFolder, id)[name])),
  ]
  const backups = await Promise.all(
    files.map(async (file) => {
      const bytes = await readIfThere(file)
      return bytes === null ? [] : [{ path: pathIn(dataFolder, file), bytes }]
    }),
  )
  return backups.flat()
}

/** Returns the path of a file below a folder, with slashes on every system. */
export function pathIn(folder: string, file: string): string {
  return file.slice(folder.length + 1).replaceAll('\\', '/')
}

export function fileAt(folder: string, path: string): string {
  return join(folder, ...path.split('/'))
}

/** Returns the bytes of a file; null if it is missing. */
export async function readIfThere(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(file))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Returns a function that copies reviews in a separate thread, whether or not their connection is open. */
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
