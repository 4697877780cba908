import { nodeConfig } from './node-config.ts'

/** The command line, and the worker threads of it and the application but that of the cache. */
export default nodeConfig('workers', {
  cli: 'electron/cli.ts',
  'artwork-worker': 'electron/artwork/worker.ts',
  'review-worker': 'electron/review/worker.ts',
  'review-files-worker': 'electron/review-files/worker.ts',
  'backup-worker': 'electron/app/backup/worker.ts',
  'export-worker': 'electron/export/worker.ts',
  'preflight-worker': 'electron/export/preflight/worker.ts',
})
