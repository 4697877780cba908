import type { FacetValue, ItemGroup } from '../../electron/contract/query.ts'

/** Which groups of a list are closed, by their values, so that they stay so when the data changes. */
export class GroupFolds {
  #closed = $state.raw<ReadonlySet<FacetValue>>(new Set())

  /** The values of the closed groups; another object after each change. */
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

  openAll(): void {
    this.#closed = new Set()
  }
}
