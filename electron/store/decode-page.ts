import type { ItemColumnKey } from '../contract/columns.ts'
import type { OtherTypes } from '../contract/item.ts'
import { messages } from '../contract/messages.ts'
import { whenUsed } from '../contract/when-used.ts'
import { isOtherType } from './decode-cells.ts'
import { decodeItem, type ItemColumns } from './decode-item.ts'
import {
  asCount,
  asObject,
  invalidResponse,
  instantOf,
  invalidCount,
  isTooLarge,
  parseObject,
  type JsonObject,
} from './decode-json.ts'
import { memberSlices } from './json-slices.ts'
import { splitPage } from './page-parts.ts'

export interface DecodedItem {
  /** The listed id; `_id` inside the item is not used. */
  readonly id: string
  /** Index in the list of ids of the page. */
  readonly index: number
  readonly columns: ItemColumns
}

/** Returns the id of an item's campaign, or null if it is missing or invalid. */
export function campaignIdOf({ campaignId, textValues }: ItemColumns): string | null {
  return textValues?.campaignId === undefined ? campaignId : null
}

/** A page of `GET /campaign-items` (service interface, 4.2); null for values that are missing or invalid. */
export interface DecodedPage {
  readonly skip: number | null
  readonly limit: number | null
  readonly totalCount: number | null
  /** The text of an invalid `totalCount`. */
  readonly invalidCount: string | null
  /** Number of listed ids, with duplicates. */
  readonly listed: number
  /** Items that can be stored, each id once, in the order of the page. */
  readonly items: readonly DecodedItem[]
  /** The unchanged UTF-8 JSON text of each item, by id. */
  readonly bodies: () => ReadonlyMap<string, Uint8Array>
  readonly withoutEntity: readonly string[]
  readonly unlisted: number
  readonly foreign: number
  readonly newestUpdatedAt: string | null
  readonly oldestUpdatedAt: string | null
  readonly order: 'descending' | 'broken' | 'unknown'
  readonly undated: number
  readonly campaigns: readonly { readonly id: string; readonly name: string | null; readonly items: number }[]
}

/** Counts the values of items that are not of their columns' types. */
export function otherTypesIn(items: readonly DecodedItem[]): OtherTypes {
  const counts: Partial<Record<ItemColumnKey, number>> = {}
  for (const { columns } of items) {
    for (const [key, text] of Object.entries(columns.textValues ?? {})) {
      const column = key as ItemColumnKey
      if (isOtherType(column, text)) counts[column] = (counts[column] ?? 0) + 1
    }
  }
  return counts
}

/**
 * Decodes a page. Missing, null and additional fields and unexpected types are accepted. Throws `badAnswer`
 * if the response as a whole is invalid.
 * @param campaignId the requested campaign, null for all
 */
export function decodePage(bytes: Uint8Array, campaignId: string | null): DecodedPage {
  const { page, ids, entities, bodies } = readPage(bytes)

  const requestedId = campaignId?.toLowerCase() ?? null
  const seenIds = new Set<string>()
  const items: DecodedItem[] = []
  const withoutEntity: string[] = []
  let foreign = 0
  for (const [index, pageId] of ids.entries()) {
    const id = idText(pageId)
    if (seenIds.has(id)) continue
    seenIds.add(id)
    const columns = isUsableId(pageId) ? (entities.get(id) ?? null) : null
    if (columns === null) {
      withoutEntity.push(id)
      continue
    }
    const campaign = requestedId === null ? null : campaignIdOf(columns)
    if (campaign !== null && campaign.toLowerCase() !== requestedId) {
      foreign += 1
      continue
    }
    items.push({ id, index, columns })
  }
  return {
    skip: asCount(page['skip']),
    limit: asCount(page['limit']),
    totalCount: asCount(page['totalCount']),
    invalidCount: invalidCount(page['totalCount']),
    listed: ids.length,
    items,
    bodies,
    withoutEntity,
    unlisted: [...entities.keys()].filter((id) => !seenIds.has(id)).length,
    foreign,
    ...updateSpan(items),
    campaigns: namedCampaigns(items),
  }
}

interface RawPage {
  readonly page: JsonObject
  readonly ids: readonly unknown[]
  /** Null if a value is not an object, or too large. */
  readonly entities: ReadonlyMap<string, ItemColumns | null>
  readonly bodies: DecodedPage['bodies']
}

function readPage(bytes: Uint8Array): RawPage {
  const parts = splitPage(bytes, decodeEntity)
  if (parts !== null) {
    const { envelope, values, bodies } = parts
    return { page: envelope, ids: idsOf(envelope), entities: values, bodies: () => bodies }
  }
  const { text, object: page } = parseObject(bytes)
  const ids = idsOf(page)
  const entities = asObject(page['campaignItemEntities'])
  if (entities === null) throw invalidResponse(messages.reasons.answer.noEntities)
  const bodies = whenUsed(() => memberSlices(bytes, text, 'campaignItemEntities'))
  const textOf = (id: string): string => Buffer.from(bodies().get(id) ?? []).toString()
  const isPageLarge = isTooLarge(bytes)
  const isUsable = (id: string): boolean => !isPageLarge || !isTooLarge(bodies().get(id) ?? bytes)
  return {
    page,
    ids,
    entities: new Map(
      Object.entries(entities).map(([id, entity]) => [
        id,
        isUsable(id) ? decodeEntity(entity, () => textOf(id)) : null,
      ]),
    ),
    bodies,
  }
}

function decodeEntity(value: unknown, body: () => string): ItemColumns | null {
  const entity = asObject(value)
  return entity === null ? null : decodeItem(entity, body)
}

function idsOf(page: JsonObject): readonly unknown[] {
  const ids: unknown = page['campaignItemIds']
  if (!Array.isArray(ids)) throw invalidResponse(messages.reasons.answer.noIds)
  return ids
}

/** The interface defines strings; a number is used as the key that JSON makes of it. */
function isUsableId(id: unknown): boolean {
  return (typeof id === 'string' && id !== '') || typeof id === 'number'
}

function idText(id: unknown): string {
  // SQLite cannot store lone surrogates, and no entity has such an id.
  if (typeof id === 'string') return id.toWellFormed()
  return typeof id === 'number' ? String(id) : `(${id === null ? 'null' : typeof id})`
}

function updateSpan(
  items: readonly DecodedItem[],
): Pick<DecodedPage, 'newestUpdatedAt' | 'oldestUpdatedAt' | 'order' | 'undated'> {
  let newest: { readonly instant: number; readonly text: string } | null = null
  let oldest: { readonly instant: number; readonly text: string } | null = null
  let previous = Infinity
  let rises = false
  let undated = 0
  let isMixed = false
  for (const { columns } of items) {
    const text = columns.updatedAt
    const instant = instantOf(text)
    if (text === null || instant === null) {
      undated += 1
      continue
    }
    if (undated > 0) isMixed = true
    if (instant > previous) rises = true
    previous = instant
    if (newest === null || instant > newest.instant) newest = { instant, text }
    if (oldest === null || instant < oldest.instant) oldest = { instant, text }
  }
  return {
    newestUpdatedAt: newest?.text ?? null,
    oldestUpdatedAt: oldest?.text ?? null,
    order: rises ? 'broken' : isMixed ? 'unknown' : 'descending',
    undated,
  }
}

/** Returns the campaigns of items, in order of first appearance. */
export function namedCampaigns(items: readonly DecodedItem[]): DecodedPage['campaigns'] {
  const campaigns = new Map<string, { id: string; name: string | null; items: number }>()
  let last: { id: string; name: string | null; items: number } | undefined
  for (const { columns } of items) {
    const campaignId = campaignIdOf(columns)
    if (campaignId === null || campaignId === '') continue
    // Nearly always the same campaign as before.
    const campaign = last?.id === campaignId ? last : campaigns.get(campaignId)
    last = campaign
    if (campaign === undefined) {
      campaigns.set(campaignId, { id: campaignId, name: columns.campaignName, items: 1 })
    } else {
      campaign.items += 1
      campaign.name ??= columns.campaignName
    }
  }
  return [...campaigns.values()]
}
