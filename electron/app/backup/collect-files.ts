import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashOf } from '../../content/files.ts'
import { photosFolder } from '../../review/photos.ts'
import { writeFileAtomically } from '../files.ts'
import { connectionLayout } from '../layout.ts'
import type { BackedUpFile } from './manifest.ts'
import { backUpPhotos, listPhotos } from './photo-backup.ts'
import {
  fromPortablePath,
  listConnectionIds,
  readBytes,
  readSettingsFiles,
  toPortablePath,
  type CopyReviews,
} from './source-files.ts'

/**
 * Collects the present settings, reviews and photos in an empty folder, consistent also while they change.
 * Rejects with the errors of reading and writing.
 * @param throwIfCancelled called between the connections
 */
export async function collectFiles(
  dataFolder: string,
  folder: string,
  copyReviews: CopyReviews,
  throwIfCancelled: () => void = () => undefined,
): Promise<readonly BackedUpFile[]> {
  const files: BackedUpFile[] = []
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { path, bytes } of await readSettingsFiles(dataFolder)) {
    await writeFileAtomically(fromPortablePath(folder, path), bytes)
    files.push({ path, sha256: hashOf(bytes), bytes: bytes.byteLength })
  }
  for (const connectionId of await listConnectionIds(dataFolder)) {
    throwIfCancelled()
    const { reviewsFile } = connectionLayout(dataFolder, connectionId)
    const path = toPortablePath(dataFolder, reviewsFile)
    const copy = fromPortablePath(folder, path)
    const source = photosFolder(reviewsFile)
    const target = photosFolder(copy)
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
    // Before and after the reviews, so that the photos of both states are included.
    await backUpPhotos(source, target)
    if (!(await copyReviews(connectionId, copy))) continue
    await backUpPhotos(source, target)
    const bytes = (await readBytes(copy)) ?? new Uint8Array()
    files.push({ path, sha256: hashOf(bytes), bytes: bytes.byteLength })
    for (const photo of await listPhotos(target)) {
      files.push({ path: toPortablePath(folder, photo.file), sha256: photo.hash, bytes: photo.bytes })
    }
  }
  return files
}
