import type { Fault } from '../../electron/contract/faults.ts'
import { faultOf } from '../api.ts'
import { ignoreAfterDestroy } from './latest.ts'

interface LoadedOptions<Value> {
  /**
   * Returns the id of what is loaded. The value of another subject is not shown while this one is loading.
   */
  readonly subject: () => string
  /** Starts a request, or returns null if there is nothing to load. What it reads starts the next one. */
  readonly request: () => Promise<Value> | null
  /** Reads what else starts the next request. */
  readonly dependencies?: () => unknown
}

/** The value of a request that is repeated when what it reads changes. Created while a component starts. */
export class Loaded<Value> {
  readonly #options: LoadedOptions<Value>
  #answer = $state.raw<{ readonly subject: string; readonly value: Value } | null>(null)
  #failure = $state.raw<{ readonly subject: string; readonly fault: Fault } | null>(null)
  #attempts = $state(0)

  readonly value = $derived.by(() =>
    this.#answer !== null && this.#answer.subject === this.#options.subject() ? this.#answer.value : null,
  )
  /** Why the last request failed; a value of an earlier one stays. */
  readonly fault = $derived.by(() =>
    this.#failure !== null && this.#failure.subject === this.#options.subject() ? this.#failure.fault : null,
  )

  constructor(options: LoadedOptions<Value>) {
    this.#options = options
    $effect(() => this.#load(this.#attempts))
  }

  /** Repeats the request. */
  reload(): void {
    this.#attempts += 1
  }

  #load(_attempt: number): (() => void) | undefined {
    this.#options.dependencies?.()
    const subject = this.#options.subject()
    const request = this.#options.request()
    if (request === null) return undefined
    return ignoreAfterDestroy(
      request,
      (value) => {
        this.#answer = { subject, value }
        this.#failure = null
      },
      (error: unknown) => {
        const fault = faultOf(error)
        // A newer request of the same kind follows.
        if (fault.code !== 'superseded') this.#failure = { subject, fault }
      },
    )
  }
}
