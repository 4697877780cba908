import { AppError } from '../contract/app-error.ts'
import type { ExportPreview } from '../contract/export-preview.ts'
import { startPreflight, type RunningPreflight } from '../export/preflight/start-preflight.ts'
import type { PreflightRequest } from '../export/types.ts'

/** Looks at exports that are not written yet. There is one at a time: the next ends the one before. */
export class ExportPreviews {
  readonly #workerUrl: URL
  #latest: string | null = null
  #running: RunningPreflight | null = null

  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl
  }

  /** @param request what to look at. Rejects with `cancelled` when it was stopped, also while that is made. */
  async run(
    runId: string,
    request: () => Promise<PreflightRequest>,
    onPreview: (preview: ExportPreview) => void,
  ): Promise<ExportPreview> {
    this.#end()
    this.#latest = runId
    const made = await request()
    if (this.#latest !== runId) throw new AppError('cancelled')
    this.#running = startPreflight(made, { workerUrl: this.#workerUrl, onPreview })
    return this.#running.done
  }

  /** Does nothing for one that has ended. */
  stop(runId: string): void {
    if (this.#latest === runId) this.#end()
  }

  /** Ends what runs, and resolves when its thread reads nothing any more. */
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
