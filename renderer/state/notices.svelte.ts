import type { Fault } from '../../electron/contract/faults.ts'

/** A failure that is shown above the view until it is dismissed. */
export interface Notice {
  /** The connection that it is about; null: the application. */
  readonly connectionId: string | null
  readonly fault: Fault
}

/** Notices of the application and of each connection. */
export class NoticesModel {
  readonly #connectionId: () => string | null
  #all = $state.raw<readonly Notice[]>([])

  /** Those of the application and of the current connection. */
  readonly shown = $derived.by(() => {
    const current = this.#connectionId()
    return this.#all.filter(({ connectionId }) => connectionId === null || connectionId === current)
  })

  constructor(connectionId: () => string | null) {
    this.#connectionId = connectionId
  }

  /** Shows a notice; the same one of the same connection is shown once. */
  add(notice: Notice): void {
    const { connectionId, fault } = notice
    this.dismiss((known) => known.connectionId === connectionId && known.fault.message === fault.message)
    this.#all = [...this.#all, notice]
  }

  /** Removes the notices that match. */
  dismiss(matches: (notice: Notice) => boolean): void {
    this.#all = this.#all.filter((notice) => !matches(notice))
  }
}
