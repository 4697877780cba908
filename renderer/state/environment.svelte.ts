import type { AppState } from '../../electron/contract/api.ts'
import { createFormat } from './format.ts'

/** What the window runs in: computer, network, locale and clock. Most views need no more of the application. */
export class Environment {
  /** Null before the start. */
  #state = $state.raw<AppState | null>(null)

  /** Whether main has reported. */
  readonly loaded = $derived(this.#state !== null)
  online = $state(true)
  /** Milliseconds since 1970, renewed now and then, for ages in words. */
  now = $state(Date.now())

  readonly version = $derived(this.#state?.version ?? '')
  readonly platform = $derived(this.#state?.platform ?? 'linux')
  readonly dataFolder = $derived(this.#state?.dataFolder ?? '')
  /** The person's, for numbers and dates (BCP 47). */
  readonly locale = $derived(this.#state?.locale ?? 'en')
  readonly format = $derived(createFormat(this.locale))

  /** Takes over what main reports at the start. */
  load(state: AppState): void {
    this.#state = state
    this.online = state.online
  }
}
