import type { ItemGenerator } from '../../../electron/sample/items.ts'
import { indexOfUuid, uuidOf } from '../../../electron/sample/random.ts'
import type { ItemTable, SampleItem } from '../../../electron/sample/types.ts'

/** Generated items that a test can change during a download. Only changes are stored. */
export class ChangingItems implements ItemTable {
  version = 1
  readonly #generator: ItemGenerator
  readonly #changed = new Map<number, SampleItem>()
  readonly #deleted = new Set<number>()
  readonly #insertedIn = new Map<number, string>()
  #changes = 0

  constructor(generator: ItemGenerator) {
    this.#generator = generator
  }

  slotsOf(campaignId: string | null): Uint32Array {
    const { plan } = this.#generator
    const campaign = plan.campaigns.find(({ id }) => id === campaignId)
    const first = campaignId === null ? 0 : (campaign?.firstSlot ?? 0)
    const count = campaignId === null ? plan.itemCount : (campaign?.itemCount ?? 0)
    const inserted = [...this.#insertedIn]
      .filter(([, insertedIn]) => campaignId === null || insertedIn === campaignId)
      .map(([slot]) => slot)
    const slots = new Uint32Array(count + inserted.length)
    for (let offset = 0; offset < count; offset += 1) slots[offset] = first + offset
    slots.set(inserted, count)
    return this.#deleted.size === 0 ? slots : slots.filter((slot) => !this.#deleted.has(slot))
  }

  item(slot: number): SampleItem {
    return this.#changed.get(slot) ?? this.#generator.item(slot)
  }

  updatedAt(slot: number): number | null {
    const changed = this.#changed.get(slot)
    if (changed === undefined) return this.#generator.updatedAt(slot)
    const time = Date.parse(changed.updatedAt ?? '')
    return Number.isNaN(time) ? null : time
  }

  /** Returns the item with this id; undefined if it does not exist or was deleted. */
  find(id: string): SampleItem | undefined {
    const slot = this.#slotOf(id)
    return slot === null ? undefined : this.item(slot)
  }

  /** Ids of a campaign’s items in service order. */
  idsOf(campaignId: string | null): string[] {
    return Array.from(this.slotsOf(campaignId), (slot) => this.item(slot)._id)
  }

  /** Adds an item to a campaign, newer than all others, at the end of the service order; returns its id. */
  insert(campaignId: string, fields: Partial<SampleItem> = {}): string {
    const { plan } = this.#generator
    const slot = plan.itemCount + this.#insertedIn.size
    const id = uuidOf('campaignItem', plan.seed, slot)
    const name = plan.campaigns.find((campaign) => campaign.id === campaignId)?.name ?? null
    this.#insertedIn.set(slot, campaignId)
    this.#changed.set(slot, {
      _id: id,
      campaignId: { _id: campaignId, name },
      itemId: { _id: uuidOf('item', plan.seed, slot), name: `Inserted ${String(slot)}` },
      status: 0,
      qty: 1,
      isLocked: false,
      hasArtwork: false,
      hasAllocations: false,
      updatedAt: this.#nextTime(),
      ...fields,
    })
    return id
  }

  /**
   * Changes fields of an item, and its `updatedAt` unless that is one of them. Throws if there is no such
   * item.
   */
  update(id: string, fields: Partial<SampleItem>): void {
    const slot = this.#slotOf(id)
    if (slot === null) throw new RangeError(`There is no item ${id}.`)
    this.#changed.set(slot, { ...this.item(slot), updatedAt: this.#nextTime(), ...fields })
  }

  /** Deletes an item. Throws if there is no such item. */
  delete(id: string): void {
    const slot = this.#slotOf(id)
    if (slot === null) throw new RangeError(`There is no item ${id}.`)
    this.version += 1
    this.#deleted.add(slot)
  }

  #slotOf(id: string): number | null {
    const { plan } = this.#generator
    const slot = indexOfUuid('campaignItem', plan.seed, id)
    if (slot === null || this.#deleted.has(slot)) return null
    return slot < plan.itemCount || this.#insertedIn.has(slot) ? slot : null
  }

  /** One second after the previous change, starting at the sample’s current time. */
  #nextTime(): string {
    this.version += 1
    this.#changes += 1
    return new Date(this.#generator.plan.now + this.#changes * 1_000).toISOString()
  }
}
