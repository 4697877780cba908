import fs from 'node:fs'
import { basename } from 'node:path'
import { hiddenBeside, renameWithPatience, type Target } from './target.ts'
import type { EarlierFile } from '../types.ts'
import { writeFailure } from './write-failure.ts'

/** What became of the files of the export before that were not written again. */
interface Cleared {
  readonly removed: number
  /** Somebody has changed them, or they cannot be removed. */
  readonly stayed: number
}

/** The place of a file of several while they take theirs. */
interface Taken {
  readonly file: string
  /** Where the earlier file is; null: there was none. */
  readonly before: string | null
}

/**
 * Puts all finished and closed files into the places of the earlier ones, or none: of several, what was there is kept beside
 * them under another name until all is done, and brought back where one of them cannot take its place. Throws
 * `fileNotWritten`, with the name of that one.
 */
export function replaceFiles(targets: readonly Target[]): void {
  const areSeveral = targets.length > 1
  const taken: Taken[] = []
  for (const { writeTo, replaces: file } of targets) {
    if (file === null) continue
    try {
      // A single one takes its place in one step, or does not.
      if (areSeveral) taken.push({ file, before: backUp(file) })
      renameWithPatience(writeTo, file)
    } catch (error) {
      for (const place of taken.toReversed()) attempt(restore, place)
      throw writeFailure(error, areSeveral ? basename(file) : undefined)
    }
  }
  for (const place of taken) attempt(removeBackup, place)
}

/**
 * Gives the file that is there a second name beside the first, so that at no moment there is none under that; where the file
 * system knows no second names it is moved. Null: there is none.
 */
function backUp(file: string): string | null {
  if (!fs.existsSync(file)) return null
  const aside = hiddenBeside(file, 'before')
  try {
    fs.linkSync(file, aside)
  } catch {
    renameWithPatience(file, aside)
  }
  return aside
}

function restore({ file, before }: Taken): void {
  if (before === null) fs.rmSync(file, { force: true })
  else {
    renameWithPatience(before, file)
    // Nothing is renamed where both are names of the same file.
    fs.rmSync(before, { force: true })
  }
}

function removeBackup({ before }: Taken): void {
  if (before !== null) fs.rmSync(before, { force: true })
}

/** A step of which the rest must not depend: what cannot be brought back stands beside its place. */
function attempt(step: (place: Taken) => void, place: Taken): void {
  try {
    step(place)
  } catch {
    // Why the export failed is told, not that this failed too.
  }
}

/**
 * Removes the files of the export before that were not written again. What is not as it was written is somebody's work, and
 * stays.
 */
export function removeEarlierParts(earlier: readonly EarlierFile[], written: readonly string[]): Cleared {
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
