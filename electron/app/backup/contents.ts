import { readFile } from 'node:fs/promises'
import type { BackupConnection, BackupContents } from '../../contract/backup.ts'
import { countReviews } from '../../contract/review-file.ts'
import type { Review } from '../../contract/review.ts'
import { readReviews } from '../../review/review-rows.ts'
import { parseBackupPath } from './manifest.ts'
import { parseSettings } from './settings-content.ts'
import { fromPortablePath } from './source-files.ts'
import type { ReviewsSummary } from './task.ts'

/** Returns what the files of a backup contain. They must have been checked. */
export async function readContents(folder: string, paths: readonly string[]): Promise<BackupContents> {
  const read = (path: string): Promise<Buffer> => readFile(fromPortablePath(folder, path))
  const files = new Set(paths)
  const connections: BackupConnection[] = []
  for (const path of paths) {
    const { kind, connectionId } = parseBackupPath(path) ?? {}
    if (kind !== 'connection' || connectionId === undefined || connectionId === null) continue
    const settings = parseSettings('connection', await read(path))
    if ('reason' in settings) continue
    const reviewsPath = `connections/${connectionId}/reviews.db`
    const reviews = files.has(reviewsPath) ? readReviews(fromPortablePath(folder, reviewsPath)) : []
    const { name, kind: service, baseUrl } = settings.value
    connections.push({ id: connectionId, name, kind: service, baseUrl, reviews: countReviews(reviews) })
  }
  const views = files.has('views.json') ? parseSettings('views', await read('views.json')) : null
  const profiles = files.has('export-profiles.json')
    ? parseSettings('profiles', await read('export-profiles.json'))
    : null
  return {
    connections: connections.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    hasSettings: files.has('preferences.json'),
    views: views !== null && 'value' in views ? views.value.saved.length : 0,
    profiles: profiles !== null && 'value' in profiles ? profiles.value.profiles.length : 0,
  }
}

/** Counts the reviews in a file of this data folder; unreadable ones count as none. */
export function summarizeReviews(file: string): ReviewsSummary {
  const reviews = readPresentReviews(file)
  const markedAt = reviews.reduce<number | null>(
    (latest, review) =>
      review.markedAt !== null && (latest === null || review.markedAt > latest) ? review.markedAt : latest,
    null,
  )
  return { reviews: countReviews(reviews), markedAt }
}

function readPresentReviews(file: string): readonly Review[] {
  try {
    return readReviews(file)
  } catch {
    // They can be replaced.
    return []
  }
}
