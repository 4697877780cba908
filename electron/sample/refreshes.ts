import { IN_PRODUCTION, type ItemGenerator } from './items.ts'
import { addedSlot, type CampaignPlan } from './plan.ts'
import { mix, Random } from './random.ts'
import type { SampleItem } from './types.ts'

/**
 * Maximum number of refreshes that change a campaign; later ones find nothing new. The store always keeps the
 * records of the last 20 downloads, so the number of refreshes that is derived from them never decreases.
 */
export const MAX_REFRESHES = 20

/** Smaller campaigns do not change. */
const MIN_CAMPAIGN_ITEMS = 12
const MIN_EDITS = 5
const MAX_EDITS = 14
const ITEMS_PER_EDIT = 150
const MINUTE_MS = 60_000
/** Minutes from one refresh to the next, more than there are changes in one. */
const MINUTES_PER_REFRESH = 60

const ON_HOLD = 5
/** The status that follows another one. */
const NEXT_STATUS: Readonly<Record<number, number>> = { 0: 1, 1: 2, 2: 3, 3: 4, 4: IN_PRODUCTION, 5: 3 }

/** What refreshes have changed in an item. */
interface ItemEdit {
  readonly status?: number
  readonly qty?: number
  /** How often its first artwork was replaced. */
  readonly artworkVersion?: number
  /** In milliseconds since 1970, like `updatedAt`; set for added items. */
  readonly createdAt?: number
  readonly updatedAt: number
}

/** A campaign after a number of refreshes. */
export interface RefreshedCampaign {
  readonly refreshes: number
  /** Slots of its items in the service's order; added items are last. */
  readonly slots: readonly number[]
  readonly edits: ReadonlyMap<number, ItemEdit>
  /** In milliseconds since 1970. */
  readonly updatedAt: number
}

/**
 * Applies the changes of refreshes 1 to `refreshes` to a campaign, which are always the same: statuses and
 * quantities are edited, an artwork is replaced, only `updatedAt` of an item changes, one or two items are
 * added, and in every third refresh one is deleted, so that most refreshes need the recent changes only.
 */
export function refreshCampaign(
  items: ItemGenerator,
  campaign: CampaignPlan,
  refreshes: number,
): RefreshedCampaign {
  const { plan } = items
  const slots = new Set(
    Array.from({ length: campaign.itemCount }, (_, offset) => campaign.firstSlot + offset),
  )
  const edits = new Map<number, ItemEdit>()
  let { updatedAt } = campaign
  let addedCount = 0
  if (slots.size < MIN_CAMPAIGN_ITEMS) return { refreshes, slots: [...slots], edits, updatedAt }

  for (let refresh = 1; refresh <= refreshes; refresh += 1) {
    const random = new Random(mix(plan.seed, campaign.index, 1_000 + refresh))
    updatedAt = plan.now + (refresh - 1) * MINUTES_PER_REFRESH * MINUTE_MS
    const edit = (slot: number, change: Omit<ItemEdit, 'updatedAt'>): void => {
      updatedAt += MINUTE_MS
      edits.set(slot, { ...edits.get(slot), ...change, updatedAt })
    }
    const deletes = refresh % 3 === 1
    const count = Math.min(MAX_EDITS, MIN_EDITS + Math.floor(slots.size / ITEMS_PER_EDIT))
    for (const [index, slot] of random.sample([...slots], count).entries()) {
      const before = edits.get(slot)
      const { status, qty } = applyEdit(items, slot, before)
      const newStatus = { status: nextStatus(status, random) }
      const newQuantity = { qty: nextQuantity(qty, random) }
      if (index === 0 && deletes) {
        slots.delete(slot)
        updatedAt += MINUTE_MS
      } else if (index === 1) edit(slot, { artworkVersion: (before?.artworkVersion ?? 0) + 1 })
      else if (index === 2) edit(slot, {})
      else edit(slot, { ...(index % 3 === 1 ? {} : newStatus), ...(index % 3 === 0 ? {} : newQuantity) })
    }
    for (let added = random.int(1, 2); added > 0; added -= 1) {
      const slot = addedSlot(plan, campaign, addedCount)
      addedCount += 1
      slots.add(slot)
      edit(slot, { createdAt: updatedAt + MINUTE_MS })
    }
  }
  return { refreshes, slots: [...slots], edits, updatedAt }
}

function nextStatus(status: number | null | undefined, random: Random): number {
  if (status === 3 && random.chance(0.2)) return ON_HOLD
  return status === IN_PRODUCTION ? ON_HOLD : (NEXT_STATUS[status ?? 0] ?? 1)
}

function nextQuantity(qty: number | null | undefined, random: Random): number {
  const before = qty ?? 0
  const after = Math.round(before * random.pick([2, 1.25, 1.5, 0.8, 0.5]))
  return after === before || after === 0 ? before + 10 : after
}

/** Returns an item with its changes. */
export function applyEdit(items: ItemGenerator, slot: number, edit: ItemEdit | undefined): SampleItem {
  const item = items.item(slot)
  if (edit === undefined) return item
  const { status, qty, artworkVersion, createdAt, updatedAt } = edit
  const locks = items.locks(slot, status ?? item.status)
  const { itemId } = item
  const [current, ...others] = itemId?.artworks ?? []
  return {
    ...item,
    ...(status === undefined
      ? {}
      : {
          status,
          isLocked: locks.item || locks.inProduction || locks.campaignItem,
          ...(item['locks'] === undefined ? {} : { locks: { ...locks } }),
        }),
    ...(qty === undefined ? {} : { qty }),
    ...(artworkVersion === undefined || itemId === null || itemId === undefined
      ? {}
      : {
          itemId: {
            ...itemId,
            artworks: [items.replacementArtwork(slot, current?.name ?? null, artworkVersion), ...others],
          },
          hasArtwork: true,
        }),
    ...(createdAt === undefined ? {} : { createdAt: new Date(createdAt).toISOString() }),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}
