import fs from 'node:fs'
import { basename } from 'node:path'
import { hiddenSiblingPath, renameWithRetries, type Target } from './target.ts'
import type { EarlierFile } from '../types.ts'
import { writeFailure } from './write-failure.ts'

/** Counts of files of an earlier export that were not written again. */
interface RemovedParts {
  readonly removed: number
  /** Files that were changed since, or cannot be removed. */
  readonly stayed: number
}

/** A file that was replaced, and its backup. */
interface ReplacedFile {
  readonly file: string
  /** Null if there was no earlier file. */
  readonly backup: string | null
}

/**
 * Replaces earlier files with the finished ones, all or none: several are backed up, and restored if one
 * cannot be replaced. Throws `fileNotWritten` with the name of that one.
 */
export function replaceFiles(targets: readonly Target[]): void {
  const hasSeveral = targets.length > 1
  const replaced: ReplacedFile[] = []
  for (const { writePath, finalPath } of targets) {
    if (finalPath === null) continue
    try {
      // A single file is replaced atomically.
      if (hasSeveral) replaced.push({ file: finalPath, backup: backUp(finalPath) })
      renameWithRetries(writePath, finalPath)
    } catch (error) {
      for (const replacedFile of replaced.toReversed()) attempt(restore, replacedFile)
      throw writeFailure(error, hasSeveral ? basename(finalPath) : undefined)
    }
  }
  for (const replacedFile of replaced) attempt(removeBackup, replacedFile)
}

/**
 * Creates a hard link to an existing file, or moves it if the file system has none. Returns the path of the
 * backup, or null if there is no file.
 */
function backUp(file: string): string | null {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return null
  const backup = hiddenSiblingPath(file, 'before')
  // On some systems, a hard link to a symbolic link leads to its target.
  if (stats.isSymbolicLink() || !createHardLink(file, backup)) renameWithRetries(file, backup)
  return backup
}

/** Returns whether the file system has hard links. */
function createHardLink(file: string, path: string): boolean {
  try {
    fs.linkSync(file, path)
    return true
  } catch {
    return false
  }
}

function restore({ file, backup }: ReplacedFile): void {
  if (backup === null) fs.rmSync(file, { force: true })
  else {
    renameWithRetries(backup, file)
    // Renaming has no effect if both are links to the same file.
    fs.rmSync(backup, { force: true })
  }
}

function removeBackup({ backup }: ReplacedFile): void {
  if (backup !== null) fs.rmSync(backup, { force: true })
}

/** Runs a step whose failure must not stop the others. */
function attempt(step: (file: ReplacedFile) => void, file: ReplacedFile): void {
  try {
    step(file)
  } catch {
    // Only the failure of the export is reported.
  }
}

/**
 * Removes the files of an earlier export that were not written again, unless a person has changed them since.
 */
export function removeEarlierParts(
  earlierFiles: readonly EarlierFile[],
  written: readonly string[],
): RemovedParts {
  let [removed, stayed] = [0, 0]
  for (const { file, bytes, modifiedAt } of earlierFiles) {
    const stats = written.includes(file) ? undefined : fs.statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) continue
    try {
      if (stats.size !== bytes || stats.mtimeMs !== modifiedAt) stayed += 1
      else {
        fs.rmSync(file)
        removed += 1
      }
    } catch {
      stayed += 1
    }
  }
  return { removed, stayed }
}
