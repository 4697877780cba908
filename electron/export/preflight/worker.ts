// The looking thread: one look at what would be exported, with a handle of its own on the cache, and then the end.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../contract/app-error.ts'
import { ExportControl } from '../control.ts'
import { lowerThreadPriority } from '../yield-to-queries.ts'
import { runPreflight } from './preflight.ts'
import type { PreflightAssignment, PreflightMessage } from './messages.ts'

const { request, control: shared } = workerData as PreflightAssignment
const control = new ExportControl(shared)

function tell(message: PreflightMessage): void {
  parentPort?.postMessage(message)
}

lowerThreadPriority()
try {
  const preview = await runPreflight(request, {
    isCancelled: () => control.isCancelled(),
    onPreview: (soFar) => {
      tell({ type: 'soFar', preview: soFar })
    },
  })
  tell({ type: 'done', preview })
} catch (error) {
  tell(error instanceof AppError ? { type: 'failed', fault: error.toFault() } : { type: 'crashed', error })
}
