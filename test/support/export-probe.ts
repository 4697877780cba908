// Exports a cache to a file, and prints the result. Arguments: the cache, the file.
import { AppError } from '../../electron/contract/app-error.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { EXPORT_WORKER_URL } from './entries.ts'
import { csvRequest } from './export-request.ts'
import './messages-setup.ts'

const [cache = '', file = ''] = process.argv.slice(2)
const ended = await startExport(csvRequest(cache, file, { query: EMPTY_QUERY }), {
  thread: EXPORT_WORKER_URL,
}).done.catch((error: unknown) => (error instanceof AppError ? error.toFault() : error))
process.stdout.write(JSON.stringify(ended))
