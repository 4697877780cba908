import type { Fault } from '../../electron/contract/faults.ts'
import type { ItemDetails } from '../../electron/contract/item.ts'
import { api, faultOf } from '../api.ts'
import { Latest } from './latest.ts'

/** Details are loaded when the active row has not changed for this time, in milliseconds. */
const LOAD_DELAY_MS = 40

/** The details of the active item. Those of the previous one stay until they are loaded. */
export class ItemDetailsState {
  readonly #latest = new Latest()
  #last = -Infinity

  details = $state.raw<ItemDetails | null>(null)
  fault = $state.raw<Fault | null>(null)

  /** Shows an item; null for none. Loads it at once, unless the previous one was requested just before. */
  show(connectionId: string, key: number | null): void {
    if (key === null) {
      this.close()
      this.details = null
      this.fault = null
      return
    }
    const now = performance.now()
    const wait = now - this.#last < LOAD_DELAY_MS * 2 ? LOAD_DELAY_MS : 0
    this.#last = now
    if (wait === 0) void this.#fetch(connectionId, key, this.#latest.begin())
    else this.#latest.after(wait, (isLatest) => this.#fetch(connectionId, key, isLatest))
  }

  /** Cancels a pending request. */
  close(): void {
    this.#latest.cancel()
  }

  async #fetch(connectionId: string, key: number, isLatest: () => boolean): Promise<void> {
    try {
      const details = await api.call('items.get', { connectionId, key })
      if (!isLatest()) return
      this.details = details
      this.fault = null
    } catch (error) {
      if (!isLatest()) return
      const fault = faultOf(error)
      this.details = null
      // The item was just deleted; the list will show that.
      this.fault = fault.code === 'notFound' ? null : fault
    }
  }
}
