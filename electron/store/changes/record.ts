import type { ChangeKind, FieldChange } from '../../contract/changes.ts'
import type { Command, WriteHandle } from '../database/handles.ts'
import { diffTexts } from './diff.ts'
import { countUnseen, UnseenChanges, type RecordedChange } from './unseen-changes.ts'
import { packFields } from './rows.ts'

/** Downloads that are kept in any case. */
const KEPT_DOWNLOADS = 20
/** Milliseconds for which those are kept that changed something. */
const KEPT_TIME = 90 * 24 * 60 * 60 * 1_000

const ROWS_A_BATCH = 500

/** A download that comes into use. */
export interface NewDownload {
  readonly campaignKey: number
  readonly mode: 'full' | 'recent'
  readonly complete: boolean
  /** Milliseconds since 1970. */
  readonly completedAt: number
}

/**
 * Writes down what a download changes, inside the transaction that brings it into use: first the items, while
 * old and new rows are both there, then the campaign's record, then the end.
 */
export class ChangeRecorder {
  readonly #handle: WriteHandle
  readonly #download: NewDownload
  readonly #downloadKey: number
  readonly #marks: UnseenChanges
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
    this.#marks = new UnseenChanges(handle, campaignKey, this.#downloadKey)
    this.#insert = handle.command(
      `INSERT INTO item_changes (download_key, campaign_item_id, item_key, kind, fields, item_name, pos_number, json)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
  }

  /**
   * The items of `temp.changed_items` (keys of the row in use and of the new one), which are the same as
   * before when none of their fields differs.
   */
  changedItems(): void {
    type Row = readonly [key: number, id: string, newKey: number]
    const rows = this.#handle.tuples<Row>(
      `SELECT current_key, campaign_item_id, staged_key FROM temp.changed_items
        JOIN items ON items.key = current_key WHERE current_key > ? ORDER BY current_key LIMIT ?`,
    )
    // Bodies may be long: those of one item at a time are in memory.
    const body = this.#handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?')
    for (const [key, id, newKey] of inBatches((after) => rows.all(after, ROWS_A_BATCH))) {
      const fields = diffTexts(body.get(key) ?? '{}', body.get(newKey) ?? '{}')
      if (fields.length === 0) continue
      this.#add({ id, key, kind: 'changed', fields }, newKey)
    }
  }

  /** The items of `temp.gone_items`. */
  goneItems(): void {
    const keys = this.#handle.tuples<readonly [key: number]>(
      'SELECT item_key FROM temp.gone_items WHERE item_key > ? ORDER BY item_key LIMIT ?',
    )
    type Row = readonly [id: string, name: string | null, posNumber: string | null, json: string]
    // Items may be long: one at a time is in memory.
    const item = this.#handle.tuples<Row>(
      `SELECT campaign_item_id, item_name, pos_number, json FROM items
        JOIN item_bodies ON item_key = items.key WHERE items.key = ?`,
    )
    for (const [key] of inBatches((after) => keys.all(after, ROWS_A_BATCH))) {
      const row = item.get(key)
      if (row === undefined) continue
      const [id, name, posNumber, json] = row
      this.#add({ id, key, kind: 'gone', fields: [], name, posNumber, json }, key)
    }
  }

  /** Items that were not in the snapshot: those that this list of keys and ids, ascending by key, gives. */
  addedItems(
    listAfter: (key: number, count: number) => readonly (readonly [key: number, id: string])[],
  ): void {
    for (const [key, id] of inBatches((after) => listAfter(after, ROWS_A_BATCH))) {
      this.#add({ id, key, kind: 'added', fields: [] }, key)
    }
  }

  /** The campaign's own record, as JSON text. */
  campaignRecord(old: string, now: string): void {
    this.#campaignFields = diffTexts(old, now)
  }

  /** Returns how many items differ in a field; a body that is only written in another way does not count. */
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
    if (added + changed + gone > 0) countUnseen(this.#handle, this.#download.campaignKey)
    this.#forgetOld()
    return { changed }
  }

  /** @param bodyKey key of the row that has the item's body as it is now. */
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
    this.#marks.add(change, bodyKey)
  }

  #forgetOld(): void {
    const { campaignKey, completedAt } = this.#download
    this.#handle
      .command(
        `DELETE FROM downloads WHERE campaign_key = ?
          AND key < (SELECT key FROM downloads WHERE campaign_key = ? ORDER BY key DESC LIMIT 1 OFFSET ?)
          AND (completed_at < ? OR added + changed + gone + campaign_fields = 0)`,
      )
      .run(campaignKey, campaignKey, KEPT_DOWNLOADS - 1, completedAt - KEPT_TIME)
  }
}

/** Rows that begin with a key, ascending, asked for some at a time. */
function* inBatches<Row extends readonly [number, ...unknown[]]>(
  rowsAfter: (key: number) => readonly Row[],
): Generator<Row> {
  for (let after = -1; ;) {
    const rows = rowsAfter(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_A_BATCH) return
    after = last[0]
  }
}
