import { AppError } from '../contract/app-error.ts'
import type { ExportPreview } from '../contract/export-preview.ts'
import { startPreflight, type RunningPreflight } from '../export/preflight/start-preflight.ts'
import type { PreflightRequest } from '../export/types.ts'

/** Runs the preflight of exports, one at a time: a new one cancels the one before. */
export class ExportPreviews {
  readonly #workerUrl: URL
  #latest: string | null = null
  #running: RunningPreflight | null = null

  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl
  }

  /**
   * @param request returns the export to check. Rejects with `cancelled` when stopped, also while that is
   * created.
   */
  async run(
    runId: string,
    request: () => Promise<PreflightRequest>,
    onPreview: (preview: ExportPreview) => void,
  ): Promise<ExportPreview> {
    this.#end()
    this.#latest = runId
    const preflight = await request()
    if (this.#latest !== runId) throw new AppError('cancelled')
    this.#running = startPreflight(preflight, { workerUrl: this.#workerUrl, onPreview })
    return this.#running.done
  }

  /** Does nothing for a preflight that has ended. */
  stop(runId: string): void {
    if (this.#latest === runId) this.#end()
  }

  /** Cancels the running preflight, and resolves when its thread has ended. */
  async close(): Promise<void> {
    const running = this.#running
    this.#end()
    await running?.done.catch(() => null)
  }

  #end(): void {
    this.#latest = null
    this.#running?.cancel()
    this.#running = null
  }
}
