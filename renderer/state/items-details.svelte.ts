import type { Fault } from '../../electron/contract/faults.ts'
import type { ItemDetails } from '../../electron/contract/item.ts'
import { api, faultOf } from '../api.ts'
import { Latest } from './latest.ts'

/** While the person runs through rows, details are fetched only when they rest, in milliseconds. */
const REST = 40

/** Everything that is known of the active item. The last one's stays until the next one's is there. */
export class ItemDetailsState {
  readonly #latest = new Latest()
  #last = -Infinity

  details = $state.raw<ItemDetails | null>(null)
  fault = $state.raw<Fault | null>(null)

  /** Shows an item; null for none. Fetched at once, unless the one before was asked for just now. */
  show(connectionId: string, key: number | null): void {
    if (key === null) {
      this.close()
      this.details = null
      this.fault = null
      return
    }
    const now = performance.now()
    const wait = now - this.#last < REST * 2 ? REST : 0
    this.#last = now
    if (wait === 0) void this.#fetch(connectionId, key, this.#latest.begin())
    else this.#latest.after(wait, (isLatest) => this.#fetch(connectionId, key, isLatest))
  }

  /** Lets go of what is under way. */
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
      // An item that has just gone: the list is about to say so itself.
      this.fault = fault.code === 'notFound' ? null : fault
    }
  }
}
