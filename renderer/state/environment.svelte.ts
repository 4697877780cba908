import type { AppState } from '../../electron/contract/api.ts'
import { setNumberLocale } from '../../electron/contract/messages.ts'
import { MediaQuery } from 'svelte/reactivity'
import { createFormat } from './format.ts'

/** The environment of the window: computer, network, locale and clock. */
export class Environment {
  /** Null until main has reported it. */
  #state = $state.raw<AppState | null>(null)

  readonly #coarsePointer = new MediaQuery('pointer: coarse')

  readonly loaded = $derived(this.#state !== null)
  online = $state(true)
  /** Milliseconds since 1970, updated regularly, for relative times. */
  now = $state(Date.now())

  readonly version = $derived(this.#state?.version ?? '')
  readonly isPackaged = $derived(this.#state?.isPackaged ?? true)
  readonly platform = $derived(this.#state?.platform ?? 'linux')
  readonly isSafeMode = $derived(this.#state?.isSafeMode ?? false)
  /** Null if the organization manages nothing. */
  readonly managed = $derived(this.#state?.managed ?? null)
  readonly dataFolder = $derived(this.#state?.dataFolder ?? '')
  /** The locale for numbers and dates (BCP 47). */
  readonly locale = $derived(this.#state?.locale ?? 'en')
  readonly format = $derived(createFormat(this.locale))

  /** Whether the main pointer is a finger, which needs larger targets. */
  get hasCoarsePointer(): boolean {
    return this.#coarsePointer.current
  }

  load(state: AppState): void {
    setNumberLocale(state.locale)
    this.#state = state
    this.online = state.online
  }
}
