import type { ApiInput } from '../../electron/contract/api.ts'
import type { ExportTarget } from '../../electron/contract/export-schemas.ts'
import { api } from '../api.ts'
import { Latest } from './latest.ts'

/** Delay after a changed name, in milliseconds. */
const DEBOUNCE_MS = 150

/** Where the export of the dialog would be written. */
export class ExportTargetState {
  /** Null until it is known; that of an earlier name stays until the next one arrives. */
  current = $state.raw<ExportTarget | null>(null)
  readonly #latest = new Latest()

  /** Asks for the target of a name, after the delay. */
  load(name: ApiInput<'exports.target'>): void {
    this.#latest.after(this.current === null ? 0 : DEBOUNCE_MS, async (isLatest) => {
      try {
        const target = await api.call('exports.target', name)
        if (isLatest()) this.current = target
      } catch {
        // The export itself reports the failure.
      }
    })
  }

  /** Stops asking when the dialog is closed. */
  stop(): void {
    this.#latest.cancel()
  }
}
