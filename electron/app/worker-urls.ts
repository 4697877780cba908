/** The script of each worker thread in the sources and in the built application. */
const SCRIPTS = {
  storeWorkerUrl: ['store/worker.ts', 'store-worker.js'],
  reviewWorkerUrl: ['review/worker.ts', 'review-worker.js'],
  artworkWorkerUrl: ['artwork/worker.ts', 'artwork-worker.js'],
  exportWorkerUrl: ['export/worker.ts', 'export-worker.js'],
  preflightWorkerUrl: ['export/preflight/worker.ts', 'preflight-worker.js'],
  reviewFilesWorkerUrl: ['review-files/worker.ts', 'review-files-worker.js'],
  backupWorkerUrl: ['app/backup/worker.ts', 'backup-worker.js'],
} as const

type WorkerName = keyof typeof SCRIPTS

export type WorkerUrls = Readonly<Record<WorkerName, URL>>

/**
 * Returns the scripts of all worker threads.
 * @param folder folder of the entry point: the built one, or the sources if this module runs from its source
 */
export function workerUrls(folder: URL): WorkerUrls {
  const index = import.meta.url.endsWith('.ts') ? 0 : 1
  const urlOf = (name: WorkerName): URL => new URL(SCRIPTS[name][index], folder)
  return {
    storeWorkerUrl: urlOf('storeWorkerUrl'),
    reviewWorkerUrl: urlOf('reviewWorkerUrl'),
    artworkWorkerUrl: urlOf('artworkWorkerUrl'),
    exportWorkerUrl: urlOf('exportWorkerUrl'),
    preflightWorkerUrl: urlOf('preflightWorkerUrl'),
    reviewFilesWorkerUrl: urlOf('reviewFilesWorkerUrl'),
    backupWorkerUrl: urlOf('backupWorkerUrl'),
  }
}
