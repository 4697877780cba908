import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashOf } from '../content/files.ts'
import { isMissing } from './files.ts'

/** A photo in a folder of photos. */
export interface FoundPhoto {
  readonly file: string
  readonly hash: string
  readonly bytes: number
}

/** Returns the photos of a folder; none if it is missing. */
export async function listPhotos(folder: string): Promise<readonly FoundPhoto[]> {
  const photos: FoundPhoto[] = []
  for (const digits of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/u.test(digits)) continue
    for (const hash of await namesIn(join(folder, digits))) {
      if (!/^[0-9a-f]{64}$/u.test(hash)) continue
      const file = join(folder, digits, hash)
      const size = await sizeOf(file)
      if (size !== null) photos.push({ file, hash, bytes: size })
    }
  }
  return photos
}

/**
 * Backs up the photos of a folder to another one. Photos never change, so both folders link to the same file;
 * without support for hard links the file is copied.
 */
export async function backUpPhotos(source: string, target: string): Promise<void> {
  for (const { file, hash } of await listPhotos(source)) {
    const copy = join(target, hash.slice(0, 2), hash)
    if ((await sizeOf(copy)) !== null) continue
    await linkOrCopy(file, copy).catch((error: unknown) => {
      // It was removed meanwhile.
      if (!isMissing(error)) throw error
    })
  }
}

/** Restores a photo of a backup, unless the backup is damaged or the photo exists. */
export async function restorePhoto(copy: string, target: string, hash: string): Promise<void> {
  if ((await hashOfFile(copy)) !== hash || (await hashOfFile(target)) === hash) return
  await rm(target, { force: true })
  await linkOrCopy(copy, target)
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await link(source, target)
  } catch (error) {
    if (isMissing(error)) throw error
    await copyWhole(source, target)
  }
}

async function copyWhole(source: string, target: string): Promise<void> {
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

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Returns the hash of a file; null if it is missing. */
async function hashOfFile(file: string): Promise<string | null> {
  try {
    return hashOf(await readFile(file))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
