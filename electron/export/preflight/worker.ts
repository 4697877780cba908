// The looking thread: one look at what would be exported, with a handle of its own on the cache, and then the end.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../contract/app-error.ts'
import { ExportControl } from '../control.ts'
import { stepBack } from '../yield-to-queries.ts'
import { lookAt } from './preflight.ts'
import type { LookAssignment, LookMessage } from './messages.ts'

const { request, control: shared } = workerData as LookAssignment
const control = new ExportControl(shared)

function tell(message: LookMessage): void {
  parentPort?.postMessage(message)
}

stepBack()
try {
  const look = await lookAt(request, {
    isCancelled: () => control.isCancelled(),
    onLook: (soFar) => {
      tell({ type: 'soFar', look: soFar })
    },
  })
  tell({ type: 'done', look })
} catch (error) {
  tell(error instanceof AppError ? { type: 'failed', fault: error.toFault() } : { type: 'crashed', error })
}
