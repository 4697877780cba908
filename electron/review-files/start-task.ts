import { messages } from '../contract/messages.ts'
import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { receiveResult } from '../export/worker-task.ts'
import { MAX_HEAP_MB, unusable } from './limits.ts'
import type { ReviewFileTaskResult, ReviewFileTask, UnfinishedFile } from './types.ts'

/** A running export or import of a review file. */
export interface RunningReviewFileTask<Value> {
  /** Rejects with an `AppError`; any other error is internal. */
  readonly done: Promise<Value>
  /** Stops the task and removes an unfinished file. */
  readonly cancel: () => void
}

/**
 * Writes or reads a review file in a separate thread with limited memory.
 * @param workerUrl the worker's script: bundled in the application, the source in tests
 */
export function startReviewFileTask<Task extends ReviewFileTask>(
  task: Task,
  workerUrl: URL,
): RunningReviewFileTask<ReviewFileTaskResult<Task>> {
  const worker = new Worker(workerUrl, {
    workerData: task,
    name: 'review-files',
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  let unfinished: string | null = null
  let cancelled = false
  const result = receiveResult<ReviewFileTaskResult<Task>, UnfinishedFile>(worker, {
    isCancelled: () => cancelled,
    onEvent: ({ file }) => {
      unfinished = file
    },
  })

  const finish = async (): Promise<ReviewFileTaskResult<Task>> => {
    try {
      return await result
    } catch (error) {
      // A terminated thread has not removed its file.
      if (unfinished !== null) await rm(unfinished, { force: true })
      const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      throw isFull ? unusable(messages.reasons.archive.outOfMemory, error) : error
    }
  }

  return {
    done: finish(),
    cancel: () => {
      cancelled = true
      void worker.terminate()
    },
  }
}
