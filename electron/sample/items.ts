import { EDGE_CASE_NAMES, EDGE_CASE_POS_NUMBERS, longNote } from './edge-cases.ts'
import { ELEMENTS, type ElementType } from './elements.ts'
import { DAY_MS } from '../contract/instant.ts'
import { campaignOfSlot, indexInCampaign, type CampaignPlan, type SamplePlan } from './plan.ts'
import { mix, Random, uuidOf } from './random.ts'
import { STORE_FORMATS, VARIANTS, WORKFLOWS } from './vocabulary.ts'
import type { JsonObject, Locks, SampleArtwork, SampleItem, SampleItemDetails } from './types.ts'

/** Number of artwork numbers of an item: of its artworks, and of those that replace its first one. */
export const ARTWORKS_PER_ITEM = 8
/** Maximum number of artworks of a generated item. */
export const MAX_ARTWORKS = 5

/** Statuses of the sample, which its connection names (contract: SAMPLE_LABELS). */
const STATUSES: readonly [number, ...number[]] = [0, 0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 10]
export const IN_PRODUCTION = 6

/** Returns the 6 to 14 elements of a campaign. */
export function elementsOf(plan: SamplePlan, campaign: CampaignPlan): readonly ElementType[] {
  const random = new Random(mix(plan.seed, campaign.index, 21))
  return random.sample(ELEMENTS, random.int(6, 14))
}

/** Properties of an item that follow from its slot, before its details are generated. */
export interface ItemOutline {
  readonly campaign: CampaignPlan
  readonly element: ElementType
  readonly product: string
  readonly name: string
}

/** Generates items by slot, always the same item for a slot. Stores no items. */
export class ItemGenerator {
  readonly plan: SamplePlan
  readonly #elements: readonly (readonly ElementType[])[]

  constructor(plan: SamplePlan) {
    this.plan = plan
    this.#elements = plan.campaigns.map((campaign) => elementsOf(plan, campaign))
  }

  outline(slot: number): ItemOutline {
    const campaign = campaignOfSlot(this.plan, slot)
    const elements = this.#elements[campaign.index] ?? ELEMENTS
    const { products } = campaign.theme
    const index = indexInCampaign(this.plan, campaign, slot)
    const element = elements[index % elements.length] ?? ELEMENTS[0]
    const round = Math.floor(index / elements.length)
    const product = products[round % products.length] ?? products[0]
    const version = Math.floor(round / products.length)
    const variant = VARIANTS[version % VARIANTS.length] ?? ''
    const edition = Math.floor(version / VARIANTS.length)
    const plainName = [
      `${campaign.theme.brand} ${product}`,
      element.name,
      ...(variant === '' ? [] : [variant]),
      ...(edition === 0 ? [] : [`edition ${String(edition + 1)}`]),
    ].join(' – ')
    const draw = mix(this.plan.seed, slot, 31)
    if (draw % 19 !== 0) return { campaign, element, product, name: plainName }
    const toEdgeCase = EDGE_CASE_NAMES[Math.floor(draw / 19) % EDGE_CASE_NAMES.length] ?? EDGE_CASE_NAMES[0]
    return { campaign, element, product, name: toEdgeCase(plainName) }
  }

  /** Returns when the item was last changed, in milliseconds since 1970, or null for a few items. */
  updatedAt(slot: number): number | null {
    if (slot % 997 === 501 || slot % 1_009 === 77) return null
    const campaign = campaignOfSlot(this.plan, slot)
    const draw = mix(this.plan.seed, slot, 41)
    const span = campaign.updatedAt - campaign.createdAt
    // A tenth has equal times, as after a bulk import.
    if (draw % 10 === 0) return campaign.createdAt + Math.floor((span * (1 + (draw % 3))) / 4)
    return campaign.createdAt + Math.floor(span * Math.sqrt(mix(draw, slot, 42) / 4_294_967_296))
  }

  locks(slot: number, status: number | null | undefined): Locks {
    const draw = mix(this.plan.seed, slot, 51)
    return { item: draw % 31 === 0, inProduction: status === IN_PRODUCTION, campaignItem: draw % 37 === 1 }
  }

  item(slot: number): SampleItem {
    const outline = this.outline(slot)
    const { campaign } = outline
    const random = new Random(mix(this.plan.seed, slot, 61))
    const status = random.chance(0.004) ? null : random.pick(STATUSES)
    const locks = this.locks(slot, status)
    const artworks = this.#artworks(slot, outline, random)
    const updatedAt = this.updatedAt(slot)
    return {
      _id: uuidOf('campaignItem', this.plan.seed, slot),
      ...(random.chance(0.01) ? {} : { clientId: `client-${campaign.theme.code.toLowerCase()}` }),
      campaignId: { _id: campaign.id, name: campaign.name },
      itemId: this.#details(slot, outline, artworks, random),
      ...(random.chance(0.004) ? {} : { status }),
      ...quantity(random),
      isLocked: locks.item || locks.inProduction || locks.campaignItem,
      hasArtwork: artworks.length > 0,
      hasAllocations: random.chance(0.82),
      createdAt: new Date(campaign.createdAt + (slot % 500) * 60_000).toISOString(),
      ...(updatedAt === null
        ? slot % 1_009 === 77
          ? { updatedAt: null }
          : {}
        : { updatedAt: new Date(updatedAt).toISOString() }),
      ...(random.chance(0.3) ? undocumentedFields(slot, outline, locks, random) : {}),
    }
  }

  #details(
    slot: number,
    { campaign, element, name }: ItemOutline,
    artworks: readonly SampleArtwork[],
    random: Random,
  ): SampleItemDetails | null {
    if (random.chance(0.001)) return null
    const elementIndex = ELEMENTS.indexOf(element)
    const isNameless = random.chance(0.003)
    return {
      // Some pairs of campaign items share an item.
      _id: uuidOf('item', this.plan.seed, slot % 50 === 49 ? slot - 1 : slot),
      ...(isNameless ? (random.chance(0.5) ? { name: null } : {}) : { name }),
      ...posNumber(slot, indexInCampaign(this.plan, campaign, slot) + 1, { campaign, element }, random),
      ...(artworks.length > 0 ? { artworks } : random.chance(0.5) ? { artworks: [] } : {}),
      ...(random.chance(0.006)
        ? { elementId: null }
        : {
            elementId: {
              ...(random.chance(0.04) ? {} : { _id: uuidOf('element', this.plan.seed, elementIndex) }),
              name: element.name,
            },
          }),
      ...(random.chance(0.25) ? {} : { workflowTemplateName: random.pick(WORKFLOWS) }),
    }
  }

  /**
   * Returns the artwork that replaces the first one of an item.
   * @param name the name of the first artwork; null if the item has none
   * @param version how often it was replaced, from 1
   */
  replacementArtwork(slot: number, name: string | null, version: number): SampleArtwork {
    const number = MAX_ARTWORKS + ((version - 1) % (ARTWORKS_PER_ITEM - MAX_ARTWORKS))
    const id = uuidOf('artwork', this.plan.seed, slot * ARTWORKS_PER_ITEM + number)
    const url = `${this.plan.pictureBase}${id}`
    const previousName = name ?? artworkName(this.outline(slot), 0, new Random(mix(this.plan.seed, slot, 62)))
    const [, stem, before, ending] = /^(.*_v)(\d+)(\.pdf)$/isu.exec(previousName) ?? []
    const newName =
      stem === undefined || ending === undefined
        ? `${previousName} v${String(version + 1)}`
        : `${stem}${String(Number(before) + version)}${ending}`
    return { _id: id, name: newName, fileId: { url, thumbnailUrl: `${url}?thumbnail` } }
  }

  #artworks(slot: number, outline: ItemOutline, random: Random): readonly SampleArtwork[] {
    const draw = random.next()
    const count = draw < 0.08 ? 0 : draw < 0.82 ? 1 : draw < 0.94 ? 2 : random.int(3, MAX_ARTWORKS)
    return Array.from({ length: count }, (_, index) => {
      const id = uuidOf('artwork', this.plan.seed, slot * ARTWORKS_PER_ITEM + index)
      const url = `${this.plan.pictureBase}${id}`
      const name = artworkName(outline, index, random)
      if (random.chance(0.02)) return { _id: id, name, fileId: null }
      return {
        _id: id,
        name,
        fileId: random.chance(0.02) ? { url } : { url, thumbnailUrl: `${url}?thumbnail` },
      }
    })
  }
}

function quantity(random: Random): { readonly qty?: number | null } {
  const draw = random.next()
  if (draw < 0.004) return {}
  if (draw < 0.008) return { qty: null }
  if (draw < 0.03) return { qty: 0 }
  return {
    qty: draw < 0.6 ? random.int(1, 60) : draw < 0.97 ? random.int(5, 50) * 10 : random.int(1, 50) * 1_000,
  }
}

function posNumber(
  slot: number,
  number: number,
  { campaign, element }: Pick<ItemOutline, 'campaign' | 'element'>,
  random: Random,
): { readonly posNumber?: string | null } {
  const draw = random.next()
  if (draw < 0.006) return {}
  if (draw < 0.01) return { posNumber: null }
  if (draw < 0.014) return { posNumber: '' }
  if (draw < 0.045) return { posNumber: random.pick(EDGE_CASE_POS_NUMBERS) }
  switch (campaign.theme.posStyle) {
    case 'padded':
      return { posNumber: String(number).padStart(6, '0') }
    case 'coded':
      return { posNumber: `${campaign.code}-${String(number).padStart(4, '0')}` }
    case 'element':
      return { posNumber: `${element.code}${String(number)}` }
    case 'dotted':
      return {
        posNumber: `${String(campaign.index).padStart(2, '0')}.${String(number)}.${String(number % 3)}`,
      }
    case 'long':
      return { posNumber: `0400${String(638_133_000_000 + slot * 7).padStart(9, '0')}` }
  }
}

function artworkName(
  { campaign, element, product, name }: ItemOutline,
  index: number,
  random: Random,
): string {
  const side = ['front', 'back', 'left', 'right', 'detail'][index] ?? 'extra'
  if (random.chance(0.12)) return `${name} (${side})`
  const version = `v${String(random.int(1, 7))}`
  return `${campaign.code}_${element.code}_${product.replaceAll(' ', '-')}_${side}_${version}${random.chance(0.2) ? '.PDF' : '.pdf'}`
}

/** Undocumented fields, which real services have. */
function undocumentedFields(slot: number, outline: ItemOutline, locks: Locks, random: Random): JsonObject {
  const { element, campaign } = outline
  return {
    locks: { item: locks.item, inProduction: locks.inProduction, campaignItem: locks.campaignItem },
    ...(random.chance(0.5)
      ? {
          printSpecification: {
            material: element.material,
            widthMm: element.millimetres[0],
            heightMm: element.millimetres[1],
            colours: random.chance(0.8) ? '4/0' : '4/4',
            finish: random.chance(0.3) ? ['Matt laminate', 'Crease'] : null,
          },
        }
      : {}),
    ...(random.chance(0.4)
      ? {
          segmentationRules: [
            {
              _id: uuidOf('other', slot, 1),
              property: 'storeFormat',
              values: random.sample(STORE_FORMATS, 2),
            },
          ],
        }
      : {}),
    ...(random.chance(0.3)
      ? {
          artworkJob: {
            dueAt: new Date(campaign.startAt - random.int(20, 60) * DAY_MS).toISOString(),
            round: random.int(1, 4),
            open: random.chance(0.4),
          },
        }
      : {}),
    ...(random.chance(0.2)
      ? { notes: longNote(slot, random.chance(0.15) ? 6_000 : random.int(40, 400)) }
      : {}),
    ...(random.chance(0.1) ? { 'custom.field with spaces': random.int(-5, 5) / 4 } : {}),
    ...(random.chance(0.1) ? { tags: ['ετικέτα', 'replacement', ''] } : {}),
  }
}
