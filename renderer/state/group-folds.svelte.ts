import type { FacetValue, ItemGroup } from '../../electron/contract/query.ts'

/** The collapsed groups of a list by their values, so that they stay collapsed when the data changes. */
export class GroupFolds {
  #closed = $state.raw<ReadonlySet<FacetValue>>(new Set())

  /** The values of the collapsed groups; replaced with each change. */
  get closed(): ReadonlySet<FacetValue> {
    return this.#closed
  }

  set(value: FacetValue, closed: boolean): void {
    const next = new Set(this.#closed)
    if (closed) next.add(value)
    else next.delete(value)
    this.#closed = next
  }

  closeAll(groups: readonly ItemGroup[]): void {
    this.#closed = new Set(groups.map((group) => group.value))
  }

  /** Restores the collapsed groups of a list that was left. */
  restore(closed: ReadonlySet<FacetValue>): void {
    this.#closed = closed
  }

  openAll(): void {
    this.#closed = new Set()
  }
}
