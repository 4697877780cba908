import type { WriteHandle } from '../database/handles.ts'
import { composeRows, readBody, readSteps } from './rows.ts'
import { columnsOf, updateUnseenCount } from './unseen-changes.ts'

/** Older steps can no longer be reverted. As many as the history of the window has actions. */
const MAX_STEPS = 100

const ROWS_PER_BATCH = 500

/** Marks changes as seen. Each time is a step that can be reverted until the file is closed. */
export class SeenChanges {
  readonly #handle: WriteHandle
  /** Ids of the campaigns, by step; the oldest first. */
  readonly #steps = new Map<number, string>()
  #lastStep = 0

  constructor(handle: WriteHandle) {
    this.#handle = handle
  }

  /**
   * Marks changes as seen: those of the items with these ids, or all of a campaign (null). Returns the step;
   * null if all were seen before.
   */
  mark(campaignId: string, ids: readonly string[] | null): number | null {
    return this.#handle.transaction(() => {
      const campaignKey = this.#keyOf(campaignId)
      if (campaignKey === undefined) return null
      this.#handle.execute(`
        CREATE TEMP TABLE IF NOT EXISTS seen_marks (
          key INTEGER PRIMARY KEY,
          step INTEGER NOT NULL,
          campaign_item_id TEXT NOT NULL,
          since INTEGER NOT NULL
        )`)
      const condition = `campaign_key = ?
        ${ids === null ? '' : 'AND campaign_item_id IN (SELECT value FROM json_each(?))'}`
      const parameters = [campaignKey, ...(ids === null ? [] : [JSON.stringify(ids)])]
      // A step of an earlier worker must not be taken for one of this worker.
      const step = Math.max(this.#lastStep + 1, Date.now())
      const { changes } = this.#handle
        .command(
          `INSERT INTO temp.seen_marks (step, campaign_item_id, since)
            SELECT ?, campaign_item_id, since FROM item_marks WHERE ${condition}`,
        )
        .run(step, ...parameters)
      if (changes === 0) return null
      this.#handle.command(`DELETE FROM item_marks WHERE ${condition}`).run(...parameters)
      updateUnseenCount(this.#handle, campaignKey)
      this.#add(step, campaignId)
      return step
    })
  }

  /**
   * Marks the changes of a step as unseen again, together with those that later downloads have found. Returns
   * the id of the campaign; null if the step or the campaign no longer exists.
   */
  revert(step: number): string | null {
    const campaignId = this.#steps.get(step)
    if (campaignId === undefined) return null
    return this.#handle.transaction(() => {
      const campaignKey = this.#keyOf(campaignId)
      if (campaignKey !== undefined) {
        this.#restore(step, campaignKey)
        updateUnseenCount(this.#handle, campaignKey)
      }
      this.#delete(step)
      return campaignKey === undefined ? null : campaignId
    })
  }

  #restore(step: number, campaignKey: number): void {
    type Row = readonly [key: number, id: string, since: number]
    const seen = this.#handle.tuples<Row>(
      `SELECT key, campaign_item_id, since FROM temp.seen_marks WHERE step = ? AND key > ?
        ORDER BY key LIMIT ?`,
    )
    const itemKeyOf = this.#handle.values<number>('SELECT item_key FROM item_changes WHERE key = ?')
    const remove = this.#handle.command(
      'DELETE FROM item_marks WHERE campaign_key = ? AND campaign_item_id = ?',
    )
    const insert = this.#handle.command(
      `INSERT INTO item_marks (campaign_key, campaign_item_id, item_key, kind, columns, since)
        VALUES (?, ?, ?, ?, ?, ?)`,
    )
    for (let after = 0; ;) {
      const rows = seen.all(step, after, ROWS_PER_BATCH)
      for (const [key, id, since] of rows) {
        after = key
        const steps = readSteps(this.#handle, campaignKey, since - 1, id)
        const itemKey = itemKeyOf.get(steps.at(-1)?.key ?? 0)
        // The download may be too old to be stored.
        if (itemKey === undefined) continue
        remove.run(campaignKey, id)
        const change = composeRows(this.#handle, steps, () => readBody(this.#handle, itemKey))
        if (change !== null)
          insert.run(campaignKey, id, itemKey, change.kind, columnsOf(change.fields), since)
      }
      if (rows.length < ROWS_PER_BATCH) return
    }
  }

  #add(step: number, campaignId: string): void {
    this.#lastStep = step
    this.#steps.set(step, campaignId)
    const [oldest] = this.#steps.keys()
    if (this.#steps.size > MAX_STEPS && oldest !== undefined) this.#delete(oldest)
  }

  #delete(step: number): void {
    this.#handle.command('DELETE FROM temp.seen_marks WHERE step = ?').run(step)
    this.#steps.delete(step)
  }

  #keyOf(campaignId: string): number | undefined {
    return this.#handle.values<number>('SELECT key FROM campaigns WHERE id = ?').get(campaignId)
  }
}
