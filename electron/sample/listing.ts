import { LRUCache } from 'lru-cache'
import type { ItemTable, JsonObject, SampleItem } from './types.ts'

/** An invalid request, which is answered with 400. */
export class BadRequest extends Error {}

export interface ListQuery {
  readonly campaignId: string | null
  readonly search: string
  readonly sort: { readonly field: SortField; readonly direction: 1 | -1 } | null
  readonly limit: number
  readonly skip: number
}

export interface LimitRule {
  /** Default if the request has none. */
  readonly default: number
  /** Maximum. */
  readonly max: number
  /** For a larger limit: apply the maximum and state it, or refuse the request. */
  readonly ifExceeded: 'apply' | 'refuse'
}

/** Sort keys by their names in `sort`. */
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

/** Parses the query of `GET /campaign-items` (4.2). Undocumented parameters are ignored. */
export function parseListQuery(query: URLSearchParams, rule: LimitRule): ListQuery {
  const campaignId = query.get('campaignId')
  if (campaignId !== null && !UUID.test(campaignId)) throw new BadRequest('campaignId must be a UUID')
  const requestedLimit = wholeNumber(query, 'limit', 1) ?? rule.default
  if (requestedLimit > rule.max && rule.ifExceeded === 'refuse')
    throw new BadRequest(`limit must not be over ${String(rule.max)}`)
  return {
    campaignId,
    search: query.get('search') ?? '',
    sort: parseSort(query.get('sort')),
    limit: Math.min(requestedLimit, rule.max),
    skip: wholeNumber(query, 'skip', 0) ?? 0,
  }
}

function wholeNumber(query: URLSearchParams, name: string, min: number): number | null {
  const text = query.get(name)
  if (text === null) return null
  const value = Number(text)
  if (!/^\d{1,15}$/u.test(text) || value < min)
    throw new BadRequest(`${name} must be a whole number from ${String(min)}`)
  return value
}

function parseSort(text: string | null): ListQuery['sort'] {
  if (text === null || text === '') return null
  const [, name = '', direction] = /^(\w+):(-?1)$/u.exec(text) ?? []
  if (!Object.hasOwn(SORT_FIELDS, name)) throw new BadRequest('sort must be <field>:<direction>')
  return { field: SORT_FIELDS[name as keyof typeof SORT_FIELDS], direction: direction === '1' ? 1 : -1 }
}

/** Returns the test of rule 1: a case-insensitive pattern over four separate fields. */
export function createMatcher(search: string): (item: SampleItem) => boolean {
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
 * Sort values of items. Rule 3 does not define draft states; in the sample, 10 is a returned draft, which
 * follows the drafts (0).
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

/** Cached, so that each page of a list need not be sorted again. */
const MAX_CACHED_ORDERS = 12

/** Lists the items of a table. */
export class ItemLister {
  readonly #table: ItemTable
  readonly #orders = new LRUCache<string, Uint32Array>({ max: MAX_CACHED_ORDERS })
  #version = 0

  constructor(table: ItemTable) {
    this.#table = table
  }

  /** Returns the response body of section 4.2. */
  list(listing: ListQuery): JsonObject {
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

  #order(listing: ListQuery): Uint32Array {
    if (this.#version !== this.#table.version) this.#orders.clear()
    this.#version = this.#table.version
    const name = JSON.stringify([listing.campaignId, listing.search, listing.sort])
    const order = this.#orders.get(name) ?? this.#sort(this.#filter(listing), listing.sort)
    this.#orders.set(name, order)
    return order
  }

  #filter({ campaignId, search }: ListQuery): Uint32Array {
    const slots = this.#table.slotsOf(campaignId)
    if (search === '') return slots
    const matches = createMatcher(search)
    return slots.filter((slot) => matches(this.#table.item(slot)))
  }

  /** Equal values keep the service's order; items without a value come first in ascending order. */
  #sort(slots: Uint32Array, sort: ListQuery['sort']): Uint32Array {
    if (sort === null) return slots
    const { field, direction } = sort
    if (field === 'updatedAt') return this.#sortByUpdate(slots, direction)
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

  /** Sorts by `updatedAt`, as downloads do, without generating items. */
  #sortByUpdate(slots: Uint32Array, direction: 1 | -1): Uint32Array {
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
