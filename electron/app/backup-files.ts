import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  connectionLayout,
  connectionsFolder,
  exportProfilesPath,
  preferencesFilePath,
  viewsFilePath,
} from './layout.ts'
import { nullIfMissing } from './files.ts'
import { createReviews } from '../review/reviews.ts'
import type { Logger } from './types.ts'

/** A file of a backup. */
export interface BackupFile {
  /** Relative to the data folder, with slashes. */
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
  const ids = (await nullIfMissing(readdir(connectionsFolder(dataFolder)))) ?? []
  const files = [
    preferencesFilePath(dataFolder),
    viewsFilePath(dataFolder),
    exportProfilesPath(dataFolder),
    ...ids
      .filter((id) => !isRemovedConnection(id))
      .flatMap((id) => CONNECTION_FILES.map((name) => connectionLayout(dataFolder, id)[name])),
  ]
  const backups = await Promise.all(
    files.map(async (file) => {
      const bytes = await readBytes(file)
      return bytes === null ? [] : [{ path: toPortablePath(dataFolder, file), bytes }]
    }),
  )
  return backups.flat()
}

/** Returns whether a folder is a connection that is being removed. */
export function isRemovedConnection(folderName: string): boolean {
  return folderName.startsWith('.')
}

/** Returns the path of a file relative to a folder, with slashes on every system. */
export function toPortablePath(folder: string, file: string): string {
  return file.slice(folder.length + 1).replaceAll('\\', '/')
}

/** Returns the absolute path for a path that {@link toPortablePath} has returned. */
export function fromPortablePath(folder: string, path: string): string {
  return join(folder, ...path.split('/'))
}

/** Returns the bytes of a file; null if it is missing. */
export async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const buffer = await nullIfMissing(readFile(file))
  return buffer === null ? null : new Uint8Array(buffer)
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
