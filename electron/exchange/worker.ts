// The exchanging thread: one file with a review is written or read, and then the end.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { writeFailure } from '../export/files/write-failure.ts'
import { readReviewFile } from './read-file.ts'
import type { ExchangeMessage, ExchangeTask } from './types.ts'
import { writeReviewFile } from './write-file.ts'

const task = workerData as ExchangeTask

function tell(message: ExchangeMessage): void {
  parentPort?.postMessage(message)
}

try {
  const value =
    task.kind === 'read'
      ? await readReviewFile(task)
      : await writeReviewFile(task, (file) => {
          tell({ type: 'unfinished', file })
        })
  tell({ type: 'done', value })
} catch (thrown) {
  const error = writeFailure(thrown)
  tell(error instanceof AppError ? { type: 'failed', fault: error.toFault() } : { type: 'crashed', error })
}
