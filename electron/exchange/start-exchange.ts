import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { REVIEW_FILE_REASONS } from '../contract/strings/exchange.ts'
import { MAX_HEAP_MB } from './limits.ts'
import type { ExchangeMessage, ExchangeResult, ExchangeTask } from './types.ts'
import { unusable } from './unusable.ts'

/** A file that is being written or read. */
export interface RunningExchange<Value> {
  /**
   * Rejects with an `AppError`; with any other error only for a mistake of ours, which belongs in the log.
   */
  readonly done: Promise<Value>
  /** Stops it; of a file that was being written nothing is left. */
  readonly cancel: () => void
}

/**
 * Writes or reads a file with a review in a separate thread, with a limit to its memory.
 * @param workerUrl the thread's script: built in the application, the source in tests.
 */
export function startExchange<Task extends ExchangeTask>(
  task: Task,
  workerUrl: URL,
): RunningExchange<ExchangeResult<Task>> {
  const worker = new Worker(workerUrl, {
    workerData: task,
    name: 'exchange',
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  let unfinished: string | null = null
  let cancelled = false
  const ended = new Promise<ExchangeMessage | null>((resolve, reject) => {
    let last: ExchangeMessage | null = null
    worker.on('message', (message: ExchangeMessage) => {
      if (message.type === 'unfinished') unfinished = message.file
      else last = message
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isFull ? unusable(REVIEW_FILE_REASONS.stopped, error) : error)
    })
    worker.on('exit', () => {
      resolve(last)
    })
  })

  const finish = async (): Promise<ExchangeResult<Task>> => {
    try {
      const last = await ended
      if (last?.type === 'done') {
        unfinished = null
        return last.value as ExchangeResult<Task>
      }
      if (cancelled) throw new AppError('cancelled')
      if (last?.type === 'failed') throw AppError.from(last.fault)
      throw last?.type === 'crashed' ? last.error : new Error('The exchanging thread ended without a word.')
    } finally {
      // A thread that was stopped, or died, could not clear up.
      if (unfinished !== null) await rm(unfinished, { force: true })
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
