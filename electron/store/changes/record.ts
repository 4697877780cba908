import type { ChangeKind, FieldChange } from '../../contract/changes.ts'
import type { Command, WriteHandle } from '../database/handles.ts'
import { diffTexts } from './diff.ts'
import { updateUnseenCount, UnseenChangeRecorder, type RecordedChange } from './unseen-changes.ts'
import { packFields } from './rows.ts'

/** The last downloads are always kept. */
const MIN_DOWNLOADS = 20
/** Earlier downloads with changes are kept for 90 days. */
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1_000

const ROWS_PER_BATCH = 500

/** A download that is being committed. */
export interface NewDownload {
  readonly campaignKey: number
  readonly mode: 'full' | 'recent'
  readonly complete: boolean
  /** Milliseconds since 1970. */
  readonly completedAt: number
}

/**
 * Records the changes of a download inside the transaction that commits it: first the items, while old and
 * new rows exist, then the campaign's record, then the totals.
 */
export class ChangeRecorder {
  readonly #handle: WriteHandle
  readonly #download: NewDownload
  readonly #downloadKey: number
  readonly #unseenChanges: UnseenChangeRecorder
  readonly #insert: Command
  readonly #counts: Record<ChangeKind, number> = { added: 0, changed: 0, gone: 0 }
  #campaignFields: readonly FieldChange[] = []

  constructor(handle: WriteHandle, download: NewDownload) {
    this.#handle = handle
    this.#download = download
    const { campaignKey, mode, complete, completedAt } = download
    this.#downloadKey = Number(
      handle
        .command(
          'INSERT INTO downloads (campaign_key, mode, complete, completed_at, item_count) VALUES (?, ?, ?, ?, 0)',
        )
        .run(campaignKey, mode, Number(complete), completedAt).lastInsertRowid,
    )
    this.#unseenChanges = new UnseenChangeRecorder(handle, campaignKey, this.#downloadKey)
    this.#insert = handle.command(
      `INSERT INTO item_changes (download_key, campaign_item_id, item_key, kind, fields, item_name, pos_number, json)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
  }

  /** Records the items of `temp.changed_items`. Items whose fields are all equal are skipped. */
  recordChangedItems(): void {
    type Row = readonly [key: number, id: string, newKey: number]
    const rows = this.#handle.tuples<Row>(
      `SELECT current_key, campaign_item_id, staged_key FROM temp.changed_items
        JOIN items ON items.key = current_key WHERE current_key > ? ORDER BY current_key LIMIT ?`,
    )
    // Bodies may be long, so only those of one item are in memory.
    const body = this.#handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?')
    for (const [key, id, newKey] of inBatches((after) => rows.all(after, ROWS_PER_BATCH))) {
      const fields = diffTexts(body.get(key) ?? '{}', body.get(newKey) ?? '{}')
      if (fields.length === 0) continue
      this.#add({ id, key, kind: 'changed', fields }, newKey)
    }
  }

  recordDeletedItems(): void {
    const keys = this.#handle.tuples<readonly [key: number]>(
      'SELECT item_key FROM temp.gone_items WHERE item_key > ? ORDER BY item_key LIMIT ?',
    )
    type Row = readonly [id: string, name: string | null, posNumber: string | null, json: string]
    // Items may be long, so only one is in memory.
    const item = this.#handle.tuples<Row>(
      `SELECT campaign_item_id, item_name, pos_number, json FROM items
        JOIN item_bodies ON item_key = items.key WHERE items.key = ?`,
    )
    for (const [key] of inBatches((after) => keys.all(after, ROWS_PER_BATCH))) {
      const row = item.get(key)
      if (row === undefined) continue
      const [id, name, posNumber, json] = row
      this.#add({ id, key, kind: 'gone', fields: [], name, posNumber, json }, key)
    }
  }

  /** Records added items, listed by ascending keys. */
  recordAddedItems(
    listAfter: (key: number, count: number) => readonly (readonly [key: number, id: string])[],
  ): void {
    for (const [key, id] of inBatches((after) => listAfter(after, ROWS_PER_BATCH))) {
      this.#add({ id, key, kind: 'added', fields: [] }, key)
    }
  }

  /** Records the changes between two JSON texts of the campaign's record. */
  recordCampaign(old: string, current: string): void {
    this.#campaignFields = diffTexts(old, current)
  }

  /** Stores the totals. Returns the number of items with a changed field. */
  finish(itemCount: number): { readonly changed: number } {
    const { added, changed, gone } = this.#counts
    const fields = this.#campaignFields
    this.#handle
      .command(
        `UPDATE downloads SET item_count = ?, added = ?, changed = ?, gone = ?, campaign_fields = ?,
          campaign_changes = ? WHERE key = ?`,
      )
      .run(
        itemCount,
        added,
        changed,
        gone,
        fields.length,
        fields.length === 0 ? null : packFields(fields),
        this.#downloadKey,
      )
    if (added + changed + gone > 0) updateUnseenCount(this.#handle, this.#download.campaignKey)
    this.#deleteOld()
    return { changed }
  }

  /** @param bodyKey key of the row with the item's current body */
  #add(change: RecordedChange, bodyKey: number): void {
    const { id, key, kind, fields } = change
    this.#counts[kind] += 1
    this.#insert.run(
      this.#downloadKey,
      id,
      key,
      kind,
      fields.length === 0 ? null : packFields(fields),
      change.name ?? null,
      change.posNumber ?? null,
      change.json ?? null,
    )
    this.#unseenChanges.add(change, bodyKey)
  }

  #deleteOld(): void {
    const { campaignKey, completedAt } = this.#download
    this.#handle
      .command(
        `DELETE FROM downloads WHERE campaign_key = ?
          AND key < (SELECT key FROM downloads WHERE campaign_key = ? ORDER BY key DESC LIMIT 1 OFFSET ?)
          AND (completed_at < ? OR added + changed + gone + campaign_fields = 0)`,
      )
      .run(campaignKey, campaignKey, MIN_DOWNLOADS - 1, completedAt - MAX_AGE_MS)
  }
}

/** Yields rows in ascending order of their keys, read in batches. */
function* inBatches<Row extends readonly [number, ...unknown[]]>(
  rowsAfter: (key: number) => readonly Row[],
): Generator<Row> {
  for (let after = -1; ;) {
    const rows = rowsAfter(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_PER_BATCH) return
    after = last[0]
  }
}
