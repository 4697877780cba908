import { invalidResponse } from '../decode-json.ts'
import { ANSWER_REASONS } from '../../contract/strings/store.ts'
import { campaignIdOf, namedCampaigns, type DecodedItem, type DecodedPage } from '../decode-page.ts'
import type { Command, ReadHandle, WriteHandle } from '../database/handles.ts'
import type { PageOutcome } from '../types.ts'
import { IdMap } from './id-map.ts'
import type { PageCounts } from './stage-page.ts'

/** The discovery that reads a page. */
interface DiscoveryTarget {
  readonly copyKey: number
  readonly keepsItems: boolean
  readonly keys: IdMap
}

/** Limits of what a download takes at once, so that memory stays bounded. */
const MAX_ITEMS_AT_ONCE = 1_000
const MAX_BYTES_AT_ONCE = 4_000_000

/** Reads a page of a discovery, and keeps its items if the discovery does. Must run inside a transaction. */
export function readDiscovered(
  handle: WriteHandle,
  target: DiscoveryTarget,
  page: DecodedPage,
): { readonly counts: PageCounts; readonly campaigns: PageOutcome['campaigns'] } {
  const keeper = target.keepsItems ? new ItemKeeper(handle, target, page) : null
  const fresh: DecodedItem[] = []
  let altered = 0
  for (const item of page.items) {
    const key = target.keys.get(item.id, keeper?.isOf(item))
    if (key === 0) {
      fresh.push(item)
      target.keys.set(item.id, keeper?.insert(item) ?? 1, keeper?.isOf(item))
    } else if (keeper?.update(item, key) === true) {
      altered += 1
    }
  }
  const { length } = fresh
  const items = new Map(namedCampaigns(fresh).map((campaign) => [campaign.id, campaign.items]))
  return {
    counts: { fresh: length, added: length, unchanged: 0, altered, repeated: page.items.length - length },
    campaigns: page.campaigns.map((campaign) => ({ ...campaign, items: items.get(campaign.id) ?? 0 })),
  }
}

/** Writes the items of one page. */
class ItemKeeper {
  readonly #copyKey: number
  readonly #bodies: ReadonlyMap<string, Uint8Array>
  readonly #idOf: (key: number) => string | undefined
  readonly #insert: Command
  readonly #update: Command

  constructor(handle: WriteHandle, { copyKey }: DiscoveryTarget, page: DecodedPage) {
    this.#copyKey = copyKey
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

  isOf({ id }: DecodedItem): (key: number) => boolean {
    return (key) => this.#idOf(key) === id
  }

  /** Returns the key of the new row. */
  insert(item: DecodedItem): number {
    const { lastInsertRowid } = this.#insert.run(
      this.#copyKey,
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
    if (body === undefined) throw invalidResponse(ANSWER_REASONS.unclear)
    return body
  }
}

const idReader =
  (handle: ReadHandle) =>
  (key: number): string | undefined =>
    handle.values<string>('SELECT campaign_item_id FROM discovered_items WHERE key = ?').get(key)

/** Returns the keys of the items that a discovery keeps, by id. */
export function discoveredKeys(handle: ReadHandle, copyKey: number): IdMap {
  const keys = new IdMap()
  const idOf = idReader(handle)
  const rows = handle
    .tuples<readonly [key: number, id: string]>(
      'SELECT key, campaign_item_id FROM discovered_items WHERE copy_key = ?',
    )
    .iterate(copyKey)
  for (const [key, id] of rows) keys.set(id, key, (other) => idOf(other) === id)
  return keys
}

/** Offers the items of a discovery to downloads. Returns whether there are any. */
export function enableDiscoveredItems(handle: WriteHandle, copyKey: number, mark: number): boolean {
  handle.command('UPDATE discoveries SET mark = ? WHERE copy_key = ?').run(mark, copyKey)
  handle.command('DELETE FROM discovered_items WHERE copy_key = ? AND campaign_id IS NULL').run(copyKey)
  return isAnyLeft(handle, copyKey)
}

function isAnyLeft(handle: ReadHandle, copyKey: number): boolean {
  return handle.values<number>('SELECT 1 FROM discovered_items WHERE copy_key = ? LIMIT 1').get(copyKey) === 1
}

interface Discovered {
  /** The discovery's number. */
  readonly discovery: number
  readonly mark: number
  readonly items: number
}

/** Returns what the latest finished discovery keeps of a campaign; null for nothing. */
export function findDiscovered(handle: ReadHandle, campaignId: string): Discovered | null {
  return (
    handle
      .rows<Discovered>(
        `SELECT copy_key AS discovery, mark, (SELECT count(*) FROM discovered_items
            WHERE discovered_items.copy_key = discoveries.copy_key AND campaign_id = ?) AS items
          FROM discoveries WHERE mark IS NOT NULL AND items > 0 ORDER BY copy_key DESC LIMIT 1`,
      )
      .get(campaignId) ?? null
  )
}

/**
 * Removes the next items of a campaign from those that a finished discovery keeps, and returns them as a page
 * of the campaign's list; null when there are none. Must run inside the transaction that stages them.
 */
export function takeDiscoveredPage(
  handle: WriteHandle,
  campaignId: string,
): {
  readonly bytes: Uint8Array
  readonly count: number
  readonly discovery: NonNullable<PageOutcome['discovery']>
} | null {
  const found = findDiscovered(handle, campaignId)
  if (found === null) return null
  const { discovery, mark, items } = found
  const rows = handle
    .tuples<readonly [key: number, id: string, json: Uint8Array]>(
      `SELECT key, campaign_item_id, CAST(json AS BLOB) FROM discovered_items
        WHERE copy_key = ? AND campaign_id = ? ORDER BY key LIMIT ${String(MAX_ITEMS_AT_ONCE)}`,
    )
    .iterate(discovery, campaignId)
  const ids: string[] = []
  const members: Uint8Array[] = []
  let size = 0
  let last = 0
  for (const [key, id, json] of rows) {
    const name = JSON.stringify(id)
    members.push(Buffer.from(`${ids.length === 0 ? '' : ','}${name}:`), json)
    ids.push(name)
    size += json.length
    last = key
    if (size >= MAX_BYTES_AT_ONCE) break
  }
  handle
    .command('DELETE FROM discovered_items WHERE copy_key = ? AND campaign_id = ? AND key <= ?')
    .run(discovery, campaignId, last)
  if (!isAnyLeft(handle, discovery)) handle.command('DELETE FROM copies WHERE key = ?').run(discovery)
  return {
    bytes: Buffer.concat([
      Buffer.from(`{"campaignItemIds":[${ids.join(',')}],"campaignItemEntities":{`),
      ...members,
      Buffer.from('}}'),
    ]),
    count: ids.length,
    discovery: { mark, isLast: ids.length === items },
  }
}

/** Removes what discoveries keep of a campaign. */
export function dropDiscovered(handle: WriteHandle, campaignId: string): void {
  handle
    .command(
      `DELETE FROM discovered_items WHERE campaign_id = ?
        AND copy_key IN (SELECT copy_key FROM discoveries)`,
    )
    .run(campaignId)
}

/**
 * Removes what earlier discoveries keep of the campaign of a full download. It must go together with what the
 * download has staged, because the download may have taken a part of it.
 */
export function dropRestOfDiscovered(handle: WriteHandle, copyKey: number): void {
  handle
    .command(
      `DELETE FROM discovered_items WHERE
        campaign_id = (SELECT campaign_id FROM copies JOIN stagings ON copy_key = key WHERE key = ? AND kind = 'full')
        AND copy_key IN (SELECT copy_key FROM discoveries WHERE copy_key < ?)`,
    )
    .run(copyKey, copyKey)
}
