import { Worker } from 'node:worker_threads'
import { AppError } from '../../contract/app-error.ts'
import type { ExportLook } from '../../contract/export-preview.ts'
import { ExportControl, GRACE_MS } from '../control.ts'
import type { LookRequest } from '../types.ts'
import type { LookAssignment, LookMessage } from './messages.ts'

export interface StartLookOptions {
  /** The script of the looking thread: built in the application, the source in tests. */
  readonly workerUrl: URL
  /** Called with the first rows as soon as they are there, and some five times a second after that. */
  readonly onLook?: (look: ExportLook) => void
}

export interface RunningLook {
  /** Rejects with an `AppError` (`cancelled`, or what reading the rows throws); with another error for a mistake of ours. */
  readonly done: Promise<ExportLook>
  cancel(): void
}

/** Looks at everything that would be exported, in a thread of its own. Nothing is written. */
export function startLook(request: LookRequest, { workerUrl, onLook }: StartLookOptions): RunningLook {
  const shared = ExportControl.share()
  const control = new ExportControl(shared)
  const assignment: LookAssignment = { request, control: shared }
  const worker = new Worker(workerUrl, { workerData: assignment, name: 'look' })
  let force: NodeJS.Timeout | undefined

  const done = new Promise<ExportLook>((resolve, reject) => {
    worker.on('message', (message: LookMessage) => {
      switch (message.type) {
        case 'soFar':
          if (!control.isCancelled()) onLook?.(message.look)
          return
        case 'done':
          resolve(message.look)
          return
        case 'failed':
          reject(AppError.from(message.fault))
          return
        case 'crashed':
          reject(message.error instanceof Error ? message.error : new Error('The look failed.'))
      }
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(force)
      // Does nothing where the thread has said how it ended.
      reject(
        control.isCancelled()
          ? new AppError('cancelled')
          : new Error('The looking thread ended without a word.'),
      )
    })
  })
  return {
    done,
    cancel: () => {
      control.cancel()
      force ??= setTimeout(() => void worker.terminate(), GRACE_MS)
    },
  }
}
