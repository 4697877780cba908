// Worker thread that writes or reads one review file and then exits.
import { parentPort, workerData } from 'node:worker_threads'
import { sendResult } from '../export/worker-task.ts'
import { readReviewFile } from './read-file.ts'
import type { ReviewFileTask, UnfinishedFile } from './types.ts'
import { writeReviewFile } from './write-file.ts'

const task = workerData as ReviewFileTask

function sendUnfinished(file: string): void {
  parentPort?.postMessage({ type: 'unfinished', file } satisfies UnfinishedFile)
}

await sendResult(async () =>
  task.kind === 'read' ? readReviewFile(task) : writeReviewFile(task, sendUnfinished),
)
