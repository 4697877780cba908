import { fileURLToPath } from 'node:url'

/** Sources of the command line and the threads, by the names of their built files. */
const SOURCES = {
  cli: 'cli.ts',
  'store-worker': 'store/worker.ts',
  'artwork-worker': 'artwork/worker.ts',
  'review-worker': 'review/worker.ts',
  'review-files-worker': 'review-files/worker.ts',
  'backup-worker': 'app/backup/worker.ts',
  'export-worker': 'export/worker.ts',
  'preflight-worker': 'export/preflight/worker.ts',
} as const

/**
 * Returns the file that a process or thread starts. Tests start the built file, which takes a fifth of the
 * time: sources need their types stripped in each thread. Benchmarks start the sources.
 */
function entry(name: keyof typeof SOURCES): URL {
  const isBuilt = process.env['CAMPAIGN_DESK_BUILT'] === '1'
  return new URL(isBuilt ? `../../dist/${name}.js` : `../../electron/${SOURCES[name]}`, import.meta.url)
}

export const CLI_FILE = fileURLToPath(entry('cli'))
export const STORE_WORKER_URL = entry('store-worker')
export const ARTWORK_WORKER_URL = entry('artwork-worker')
export const REVIEW_WORKER_URL = entry('review-worker')
export const REVIEW_FILES_WORKER_URL = entry('review-files-worker')
export const BACKUP_WORKER_URL = entry('backup-worker')
export const EXPORT_WORKER_URL = entry('export-worker')
export const PREFLIGHT_WORKER_URL = entry('preflight-worker')
