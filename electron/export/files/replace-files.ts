import fs from 'node:fs'
import { basename } from 'node:path'
import { hiddenBeside, renameWithPatience, type Target } from './target.ts'
import type { EarlierFile } from '../types.ts'
import { writeFailure } from './write-failure.ts'

/** Files of an earlier export that were not written again. */
interface RemovedParts {
  readonly removed: number
  /** They were changed since, or cannot be removed. */
  readonly stayed: number
}

/** One of several files that are replaced together. */
interface Replaced {
  readonly file: string
  /** Path of the earlier file; null: there was none. */
  readonly backup: string | null
}

/**
 * Replaces the earlier files by the finished and closed ones, all or none: of several, the earlier ones are
 * backed up beside them, and restored if one of them cannot be replaced. Throws `fileNotWritten` with the
 * name of that one.
 */
export function replaceFiles(targets: readonly Target[]): void {
  const areSeveral = targets.length > 1
  const replaced: Replaced[] = []
  for (const { writeTo, replaces: file } of targets) {
    if (file === null) continue
    try {
      // A single file is replaced in one step, or not at all.
      if (areSeveral) replaced.push({ file, backup: backUp(file) })
      renameWithPatience(writeTo, file)
    } catch (error) {
      for (const file of replaced.toReversed()) attempt(restore, file)
      throw writeFailure(error, areSeveral ? basename(file) : undefined)
    }
  }
  for (const file of replaced) attempt(removeBackup, file)
}

/**
 * Gives an existing file a second name, so that the first one exists at every moment; moves it where the file
 * system has no hard links. Returns the path of the backup; null where there is no file.
 */
function backUp(file: string): string | null {
  if (!fs.existsSync(file)) return null
  const backup = hiddenBeside(file, 'before')
  try {
    fs.linkSync(file, backup)
  } catch {
    renameWithPatience(file, backup)
  }
  return backup
}

function restore({ file, backup }: Replaced): void {
  if (backup === null) fs.rmSync(file, { force: true })
  else {
    renameWithPatience(backup, file)
    // Nothing is renamed where both are names of the same file.
    fs.rmSync(backup, { force: true })
  }
}

function removeBackup({ backup }: Replaced): void {
  if (backup !== null) fs.rmSync(backup, { force: true })
}

/**
 * Runs a step whose failure must not stop the others: a file that cannot be restored stays beside its path.
 */
function attempt(step: (file: Replaced) => void, file: Replaced): void {
  try {
    step(file)
  } catch {
    // The failure of the export is reported, not this one.
  }
}

/**
 * Removes the files of an earlier export that were not written again. A file that was changed since is a
 * person's work, and stays.
 */
export function removeEarlierParts(
  earlier: readonly EarlierFile[],
  written: readonly string[],
): RemovedParts {
  let [removed, stayed] = [0, 0]
  for (const { file, bytes, modifiedAt } of earlier) {
    const found = written.includes(file) ? undefined : fs.statSync(file, { throwIfNoEntry: false })
    if (found === undefined) continue
    try {
      if (found.size !== bytes || found.mtimeMs !== modifiedAt) stayed += 1
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
