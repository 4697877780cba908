// Worker thread that runs one task of a backup and then exits.
import { parentPort, workerData } from 'node:worker_threads'
import { sendResult } from '../../export/worker-task.ts'
import { mergeRestoredReviews } from './merge-reviews.ts'
import { readBackupFile } from './read-file.ts'
import { summarizeReviews } from './contents.ts'
import type { BackupTask, TaskEvent } from './task.ts'
import { writeBackupFile } from './write-file.ts'

const task = workerData as BackupTask

const send = (event: TaskEvent): void => parentPort?.postMessage(event)

async function run(): Promise<unknown> {
  switch (task.type) {
    case 'write':
      return await writeBackupFile(task, send)
    case 'read':
      return await readBackupFile(task, send)
    case 'count':
      return task.files.map(summarizeReviews)
    case 'merge':
      return mergeRestoredReviews(task)
  }
}

await sendResult(run)
