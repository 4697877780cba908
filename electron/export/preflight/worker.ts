// The preflight thread: checks one export, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../contract/app-error.ts'
import { ExportControl } from '../control.ts'
import { lowerThreadPriority } from '../yield-to-queries.ts'
import { runPreflight } from './preflight.ts'
import type { PreflightAssignment, PreflightMessage } from './messages.ts'

const { request, control: shared } = workerData as PreflightAssignment
const control = new ExportControl(shared)

function send(message: PreflightMessage): void {
  parentPort?.postMessage(message)
}

lowerThreadPriority()
try {
  const preview = await runPreflight(request, {
    isCancelled: () => control.isCancelled(),
    onPreview: (soFar) => {
      send({ type: 'soFar', preview: soFar })
    },
  })
  send({ type: 'done', preview })
} catch (error) {
  send(error instanceof AppError ? { type: 'failed', fault: error.toFault() } : { type: 'crashed', error })
}
