import { LRUCache } from 'lru-cache'
import type { ItemTable, JsonObject, SampleItem } from './types.ts'

/** A request that the service refuses with 400, and why. */
export class BadRequest extends Error {}

export interface Listing {
  readonly campaignId: string | null
  readonly search: string
  readonly sort: { readonly field: SortField; readonly direction: 1 | -1 } | null
  readonly limit: number
  readonly skip: number
}

export interface LimitRule {
  /** Applied when the request names none. */
  readonly usual: number
  /** More than this is not given. */
  readonly most: number
  /** Asked for more: the most is applied and the answer says so, or the request is refused. */
  readonly beyond: 'apply' | 'refuse'
}

/** Sort keys by the words they may have in `sort`. */
const SORT_FIELDS = {
  name: 'itemName',
  itemName: 'itemName',
  artworkName: 'artworkName',
  status: 'status',
  updatedAt: 'updatedAt',
  createdAt: 'createdAt',
  qty: 'qty',
  approvalWorkflow: 'approvalWorkflow',
} as const
type SortField = (typeof SORT_FIELDS)[keyof typeof SORT_FIELDS]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu
const MAX_PATTERN_LENGTH = 1_000

/** Reads the query of `GET /campaign-items` (4.2). Parameters that are not documented are ignored. */
export function readListing(query: URLSearchParams, rule: LimitRule): Listing {
  const campaignId = query.get('campaignId')
  if (campaignId !== null && !UUID.test(campaignId)) throw new BadRequest('campaignId must be a UUID')
  const asked = wholeNumber(query, 'limit', 1) ?? rule.usual
  if (asked > rule.most && rule.beyond === 'refuse')
    throw new BadRequest(`limit must not be over ${String(rule.most)}`)
  return {
    campaignId,
    search: query.get('search') ?? '',
    sort: readSort(query.get('sort')),
    limit: Math.min(asked, rule.most),
    skip: wholeNumber(query, 'skip', 0) ?? 0,
  }
}

function wholeNumber(query: URLSearchParams, name: string, least: number): number | null {
  const text = query.get(name)
  if (text === null) return null
  const value = Number(text)
  if (!/^\d{1,15}$/u.test(text) || value < least)
    throw new BadRequest(`${name} must be a whole number from ${String(least)}`)
  return value
}

function readSort(text: string | null): Listing['sort'] {
  if (text === null || text === '') return null
  const [, name = '', direction] = /^(\w+):(-?1)$/u.exec(text) ?? []
  if (!Object.hasOwn(SORT_FIELDS, name)) throw new BadRequest('sort must be <field>:<direction>')
  return { field: SORT_FIELDS[name as keyof typeof SORT_FIELDS], direction: direction === '1' ? 1 : -1 }
}

/** The test of rule 1: a case-insensitive pattern over four fields, each by itself. */
export function matcherOf(search: string): (item: SampleItem) => boolean {
  if (search.length > MAX_PATTERN_LENGTH) throw new BadRequest('search is too long')
  let pattern: RegExp
  try {
    pattern = new RegExp(search, 'i')
  } catch {
    throw new BadRequest('search must be a regular expression')
  }
  const matches = (text: string | null | undefined): boolean => typeof text === 'string' && pattern.test(text)
  return ({ itemId }) =>
    matches(itemId?.name) ||
    matches(itemId?.posNumber) ||
    matches(itemId?.elementId?.name) ||
    (itemId?.artworks ?? []).some((artwork) => matches(artwork.name))
}

/**
 * What items are ordered by. Rule 3 leaves the logic for draft states open; the sample's own: 10 is a draft
 * that was returned, and comes right after the drafts (0).
 */
const SORT_VALUES: Readonly<
  Record<Exclude<SortField, 'updatedAt'>, (item: SampleItem) => string | number | null>
> = {
  itemName: (item) => item.itemId?.name?.toLowerCase() ?? null,
  artworkName: (item) => item.itemId?.artworks?.[0]?.name?.toLowerCase() ?? null,
  status: (item) => (item.status === 10 ? 0.5 : (item.status ?? null)),
  createdAt: (item) => item.createdAt ?? null,
  qty: (item) => item.qty ?? null,
  approvalWorkflow: (item) => item.itemId?.workflowTemplateName ?? null,
}

const compare = (left: string | number, right: string | number): number =>
  left < right ? -1 : left > right ? 1 : 0

/** Orders kept so that the pages of one listing do not each sort everything again. */
const MAX_CACHED_ORDERS = 12

/** Answers listings over a table of items. */
export class ItemLister {
  readonly #table: ItemTable
  readonly #orders = new LRUCache<string, Uint32Array>({ max: MAX_CACHED_ORDERS })
  #version = 0

  constructor(table: ItemTable) {
    this.#table = table
  }

  /** The body of section 4.2's answer. */
  list(listing: Listing): JsonObject {
    const order = this.#order(listing)
    const page = order.subarray(listing.skip, listing.skip + listing.limit)
    const items = Array.from(page, (slot) => this.#table.item(slot))
    return {
      campaignItemIds: items.map((item) => item._id),
      campaignItemEntities: Object.fromEntries(items.map((item) => [item._id, item])),
      totalCount: order.length,
      limit: listing.limit,
      skip: listing.skip,
    }
  }

  #order(listing: Listing): Uint32Array {
    if (this.#version !== this.#table.version) this.#orders.clear()
    this.#version = this.#table.version
    const name = JSON.stringify([listing.campaignId, listing.search, listing.sort])
    const order = this.#orders.get(name) ?? this.#sorted(this.#matching(listing), listing.sort)
    this.#orders.set(name, order)
    return order
  }

  #matching({ campaignId, search }: Listing): Uint32Array {
    const slots = this.#table.slotsOf(campaignId)
    if (search === '') return slots
    const matches = matcherOf(search)
    return slots.filter((slot) => matches(this.#table.item(slot)))
  }

  /**
   * Equal values stay in the service's own order; items without a value come before all others, ascending.
   */
  #sorted(slots: Uint32Array, sort: Listing['sort']): Uint32Array {
    if (sort === null) return slots
    const { field, direction } = sort
    if (field === 'updatedAt') return this.#byChange(slots, direction)
    const valueOf = SORT_VALUES[field]
    const values = Array.from(slots, (slot) => valueOf(this.#table.item(slot)))
    const positions = Uint32Array.from(slots, (_, position) => position)
    positions.sort((a, b) => {
      const left = values[a] ?? null
      const right = values[b] ?? null
      if (left === null || right === null)
        return direction * (Number(left !== null) - Number(right !== null)) || a - b
      return direction * compare(left, right) || a - b
    })
    return positions.map((position) => slots[position] ?? 0)
  }

  /** The order that downloads ask for, without making a single item: a plain sort of numbers. */
  #byChange(slots: Uint32Array, direction: 1 | -1): Uint32Array {
    const times = Float64Array.from(slots, (slot) => this.#table.updatedAt(slot) ?? Number.NEGATIVE_INFINITY)
    const positions = Uint32Array.from(slots, (_, position) => position)
    positions.sort((a, b) => {
      const left = times[a] ?? 0
      const right = times[b] ?? 0
      return left === right ? a - b : left < right ? -direction : direction
    })
    return positions.map((position) => slots[position] ?? 0)
  }
}
