import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createReviews } from '../../review/reviews.ts'
import { nullIfMissing } from '../files.ts'
import { connectionLayout, connectionsFolder } from '../layout.ts'
import type { Logger } from '../types.ts'
import { CONNECTION_FILES, DATA_FILES } from './manifest.ts'

/** A file of a backup. */
export interface SourceFile {
  /** Relative to the data folder, with slashes. */
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Copies the reviews of a connection to a file, also while they change. Returns false if there are none. */
export type CopyReviews = (connectionId: string, target: string) => Promise<boolean>

/** Returns the ids of the connections in a data folder, also of those whose settings are damaged. */
export async function listConnectionIds(dataFolder: string): Promise<readonly string[]> {
  const names = (await nullIfMissing(readdir(connectionsFolder(dataFolder)))) ?? []
  // Names with a dot are connections that are being removed, and locks.
  return names.filter((name) => /^[0-9a-z-]{1,64}$/u.test(name))
}

/** Reads the files with what a person entered. Rejects when one exists and cannot be read. */
export async function readSettingsFiles(dataFolder: string): Promise<readonly SourceFile[]> {
  const ids = await listConnectionIds(dataFolder)
  const paths = [
    ...Object.keys(DATA_FILES),
    ...ids.flatMap((id) =>
      Object.entries(CONNECTION_FILES)
        .filter(([, kind]) => kind !== 'reviews')
        .map(([name]) => `connections/${id}/${name}`),
    ),
  ]
  const files = await Promise.all(
    paths.map(async (path) => {
      const bytes = await readBytes(fromPortablePath(dataFolder, path))
      return bytes === null ? [] : [{ path, bytes }]
    }),
  )
  return files.flat()
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
