import { AppError } from '../contract/app-error.ts'
import type { ExportPreview } from '../contract/export-preview.ts'
import { startPreflight, type RunningPreflight } from '../export/preflight/start-preflight.ts'
import type { PreflightRequest } from '../export/types.ts'

interface PreviewRun {
  readonly runId: string
  /** Null until its request was created. */
  preflight: RunningPreflight | null
}

/** Runs preflights of exports. A new one cancels the previous one of its window. */
export class ExportPreviews {
  readonly #workerUrl: URL
  readonly #runs = new Map<number, PreviewRun>()

  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl
  }

  /** Rejects with `cancelled` when stopped, also before `createRequest` has resolved. */
  async run(
    windowId: number,
    runId: string,
    createRequest: () => Promise<PreflightRequest>,
    onPreview: (preview: ExportPreview) => void,
  ): Promise<ExportPreview> {
    this.#cancel(windowId)
    const run: PreviewRun = { runId, preflight: null }
    this.#runs.set(windowId, run)
    const request = await createRequest()
    if (this.#runs.get(windowId) !== run) throw new AppError('cancelled')
    run.preflight = startPreflight(request, { workerUrl: this.#workerUrl, onPreview })
    return run.preflight.done
  }

  /** Stops a preflight unless it has ended. */
  stop(runId: string): void {
    for (const [windowId, run] of this.#runs) if (run.runId === runId) this.#cancel(windowId)
  }

  /** Cancels all preflights, and resolves when their threads have ended. */
  async close(): Promise<void> {
    const running = [...this.#runs.values()].flatMap(({ preflight }) => preflight?.done ?? [])
    for (const windowId of this.#runs.keys()) this.#cancel(windowId)
    await Promise.allSettled(running)
  }

  #cancel(windowId: number): void {
    this.#runs.get(windowId)?.preflight?.cancel()
    this.#runs.delete(windowId)
  }
}
