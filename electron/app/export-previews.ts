import { AppError } from '../contract/app-error.ts'
import type { ExportPreview } from '../contract/export-preview.ts'
import { startPreflight, type RunningPreflight } from '../export/preflight/start-preflight.ts'
import type { PreflightRequest } from '../export/types.ts'

/** Runs preflights of exports. A new one cancels the previous one. */
export class ExportPreviews {
  readonly #workerUrl: URL
  #latestRunId: string | null = null
  #running: RunningPreflight | null = null

  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl
  }

  /** Rejects with `cancelled` when stopped, also before `createRequest` has resolved. */
  async run(
    runId: string,
    createRequest: () => Promise<PreflightRequest>,
    onPreview: (preview: ExportPreview) => void,
  ): Promise<ExportPreview> {
    this.#cancel()
    this.#latestRunId = runId
    const request = await createRequest()
    if (this.#latestRunId !== runId) throw new AppError('cancelled')
    this.#running = startPreflight(request, { workerUrl: this.#workerUrl, onPreview })
    return this.#running.done
  }

  /** Stops a preflight unless it has ended. */
  stop(runId: string): void {
    if (this.#latestRunId === runId) this.#cancel()
  }

  /** Cancels the running preflight, and resolves when its thread has ended. */
  async close(): Promise<void> {
    const running = this.#running
    this.#cancel()
    await running?.done.catch(() => null)
  }

  #cancel(): void {
    this.#latestRunId = null
    this.#running?.cancel()
    this.#running = null
  }
}
