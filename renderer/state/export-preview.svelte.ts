import type { ApiInput } from '../../electron/contract/api.ts'
import type { ExportPreset } from '../../electron/contract/csv-style.ts'
import type { ExportPreview } from '../../electron/contract/export-preview.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'
import { Latest } from './latest.ts'

/** The export to preview. */
export type PreviewInput = ApiInput<'exports.preview'>['of']

/** Delay after a changed option, so that not every one starts a thread. */
const DEBOUNCE_MS = 150

let runs = 0

/** The preview of the export in the dialog, for its latest options. */
export class ExportPreviewState {
  /** Null before the first rows; the preview of earlier options stays until the next one arrives. */
  preview = $state.raw<ExportPreview | null>(null)
  /** Whether rows are being checked, or will be after the delay. */
  running = $state(false)
  fault = $state.raw<Fault | null>(null)
  /** Progress of making thumbnails; null: none are being made. */
  thumbnailProgress = $state.raw<{ readonly done: number; readonly total: number } | null>(null)

  #request: { readonly of: PreviewInput; readonly preset: ExportPreset } | null = null
  #ended = new AbortController()
  #runId: string | null = null
  readonly #latest = new Latest()
  #stopListening: () => void = () => undefined

  /** Starts the preview of new options after the delay, and stops the one before. */
  start(of: PreviewInput, preset: ExportPreset): void {
    this.stop()
    this.#request = { of, preset }
    this.running = true
    this.fault = null
    this.#latest.after(this.preview === null ? 0 : DEBOUNCE_MS, () => this.#run(of, preset))
  }

  /** Starts the last preview again. */
  retry(): void {
    if (this.#request !== null) this.start(this.#request.of, this.#request.preset)
  }

  /** Makes the missing thumbnails, and starts the preview again. */
  async makePictures(connectionId: string): Promise<void> {
    const hashes = this.preview?.missingThumbnails ?? []
    const request = this.#request
    if (request === null || this.thumbnailProgress !== null) return
    const { signal } = (this.#ended = new AbortController())
    const showProgress = (done: number): void => {
      if (!signal.aborted) this.thumbnailProgress = { done, total: hashes.length }
    }
    showProgress(0)
    try {
      for (const [index, hash] of hashes.entries()) {
        if (signal.aborted) break
        await api.call('pictures.createThumbnail', { connectionId, hash })
        showProgress(index + 1)
      }
    } catch (error) {
      if (!signal.aborted) this.fault = faultOf(error)
    }
    if (signal.aborted) return
    this.thumbnailProgress = null
    if (this.fault === null) this.start(request.of, request.preset)
  }

  /** Stops the running preview. Its results so far stay. */
  stop(): void {
    this.#latest.cancel()
    this.#ended.abort()
    this.thumbnailProgress = null
    this.#stopListening()
    this.running = false
    const runId = this.#runId
    this.#runId = null
    // The preview may just have ended.
    if (runId !== null) void api.call('exports.stopPreview', { runId }).catch(() => null)
  }

  /** Removes the preview. */
  clear(): void {
    this.stop()
    this.preview = null
    this.fault = null
  }

  async #run(of: PreviewInput, preset: ExportPreset): Promise<void> {
    runs += 1
    const runId = `preview-${Date.now().toString(36)}-${String(runs)}`
    this.#runId = runId
    this.#stopListening = api.on('export.preview', (event) => {
      if (event.runId === runId) this.preview = event.preview
    })
    try {
      const preview = await api.call('exports.preview', { runId, of, preset })
      if (this.#runId === runId) this.preview = preview
    } catch (error) {
      if (this.#runId === runId) this.fault = faultOf(error)
    }
    if (this.#runId !== runId) return
    this.#runId = null
    this.stop()
  }
}
