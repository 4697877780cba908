import { Worker } from 'node:worker_threads'
import type { ExportPreview } from '../../contract/export-preview.ts'
import { ExportControl, GRACE_MS } from '../control.ts'
import type { PreflightRequest } from '../types.ts'
import { receiveResult } from '../worker-task.ts'
import type { PreflightAssignment, PreflightMessage } from './messages.ts'

export interface StartPreflightOptions {
  /** The script of the preflight thread: built in the application, the source in tests. */
  readonly workerUrl: URL
  /** Called with the first rows at once, then about five times a second. */
  readonly onPreview?: (preview: ExportPreview) => void
}

export interface RunningPreflight {
  /**
   * Rejects with an `AppError` (`cancelled`, or an error of reading the rows); any other error is internal.
   */
  readonly done: Promise<ExportPreview>
  cancel(): void
}

/** Checks every row of an export in a thread, and writes nothing. */
export function startPreflight(
  request: PreflightRequest,
  { workerUrl, onPreview }: StartPreflightOptions,
): RunningPreflight {
  const shared = ExportControl.share()
  const control = new ExportControl(shared)
  const assignment: PreflightAssignment = { request, control: shared }
  const worker = new Worker(workerUrl, { workerData: assignment, name: 'preflight' })
  let force: NodeJS.Timeout | undefined

  const done = receiveResult<ExportPreview, PreflightMessage>(worker, {
    isCancelled: () => control.isCancelled(),
    onEvent: ({ preview }) => {
      if (!control.isCancelled()) onPreview?.(preview)
    },
  }).finally(() => {
    clearTimeout(force)
  })
  return {
    done,
    cancel: () => {
      control.cancel()
      force ??= setTimeout(() => void worker.terminate(), GRACE_MS)
    },
  }
}
