import { buildPage, itemIdOf, type JsonObject } from '../support/store.ts'

const ITEMS_PER_CAMPAIGN = 10_000
const LOCATIONS = ['Counter', 'Window', 'Aisle end', 'Entrance', 'Till', 'Shelf', 'Fridge', 'Ceiling']
const ELEMENTS = ['wobbler', 'poster A1', 'display', 'banner', 'strip', 'leaflet holder', 'floor sticker']
const THEMES = [
  'Σοκολάτα',
  'Spring Fair',
  'Back to School',
  'Café crème',
  '夏祭り',
  'Winter Warmers',
  'Half Price',
]

/** Distributes consecutive numbers over a wide range, always in the same way. */
function scatter(number: number): number {
  let mixed = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] ?? ''
}

export function campaignIdOf(campaign: number): string {
  return `10000000-0000-4000-8000-${String(campaign).padStart(12, '0')}`
}

export function campaignSizes(items: number): readonly number[] {
  const campaigns = Math.ceil(items / ITEMS_PER_CAMPAIGN)
  return Array.from({ length: campaigns }, (_, at) =>
    Math.min(ITEMS_PER_CAMPAIGN, items - at * ITEMS_PER_CAMPAIGN),
  )
}

/** An item as services send it: the documented fields, and about as many others. */
export function benchItem(campaign: number, number: number): JsonObject {
  const spread = scatter(number)
  const name = `${pick(LOCATIONS, spread)} ${pick(ELEMENTS, spread >>> 4)} ${String(number)} – ${pick(THEMES, spread >>> 8)}`
  const updatedAt = new Date(Date.UTC(2026, 0, 1) + (spread % 15_000_000) * 1000).toISOString()
  return {
    _id: itemIdOf(spread * 4096 + (number % 4096)),
    clientId: 'b7d0a6f4-31f2-4c1c-9f0e-5d3c0f5a9a11',
    campaignId: {
      _id: campaignIdOf(campaign),
      name: `Campaign ${String(campaign)} ${pick(THEMES, campaign)}`,
    },
    itemId: {
      _id: itemIdOf(number),
      name,
      posNumber: `POS-${String(spread % 100_000).padStart(6, '0')}-${String(number % 7)}`,
      artworks: Array.from({ length: spread % 3 }, (_, at) => ({
        _id: itemIdOf(number * 3 + at),
        name: `${name} artwork ${String(at + 1)}`,
        fileId: {
          url: `https://files.example.com/artworks/${itemIdOf(spread + at)}.pdf`,
          thumbnailUrl: `https://files.example.com/artworks/${itemIdOf(spread + at)}.png`,
        },
      })),
      elementId: {
        _id: itemIdOf(spread % 60),
        name: `${pick(ELEMENTS, spread % 60)} ${String(spread % 60)}`,
      },
      workflowTemplateName: `Workflow ${String(spread % 5)}`,
    },
    status: spread % 9,
    qty: spread % 1_000,
    isLocked: spread % 5 === 0,
    hasArtwork: spread % 3 > 0,
    hasAllocations: spread % 2 === 0,
    updatedAt,
    createdAt: updatedAt,
    segmentationRules: [{ property: 'region', rule: 'in', values: ['north', 'south'], filters: [] }],
    artworkJob: { id: itemIdOf(spread), state: spread % 4, assignedTo: 'Someone', history: [] },
  }
}

export function benchPage(campaign: number, skip: number, count: number): Uint8Array<ArrayBuffer> {
  const items = Array.from({ length: count }, (_, at) =>
    benchItem(campaign, campaign * ITEMS_PER_CAMPAIGN + skip + at),
  )
  return buildPage(items, { totalCount: count, limit: count, skip })
}

/** Pages of a campaign of this many items. */
export function* benchPages(
  campaign: number,
  items: number,
  pageSize = 500,
): Generator<Uint8Array<ArrayBuffer>> {
  for (let skip = 0; skip < items; skip += pageSize) {
    yield benchPage(campaign, skip, Math.min(pageSize, items - skip))
  }
}

/**
 * The texts of a campaign of this many items in which the service searches (service interface, 4.2, rule 1).
 */
export function benchTexts(campaign: number, items: number): readonly (readonly string[])[] {
  return Array.from({ length: items }, (_, at) => {
    const { itemId } = benchItem(campaign, campaign * ITEMS_PER_CAMPAIGN + at)
    const { name, posNumber, elementId, artworks } = itemId as unknown as SearchedTexts
    return [name, posNumber, elementId.name, ...artworks.map((artwork) => artwork.name)]
  })
}

interface SearchedTexts {
  readonly name: string
  readonly posNumber: string
  readonly elementId: { readonly name: string }
  readonly artworks: readonly { readonly name: string }[]
}
