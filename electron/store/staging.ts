import { AppError } from '../contract/app-error.ts'
import { decodeCampaign, type DecodedCampaign } from './decode-campaign.ts'
import { instantOf, toJsonText } from './decode-json.ts'
import { decodePage, type DecodedItem, type DecodedPage } from './decode-page.ts'
import type { WriteHandle } from './handles.ts'
import { boundColumns, ITEM_COLUMN_NAMES } from './item-columns.ts'
import type { PageOutcome } from './types.ts'

/** The campaign's own record, as a download got it. */
export type StagedRecord =
  | { readonly state: 'fetched'; readonly campaign: DecodedCampaign }
  | { readonly state: 'forbidden' | 'missing' }

/** A download that is under way. Its rows are in the copy of this key, which no campaign uses yet. */
export interface StagedDownload {
  readonly copyKey: number
  /** Null: a discovery. */
  readonly campaignId: string | null
  /** The copy in use when the download began. */
  readonly currentCopy: number | null
  readonly currentRevision: number | null
  record: StagedRecord | null
  /** Ids that the pages so far listed. */
  listed: number
  /** Items kept so far. */
  staged: number
  newestUpdatedAt: string | null
  /** The campaign's name as its items give it. */
  name: string | null
}

const COLUMNS = ITEM_COLUMN_NAMES.join(', ')
const PLACES = ITEM_COLUMN_NAMES.map(() => '?').join(', ')

const INSERT_ITEM = `INSERT INTO items (copy_key, position, campaign_item_id, ${COLUMNS})
  VALUES (?, ?, ?, ${PLACES}) ON CONFLICT (copy_key, campaign_item_id) DO NOTHING`
const REPLACE_ITEM = `UPDATE items SET (position, ${COLUMNS}) = (?, ${PLACES}) WHERE key = ?`
const INSERT_BODY = 'INSERT INTO item_bodies (item_key, json) VALUES (?, ?)'
const REPLACE_BODY = 'UPDATE item_bodies SET json = ? WHERE item_key = ?'
const FIND_ITEM = 'SELECT key FROM items WHERE copy_key = ? AND campaign_item_id = ?'
const COMPARE_ITEM = `SELECT items.key AS key, item_bodies.json = ? AS same FROM items
  JOIN item_bodies ON item_bodies.item_key = items.key WHERE copy_key = ? AND campaign_item_id = ?`
const KEEP_ITEM =
  'INSERT INTO kept_items (copy_key, item_key, position) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
const MOVE_KEPT = 'UPDATE kept_items SET position = ? WHERE copy_key = ? AND item_key = ?'
const UNKEEP_ITEM = 'DELETE FROM kept_items WHERE copy_key = ? AND item_key = ?'
const SEE_ITEM =
  'INSERT INTO temp.seen_items (copy_key, campaign_item_id) VALUES (?, ?) ON CONFLICT DO NOTHING'

/** The downloads under way. They live as long as the writer: what it leaves behind, its successor clears away. */
export class Staging {
  readonly #handle: WriteHandle
  readonly #downloads = new Map<number, StagedDownload>()

  constructor(handle: WriteHandle) {
    this.#handle = handle
    handle.execute(`CREATE TEMP TABLE seen_items (copy_key INTEGER NOT NULL, campaign_item_id TEXT NOT NULL,
      PRIMARY KEY (copy_key, campaign_item_id)) WITHOUT ROWID`)
    handle.transaction(() => {
      const abandoned = handle
        .values<number>(
          'SELECT key FROM copies WHERE key NOT IN (SELECT copy_key FROM campaigns WHERE copy_key IS NOT NULL)',
        )
        .all()
      for (const copyKey of abandoned) this.#clear(copyKey)
    })
  }

  /** A campaign has at most one download: a newer one takes the place of an older one. */
  begin(campaignId: string | null): StagedDownload {
    return this.#handle.transaction(() => {
      if (campaignId !== null) this.dropCampaign(campaignId)
      const copyKey = Number(
        this.#handle
          .command('INSERT INTO copies (campaign_id, begun_at) VALUES (?, ?)')
          .run(campaignId, Date.now()).lastInsertRowid,
      )
      const currentCopy =
        campaignId === null
          ? null
          : (this.#handle
              .values<number | null>('SELECT copy_key FROM campaigns WHERE id = ?')
              .get(campaignId) ?? null)
      const download: StagedDownload = {
        copyKey,
        campaignId,
        currentCopy,
        currentRevision:
          currentCopy === null
            ? null
            : (this.#handle.values<number>('SELECT revision FROM copies WHERE key = ?').get(currentCopy) ??
              null),
        record: null,
        listed: 0,
        staged: 0,
        newestUpdatedAt: null,
        name: null,
      }
      this.#downloads.set(copyKey, download)
      return download
    })
  }

  /** Throws `notFound` for a download that was dropped, ended or never begun. */
  get(downloadId: number): StagedDownload {
    const download = this.#downloads.get(downloadId)
    if (download === undefined) throw new AppError('notFound', { detail: 'There is no such download.' })
    return download
  }

  addPage(downloadId: number, bytes: Uint8Array): PageOutcome {
    const download = this.get(downloadId)
    const page = decodePage(bytes, download.campaignId)
    const fresh = this.#handle.transaction(() => {
      this.#requireOwn(download)
      return download.campaignId === null ? this.#see(download, page) : this.#keep(download, page)
    })
    download.listed += page.listed
    download.staged += fresh
    download.newestUpdatedAt = newer(download.newestUpdatedAt, page.newestUpdatedAt)
    const { items, ...outcome } = page
    download.name = nameIn(items) ?? download.name
    return { ...outcome, fresh, staged: download.staged }
  }

  addRecord(
    downloadId: number,
    record:
      { readonly state: 'fetched'; readonly bytes: Uint8Array } | { readonly state: 'forbidden' | 'missing' },
  ): { readonly name: string | null } {
    const download = this.get(downloadId)
    if (record.state !== 'fetched') {
      download.record = { state: record.state }
      return { name: null }
    }
    const campaign = decodeCampaign(record.bytes)
    download.record = { state: 'fetched', campaign }
    return { name: campaign.name }
  }

  /** Removes what a download staged; nothing when it is gone already. */
  drop(downloadId: number): void {
    if (!this.#downloads.delete(downloadId)) return
    this.#handle.transaction(() => {
      this.#clear(downloadId)
    })
  }

  dropCampaign(campaignId: string): void {
    for (const download of this.#downloads.values()) {
      if (download.campaignId === campaignId) this.drop(download.copyKey)
    }
  }

  /** Forgets a download whose rows have come into use. */
  forget(downloadId: number): void {
    this.#downloads.delete(downloadId)
  }

  #clear(copyKey: number): void {
    const handle = this.#handle
    handle.command('DELETE FROM temp.seen_items WHERE copy_key = ?').run(copyKey)
    handle.command('DELETE FROM items WHERE copy_key = ?').run(copyKey)
    handle.command('DELETE FROM copies WHERE key = ?').run(copyKey)
  }

  /** Another program that opened the same cache has cleared our rows away as abandoned. */
  #requireOwn(download: StagedDownload): void {
    const there = this.#handle.values<number>('SELECT key FROM copies WHERE key = ?').get(download.copyKey)
    if (there === undefined) throw new AppError('cacheBusy', { detail: 'The staged rows are gone.' })
  }

  #see(download: StagedDownload, page: DecodedPage): number {
    const see = this.#handle.command(SEE_ITEM)
    let fresh = 0
    for (const item of page.items) fresh += see.run(download.copyKey, item.id).changes
    return fresh
  }

  #keep(download: StagedDownload, page: DecodedPage): number {
    const start = page.skip ?? download.listed
    let fresh = 0
    for (const item of page.items) {
      if (this.#keepItem(download, item, start + item.place)) fresh += 1
    }
    return fresh
  }

  /** True for an item that no earlier page of the download had. The last one of an id wins. */
  #keepItem(download: StagedDownload, item: DecodedItem, position: number): boolean {
    const { copyKey, currentCopy } = download
    const handle = this.#handle
    const body = toJsonText(item.entity)
    const current =
      currentCopy === null
        ? undefined
        : handle
            .rows<{ readonly key: number; readonly same: number }>(COMPARE_ITEM)
            .get(body, currentCopy, item.id)
    if (current?.same === 1) {
      const added = handle.command(KEEP_ITEM).run(copyKey, current.key, position).changes === 1
      if (!added) handle.command(MOVE_KEPT).run(position, copyKey, current.key)
      const replaced = handle
        .command('DELETE FROM items WHERE copy_key = ? AND campaign_item_id = ?')
        .run(copyKey, item.id).changes
      return added && replaced === 0
    }
    const columns = boundColumns(item.columns)
    const inserted = handle.command(INSERT_ITEM).run(copyKey, position, item.id, ...columns)
    if (inserted.changes === 1) {
      handle.command(INSERT_BODY).run(inserted.lastInsertRowid, body)
      const wasKept =
        current !== undefined && handle.command(UNKEEP_ITEM).run(copyKey, current.key).changes === 1
      return !wasKept
    }
    const key = handle.values<number>(FIND_ITEM).get(copyKey, item.id)
    if (key === undefined) throw new AppError('internal', { detail: 'A staged item is gone.' })
    handle.command(REPLACE_ITEM).run(position, ...columns, key)
    handle.command(REPLACE_BODY).run(body, key)
    return false
  }
}

function newer(known: string | null, candidate: string | null): string | null {
  const knownInstant = instantOf(known)
  const instant = instantOf(candidate)
  if (instant === null) return known
  return knownInstant === null || instant > knownInstant ? candidate : known
}

function nameIn(items: readonly DecodedItem[]): string | null {
  return items.find((item) => item.columns.campaignName !== null)?.columns.campaignName ?? null
}
