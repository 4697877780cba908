import { Worker } from 'node:worker_threads'
import type { ExportPreview } from '../../contract/export-preview.ts'
import { ExportControl, CANCEL_TIMEOUT_MS } from '../control.ts'
import type { PreflightRequest } from '../types.ts'
import { receiveResult } from '../worker-task.ts'
import type { PreflightJob, PreflightMessage } from '../messages.ts'

export interface StartPreflightOptions {
  /** The script of the preflight thread: bundled in the application, the source in tests. */
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
  const shared = ExportControl.allocate()
  const control = new ExportControl(shared)
  const job: PreflightJob = { request, control: shared }
  const worker = new Worker(workerUrl, { workerData: job, name: 'preflight' })
  let terminationTimer: NodeJS.Timeout | undefined

  const done = receiveResult<ExportPreview, PreflightMessage>(worker, {
    isCancelled: () => control.isCancelled(),
    onEvent: ({ preview }) => {
      if (!control.isCancelled()) onPreview?.(preview)
    },
  }).finally(() => clearTimeout(terminationTimer))
  return {
    done,
    cancel: () => {
      control.cancel()
      terminationTimer ??= setTimeout(() => void worker.terminate(), CANCEL_TIMEOUT_MS)
    },
  }
}
