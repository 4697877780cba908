import type { ApiInput } from '../../electron/contract/api.ts'
import type { ExportPreset } from '../../electron/contract/csv-style.ts'
import type { ExportPreview } from '../../electron/contract/export-preview.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'

/** What would be exported: the input of the call that writes it. */
export type PreviewInput = ApiInput<'exports.preview'>['of']

/** Someone who tries one choice after another is not to start a thread for each. */
const PAUSE_MS = 150

let runs = 0

/** The look at an export that is being chosen: always at the latest choice. */
export class ExportPreviewState {
  /** Null before the first rows; those of the choice before stay until there are others. */
  preview = $state.raw<ExportPreview | null>(null)
  /** Rows are still looked at, or will be in a moment. */
  running = $state(false)
  fault = $state.raw<Fault | null>(null)
  /** Of the small pictures that are being made; null: none are. */
  making = $state.raw<{ readonly made: number; readonly all: number } | null>(null)

  #asked: { readonly of: PreviewInput; readonly preset: ExportPreset } | null = null
  #ended = new AbortController()
  #runId: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopListening: () => void = () => undefined

  /** Looks at this as soon as the choice stands for a moment, and no longer at what was asked before. */
  start(of: PreviewInput, preset: ExportPreset): void {
    this.stop()
    this.#asked = { of, preset }
    this.running = true
    this.fault = null
    this.#timer = setTimeout(
      () => {
        void this.#run(of, preset)
      },
      this.preview === null ? 0 : PAUSE_MS,
    )
  }

  /** Makes the small pictures that are missing, and looks again. */
  async makePictures(connectionId: string): Promise<void> {
    const hashes = this.preview?.toMake ?? []
    const asked = this.#asked
    if (asked === null || this.making !== null) return
    const { signal } = (this.#ended = new AbortController())
    const tell = (made: number): void => {
      if (!signal.aborted) this.making = { made, all: hashes.length }
    }
    tell(0)
    try {
      for (const [index, hash] of hashes.entries()) {
        if (signal.aborted) break
        await api.call('pictures.make', { connectionId, hash })
        tell(index + 1)
      }
    } catch (error) {
      if (!signal.aborted) this.fault = faultOf(error)
    }
    if (signal.aborted) return
    this.making = null
    if (this.fault === null) this.start(asked.of, asked.preset)
  }

  /** Ends what is under way; what was found stays, and what was made. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#ended.abort()
    this.making = null
    this.#stopListening()
    this.running = false
    const runId = this.#runId
    this.#runId = null
    // That it has just ended by itself is no failure.
    if (runId !== null) void api.call('exports.stopPreview', { runId }).catch(() => null)
  }

  /** There is nothing to look at. */
  clear(): void {
    this.stop()
    this.preview = null
    this.fault = null
  }

  async #run(of: PreviewInput, preset: ExportPreset): Promise<void> {
    runs += 1
    const runId = `look-${Date.now().toString(36)}-${String(runs)}`
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
