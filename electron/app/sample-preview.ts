import { setImmediate } from 'node:timers/promises'
import type { ItemRow } from '../contract/item.ts'
import type { SamplePreview } from '../contract/sample-preview.ts'
import { ItemGenerator } from '../sample/items.ts'
import { cutOutOf, pictureOf } from '../sample/pictures.ts'
import { planSample, type CampaignPlan } from '../sample/plan.ts'
import type { SampleItem } from '../sample/types.ts'
import { decodeItem } from '../store/decode-item.ts'
import { DECODED_COLUMNS, toItemRow, type StoredRow } from '../store/item-columns.ts'

const SEARCH = 'XL stores'
const ROWS = 24
/** Longer names need more than two lines. */
const MAX_NAME_LENGTH = 46
/** Puts candidates in an order in which neighbors are far apart; far from any simple fraction. */
const STRIDE = 0.382
/** The products in the order in which they are shown. */
const SHAPES = ['round', 'display', 'poster', 'wobbler', 'display', 'hanger'] as const
/** A campaign has no more elements. */
const MAX_ELEMENTS = 14
/** Items that are searched before other work has its turn. */
const AT_ONCE = 500

/** Generates what the first screen shows: the items of the sample that have some words, with pictures. */
export async function previewSample(): Promise<SamplePreview> {
  const items = new ItemGenerator(planSample())
  const { campaigns, itemCount } = items.plan
  let found = 0
  const candidates: number[] = []
  for (let slot = 0; slot < itemCount; slot += 1) {
    const { name } = items.outline(slot)
    if (name.includes(SEARCH)) {
      found += 1
      if (name.endsWith(SEARCH) && name.length <= MAX_NAME_LENGTH) candidates.push(slot)
    }
    if (slot % AT_ONCE === AT_ONCE - 1) await setImmediate()
  }
  // From all campaigns alike, so that their colors alternate.
  const rows = candidates
    .map((slot, index) => ({ slot, at: (index * STRIDE) % 1 }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ slot }) => items.item(slot))
    .filter(({ hasArtwork, itemId }) => hasArtwork && itemId !== null)
    .slice(0, ROWS)
  return {
    campaigns: campaigns.map(({ id, name, itemCount: count }) => ({ id, name, items: count })),
    itemCount,
    search: SEARCH,
    found,
    rows: rows.map((item, index) => rowOf(item, index + 1)),
    pictures: rows.map((item) => {
      const artworkId = item.itemId?.artworks?.[0]?._id
      const picture = artworkId === undefined ? null : pictureOf(items, artworkId, true)
      return picture === null ? null : new TextDecoder().decode(picture.bytes)
    }),
    products: productsOf(items),
  }
}

/** Returns cut-out products of different campaigns. */
function productsOf(items: ItemGenerator): SamplePreview['products'] {
  const { campaigns } = items.plan
  const left = new Set(campaigns)
  return SHAPES.flatMap((shape) => {
    for (const campaign of left) {
      const slot = slotOf(items, campaign, shape)
      if (slot === undefined) continue
      left.delete(campaign)
      return [{ hangs: shape === 'round' || shape === 'hanger', picture: cutOutOf(items, slot) }]
    }
    return []
  })
}

/** Returns an item of a campaign with an element of a shape. */
function slotOf(
  items: ItemGenerator,
  { firstSlot, itemCount }: CampaignPlan,
  shape: (typeof SHAPES)[number],
): number | undefined {
  // Each element of a campaign is among its first items.
  for (let slot = firstSlot; slot < firstSlot + Math.min(itemCount, MAX_ELEMENTS); slot += 1)
    if (items.outline(slot).element.shape === shape) return slot
  return undefined
}

function rowOf(item: SampleItem, key: number): ItemRow {
  const { values } = decodeItem(item, () => JSON.stringify(item))
  const cells = Object.fromEntries(DECODED_COLUMNS.map((column, index) => [column, values[index] ?? null]))
  return toItemRow({ ...cells, key, campaignItemId: item._id } as StoredRow)
}
