import type { UnseenCounts } from '../../contract/attention.ts'
import { columnOfPath, type ChangeKind, type FieldChange } from '../../contract/changes.ts'
import type { ItemColumnKey } from '../../contract/columns.ts'
import { MAX_PREVIOUS_LENGTH, type ItemDetails } from '../../contract/item.ts'
import type { UnseenChange } from '../../contract/query.ts'
import type { Command, ReadHandle, WriteHandle } from '../database/handles.ts'
import type { ComposedChange } from './compose.ts'
import { readBody, composeRows, readSteps } from './rows.ts'

/** A download's change of an item, as it is stored. */
export interface RecordedChange {
  readonly id: string
  readonly key: number
  readonly kind: ChangeKind
  readonly fields: readonly FieldChange[]
  readonly name?: string | null
  readonly posNumber?: string | null
  readonly json?: string
}

/** Updates the unseen changes of a campaign item by item. */
export class UnseenChangeRecorder {
  readonly #handle: WriteHandle
  readonly #campaignKey: number
  readonly #downloadKey: number
  /** Without unseen changes, no query is needed for each item. */
  readonly #hasUnseenChanges: boolean
  readonly #upsert: Command

  constructor(handle: WriteHandle, campaignKey: number, downloadKey: number) {
    this.#handle = handle
    this.#campaignKey = campaignKey
    this.#downloadKey = downloadKey
    this.#hasUnseenChanges =
      handle.values<number>('SELECT 1 FROM item_marks WHERE campaign_key = ? LIMIT 1').get(campaignKey) !==
      undefined
    this.#upsert = handle.command(
      `INSERT INTO item_marks (campaign_key, campaign_item_id, item_key, kind, columns, since)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (campaign_key, campaign_item_id) DO UPDATE SET
        item_key = excluded.item_key, kind = excluded.kind, columns = excluded.columns`,
    )
  }

  /** Adds a change that is already recorded. */
  add(change: RecordedChange, bodyKey: number): void {
    const previous = this.#hasUnseenChanges ? this.#unseenChangeOf(change.id) : undefined
    // An added item stays added, whatever changes in it.
    if (previous?.kind === 'added' && change.kind === 'changed') return
    const combined = previous === undefined ? change : this.#combine(change, previous.since, bodyKey)
    if (combined === null) {
      this.#handle
        .command('DELETE FROM item_marks WHERE campaign_key = ? AND campaign_item_id = ?')
        .run(this.#campaignKey, change.id)
      return
    }
    this.#upsert.run(
      this.#campaignKey,
      change.id,
      change.key,
      combined.kind,
      columnsOf(combined.fields),
      previous?.since ?? this.#downloadKey,
    )
  }

  #unseenChangeOf(id: string): { readonly kind: ChangeKind; readonly since: number } | undefined {
    return this.#handle
      .rows<{ readonly kind: ChangeKind; readonly since: number }>(
        'SELECT kind, since FROM item_marks WHERE campaign_key = ? AND campaign_item_id = ?',
      )
      .get(this.#campaignKey, id)
  }

  #combine(change: RecordedChange, since: number, bodyKey: number): ComposedChange {
    const rows = readSteps(this.#handle, this.#campaignKey, since - 1, change.id)
    return composeRows(this.#handle, rows, () => readBody(this.#handle, bodyKey))
  }
}

/** Returns the columns of changed fields as they are stored, separated by commas. */
export function columnsOf(fields: readonly FieldChange[]): string {
  const columns = fields.map(({ path }) => columnOfPath(path)).filter((column) => column !== null)
  return [...new Set(columns)].join(',')
}

/** Updates the number of unseen changes of a campaign. Must be called after each change of them. */
export function updateUnseenCount(handle: WriteHandle, campaignKey: number): void {
  handle
    .command(
      `UPDATE campaigns SET unseen_revision = unseen_revision + 1,
          unseen_changes = (SELECT count(*) FROM item_marks WHERE campaign_key = campaigns.key)
        WHERE key = ?`,
    )
    .run(campaignKey)
}

/** Counts the unseen changes of each campaign by kind. */
export function countUnseen(handle: ReadHandle): readonly UnseenCounts[] {
  return handle
    .rows<UnseenCounts>(
      `SELECT id AS campaignId, unseen.added, unseen.changed, unseen.deleted, completed_at AS since
        FROM (SELECT campaign_key, sum(kind = 'added') AS added, sum(kind = 'changed') AS changed,
            sum(kind = 'gone') AS deleted, min(since) AS download_key FROM item_marks GROUP BY campaign_key) AS unseen
        JOIN campaigns ON campaigns.key = unseen.campaign_key LEFT JOIN downloads ON downloads.key = download_key`,
    )
    .all()
}

/** Returns the values of an item's changed columns before its unseen changes; see `ItemDetails`. */
export function previousValues(handle: ReadHandle, itemKey: number): ItemDetails['previousValues'] {
  const mark = handle
    .rows<{ readonly campaign: number; readonly id: string; readonly since: number }>(
      `SELECT campaign_key AS campaign, campaign_item_id AS id, since FROM item_marks
        WHERE item_key = ? AND kind = 'changed'`,
    )
    .get(itemKey)
  if (mark === undefined) return {}
  const steps = readSteps(handle, mark.campaign, mark.since - 1, mark.id)
  const change = composeRows(handle, steps, () => readBody(handle, itemKey))
  const values: Partial<Record<ItemColumnKey, string | null>> = {}
  for (const { path, old } of change?.fields ?? []) {
    const column = columnOfPath(path)
    if (column !== null && (old === null || old.length <= MAX_PREVIOUS_LENGTH)) values[column] = old
  }
  return values
}

/** Returns the unseen changes of the items with these keys. */
export function unseenChangesOf(handle: ReadHandle, keys: Int32Array): readonly UnseenChange[] {
  if (handle.values<number>('SELECT 1 FROM item_marks LIMIT 1').get() === undefined) return []
  const change = handle.tuples<readonly [kind: UnseenChange['kind'], columns: string]>(
    "SELECT kind, columns FROM item_marks WHERE item_key = ? AND kind <> 'gone'",
  )
  const changes: UnseenChange[] = []
  for (const key of keys) {
    const [kind, columns] = change.get(key) ?? []
    if (kind === undefined || columns === undefined) continue
    changes.push({ key, kind, columns: columns === '' ? [] : (columns.split(',') as ItemColumnKey[]) })
  }
  return changes
}
