import type { ChangeKind, FieldChange } from '../../contract/changes.ts'
import type { ReadHandle } from '../database/handles.ts'
import { composeSteps, type Composed, type ItemStep } from './compose.ts'
import { flattenText } from './diff.ts'

/** Fields as the tables hold them: path, old value, new value, again and again. */
export function packFields(fields: readonly FieldChange[]): string {
  return JSON.stringify(fields.flatMap((field) => [field.path, field.old, field.new]))
}

export function unpackFields(packed: string | null): readonly FieldChange[] {
  if (packed === null) return []
  const flat = JSON.parse(packed) as readonly (string | null)[]
  const fields: FieldChange[] = []
  for (let at = 0; at < flat.length; at += 3) {
    fields.push({ path: flat[at] ?? '', old: flat[at + 1] ?? null, new: flat[at + 2] ?? null })
  }
  return fields
}

/** A row of `item_changes`, without what only an item that is gone has. */
export interface StepRow {
  readonly key: number
  readonly kind: ChangeKind
  readonly fields: string | null
}

/** What rows of one item, in the order of their downloads, did together. `now` gives its present body. */
export function composeRows(handle: ReadHandle, rows: readonly StepRow[], now: () => string): Composed {
  const steps = rows.map(({ kind, fields }): ItemStep => ({ kind, fields: unpackFields(fields) }))
  return composeSteps(steps, {
    whenGone: () => {
      const gone = rows.find(({ kind }) => kind === 'gone')
      const json = handle
        .values<string | null>('SELECT json FROM item_changes WHERE key = ?')
        .get(gone?.key ?? 0)
      return flattenText(json ?? '{}')
    },
    now: () => flattenText(now()),
  })
}

/** The rows of one item that downloads of its campaign after `since` made, in the order of the downloads. */
export function stepsOf(
  handle: ReadHandle,
  campaignKey: number,
  since: number,
  campaignItemId: string,
): readonly StepRow[] {
  return handle
    .rows<StepRow>(
      `SELECT item_changes.key, kind, fields FROM item_changes CROSS JOIN downloads
        ON downloads.key = download_key AND campaign_key = ?
        WHERE campaign_item_id = ? AND download_key > ? ORDER BY download_key`,
    )
    .all(campaignKey, campaignItemId, since)
}

export function bodyOfItem(handle: ReadHandle, itemKey: number): string {
  return handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?').get(itemKey) ?? '{}'
}
