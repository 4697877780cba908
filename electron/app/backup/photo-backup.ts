import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashOf } from '../../content/files.ts'
import { isMissing, nullIfMissing } from '../files.ts'

/** A stored photo. */
export interface StoredPhoto {
  readonly file: string
  readonly hash: string
  readonly bytes: number
}

/** Returns the photos of a folder; none if it is missing. */
export async function listPhotos(folder: string): Promise<readonly StoredPhoto[]> {
  const photos: StoredPhoto[] = []
  for (const prefix of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/u.test(prefix)) continue
    for (const hash of await namesIn(join(folder, prefix))) {
      if (!/^[0-9a-f]{64}$/u.test(hash)) continue
      const file = join(folder, prefix, hash)
      const stats = await nullIfMissing(stat(file))
      if (stats !== null) photos.push({ file, hash, bytes: stats.size })
    }
  }
  return photos
}

/**
 * Backs up the photos of a folder to another one, as hard links because photos never change; as copies where
 * the file system has no hard links.
 */
export async function backUpPhotos(source: string, target: string): Promise<void> {
  for (const { file, hash } of await listPhotos(source)) {
    const backup = join(target, hash.slice(0, 2), hash)
    if ((await nullIfMissing(stat(backup))) !== null) continue
    // The photo may be removed meanwhile.
    await nullIfMissing(linkPhoto(file, backup))
  }
}

/** Restores a photo of a backup, unless the backup is damaged or the photo exists. */
export async function restorePhoto(backup: string, target: string, hash: string): Promise<void> {
  if ((await hashOfFile(backup)) !== hash || (await hashOfFile(target)) === hash) return
  await rm(target, { force: true })
  await linkPhoto(backup, target)
}

/** Creates a hard link to a photo, or a copy where the file system has no hard links. */
export async function linkPhoto(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await link(source, target)
  } catch (error) {
    if (isMissing(error)) throw error
    await copyAtomically(source, target)
  }
}

async function copyAtomically(source: string, target: string): Promise<void> {
  const unfinished = `${target}.tmp`
  try {
    await copyFile(source, unfinished)
    const copy = await open(unfinished, 'r+')
    try {
      await copy.sync()
    } finally {
      await copy.close()
    }
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Returns the names in a folder; none if it is missing. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return (await nullIfMissing(readdir(folder))) ?? []
}

/** Returns the hash of a file; null if it is missing. */
async function hashOfFile(file: string): Promise<string | null> {
  const bytes = await nullIfMissing(readFile(file))
  return bytes === null ? null : hashOf(bytes)
}
