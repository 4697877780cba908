import { invalidResponse } from '../decode-json.ts'
import { messages } from '../../contract/messages.ts'
import { campaignIdOf, namedCampaigns, type DecodedItem, type DecodedPage } from '../decode-page.ts'
import type { Command, ReadHandle, WriteHandle } from '../database/handles.ts'
import type { PageOutcome } from '../types.ts'
import { IdMap } from './id-map.ts'
import type { PageCounts } from './stage-page.ts'

/** The discovery that reads a page. */
interface DiscoveryTarget {
  readonly snapshotKey: number
  readonly keepsItems: boolean
  readonly keys: IdMap
}

/** Limits of a page of discovered items. */
const MAX_ITEMS_PER_PAGE = 1_000
const MAX_BYTES_PER_PAGE = 4_000_000

/** Reads a page of a discovery, and stores its items if required. Must run inside a transaction. */
export function readDiscovered(
  handle: WriteHandle,
  target: DiscoveryTarget,
  page: DecodedPage,
): { readonly counts: PageCounts; readonly campaigns: PageOutcome['campaigns'] } {
  const writer = target.keepsItems ? new DiscoveredItemWriter(handle, target, page) : null
  const fresh: DecodedItem[] = []
  let altered = 0
  for (const item of page.items) {
    const key = target.keys.get(item.id, writer?.keyTest(item))
    if (key === 0) {
      fresh.push(item)
      target.keys.set(item.id, writer?.insert(item) ?? 1, writer?.keyTest(item))
    } else if (writer?.update(item, key) === true) {
      altered += 1
    }
  }
  const count = fresh.length
  const items = new Map(namedCampaigns(fresh).map((campaign) => [campaign.id, campaign.items]))
  return {
    counts: { fresh: count, added: count, unchanged: 0, altered, repeated: page.items.length - count },
    campaigns: page.campaigns.map((campaign) => ({ ...campaign, items: items.get(campaign.id) ?? 0 })),
  }
}

/** Stores the items of one page. */
class DiscoveredItemWriter {
  readonly #snapshotKey: number
  readonly #bodies: ReadonlyMap<string, Uint8Array>
  readonly #idOf: (key: number) => string | undefined
  readonly #insert: Command
  readonly #update: Command

  constructor(handle: WriteHandle, { snapshotKey }: DiscoveryTarget, page: DecodedPage) {
    this.#snapshotKey = snapshotKey
    this.#bodies = page.bodies()
    this.#idOf = idReader(handle)
    this.#insert = handle.command(
      `INSERT INTO discovered_items (copy_key, campaign_id, campaign_item_id, json)
        VALUES (?, ?, ?, CAST(? AS TEXT))`,
    )
    this.#update = handle.command(
      `UPDATE discovered_items SET campaign_id = ?, json = CAST(? AS TEXT)
        WHERE key = ? AND json <> CAST(? AS TEXT)`,
    )
  }

  /** Returns a function that checks whether a key belongs to an item; see {@link IdMap}. */
  keyTest({ id }: DecodedItem): (key: number) => boolean {
    return (key) => this.#idOf(key) === id
  }

  /** Returns the key of the new row. */
  insert(item: DecodedItem): number {
    const { lastInsertRowid } = this.#insert.run(
      this.#snapshotKey,
      campaignIdOf(item.columns),
      item.id,
      this.#bodyOf(item),
    )
    return Number(lastInsertRowid)
  }

  /** Returns whether the item has changed since the discovery first read it. */
  update(item: DecodedItem, key: number): boolean {
    const body = this.#bodyOf(item)
    return this.#update.run(campaignIdOf(item.columns), body, key, body).changes > 0
  }

  #bodyOf({ id }: DecodedItem): Uint8Array {
    const body = this.#bodies.get(id)
    if (body === undefined) throw invalidResponse(messages.reasons.answer.unclear)
    return body
  }
}

const idReader =
  (handle: ReadHandle) =>
  (key: number): string | undefined =>
    handle.values<string>('SELECT campaign_item_id FROM discovered_items WHERE key = ?').get(key)

/** Returns the keys of the stored items of a discovery, by id. */
export function discoveredKeys(handle: ReadHandle, snapshotKey: number): IdMap {
  const keys = new IdMap()
  const idOf = idReader(handle)
  const rows = handle
    .tuples<readonly [key: number, id: string]>(
      'SELECT key, campaign_item_id FROM discovered_items WHERE copy_key = ?',
    )
    .iterate(snapshotKey)
  for (const [key, id] of rows) keys.set(id, key, (otherKey) => idOf(otherKey) === id)
  return keys
}

/**
 * Makes the items of a discovery available to downloads. Returns whether there are any.
 * @param newestUpdate newest `updatedAt` of the first page, in milliseconds since 1970
 */
export function enableDiscoveredItems(
  handle: WriteHandle,
  snapshotKey: number,
  newestUpdate: number,
): boolean {
  handle.command('UPDATE discoveries SET mark = ? WHERE copy_key = ?').run(newestUpdate, snapshotKey)
  handle.command('DELETE FROM discovered_items WHERE copy_key = ? AND campaign_id IS NULL').run(snapshotKey)
  return hasItems(handle, snapshotKey)
}

function hasItems(handle: ReadHandle, snapshotKey: number): boolean {
  return (
    handle.values<number>('SELECT 1 FROM discovered_items WHERE copy_key = ? LIMIT 1').get(snapshotKey) === 1
  )
}

interface DiscoveredCount {
  /** The key of the discovery. */
  readonly discovery: number
  readonly newestUpdate: number
  readonly items: number
}

/** Returns the latest finished discovery with items of a campaign, or null. */
export function findDiscovered(handle: ReadHandle, campaignId: string): DiscoveredCount | null {
  return (
    handle
      .rows<DiscoveredCount>(
        `SELECT copy_key AS discovery, mark AS newestUpdate, (SELECT count(*) FROM discovered_items
            WHERE discovered_items.copy_key = discoveries.copy_key AND campaign_id = ?) AS items
          FROM discoveries WHERE mark IS NOT NULL AND items > 0 ORDER BY copy_key DESC LIMIT 1`,
      )
      .get(campaignId) ?? null
  )
}

/**
 * Removes the next items of a campaign from a finished discovery, and returns them as a page of the
 * campaign's list, or null if there are none. Must run inside the transaction that stages them.
 */
export function takeDiscoveredPage(
  handle: WriteHandle,
  campaignId: string,
): {
  readonly bytes: Uint8Array
  readonly count: number
  readonly discovery: NonNullable<PageOutcome['discovery']>
} | null {
  const available = findDiscovered(handle, campaignId)
  if (available === null) return null
  const { discovery, newestUpdate, items } = available
  const rows = handle
    .tuples<readonly [key: number, id: string, json: Uint8Array]>(
      `SELECT key, campaign_item_id, CAST(json AS BLOB) FROM discovered_items
        WHERE copy_key = ? AND campaign_id = ? ORDER BY key LIMIT ${String(MAX_ITEMS_PER_PAGE)}`,
    )
    .iterate(discovery, campaignId)
  const ids: string[] = []
  const members: Uint8Array[] = []
  let size = 0
  let lastKey = 0
  for (const [key, id, json] of rows) {
    const name = JSON.stringify(id)
    members.push(Buffer.from(`${ids.length === 0 ? '' : ','}${name}:`), json)
    ids.push(name)
    size += json.length
    lastKey = key
    if (size >= MAX_BYTES_PER_PAGE) break
  }
  handle
    .command('DELETE FROM discovered_items WHERE copy_key = ? AND campaign_id = ? AND key <= ?')
    .run(discovery, campaignId, lastKey)
  if (!hasItems(handle, discovery)) handle.command('DELETE FROM copies WHERE key = ?').run(discovery)
  return {
    bytes: Buffer.concat([
      Buffer.from(`{"campaignItemIds":[${ids.join(',')}],"campaignItemEntities":{`),
      ...members,
      Buffer.from('}}'),
    ]),
    count: ids.length,
    discovery: { mark: newestUpdate, isLast: ids.length === items },
  }
}

/** Removes the items of a campaign from all discoveries. */
export function dropDiscovered(handle: WriteHandle, campaignId: string): void {
  handle
    .command(
      `DELETE FROM discovered_items WHERE campaign_id = ?
        AND copy_key IN (SELECT copy_key FROM discoveries)`,
    )
    .run(campaignId)
}

/**
 * Removes the items of a full download's campaign from earlier discoveries. Must run with the deletion of the
 * staged rows, because the download may have taken some of these items.
 */
export function dropRemainingDiscovered(handle: WriteHandle, snapshotKey: number): void {
  handle
    .command(
      `DELETE FROM discovered_items WHERE
        campaign_id = (SELECT campaign_id FROM copies JOIN stagings ON copy_key = key WHERE key = ? AND kind = 'full')
        AND copy_key IN (SELECT copy_key FROM discoveries WHERE copy_key < ?)`,
    )
    .run(snapshotKey, snapshotKey)
}
