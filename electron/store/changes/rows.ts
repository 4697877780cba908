import type { ChangeKind, FieldChange } from '../../contract/changes.ts'
import type { ReadHandle } from '../database/handles.ts'
import { composeSteps, type ComposedChange, type ItemChangeStep } from './compose.ts'
import { flattenText } from './diff.ts'
import type { ChangeEntry } from './change-list.ts'

/** Encodes fields for storage as a flat list: path, old value, new value. */
export function packFields(fields: readonly FieldChange[]): string {
  return JSON.stringify(fields.flatMap((field) => [field.path, field.old, field.new]))
}

/** Decodes fields that {@link packFields} has encoded. */
export function unpackFields(packed: string | null): readonly FieldChange[] {
  if (packed === null) return []
  const values = JSON.parse(packed) as readonly (string | null)[]
  const fields: FieldChange[] = []
  for (let index = 0; index < values.length; index += 3) {
    fields.push({ path: values[index] ?? '', old: values[index + 1] ?? null, new: values[index + 2] ?? null })
  }
  return fields
}

/** A row of `item_changes` without the values of deleted items. */
export interface StepRow {
  readonly key: number
  readonly kind: ChangeKind
  readonly fields: string | null
}

/** Combines the rows of one item in the order of their downloads. */
export function composeRows(
  handle: ReadHandle,
  rows: readonly StepRow[],
  currentBody: () => string,
): ComposedChange {
  const steps = rows.map(({ kind, fields }): ItemChangeStep => ({ kind, fields: unpackFields(fields) }))
  return composeSteps(steps, {
    beforeDeletion: () => {
      const deletion = rows.find(({ kind }) => kind === 'gone')
      const json = handle
        .values<string | null>('SELECT json FROM item_changes WHERE key = ?')
        .get(deletion?.key ?? 0)
      return flattenText(json ?? '{}')
    },
    current: () => flattenText(currentBody()),
  })
}

/** Returns the rows of one item from downloads after `since`, in their order. */
export function readSteps(
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

/** Returns the JSON text of an item's body; an empty object if there is none. */
export function readBody(handle: ReadHandle, itemKey: number): string {
  return handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?').get(itemKey) ?? '{}'
}

/** The names of an item, and its status and quantity if they are numbers. */
export interface ChangedItem {
  readonly itemName: string | null
  readonly posNumber: string | null
  readonly status: number | null
  readonly qty: number | null
}

/** Returns the item of a change; of a deleted one as it was. */
export function readItem(
  handle: ReadHandle,
  { kind, id, key, downloadKey }: Pick<ChangeEntry, 'kind' | 'id' | 'key' | 'downloadKey'>,
): ChangedItem {
  type Value = string | number | null
  type Row = readonly [name: string | null, posNumber: string | null, status: Value, qty: Value]
  const [itemName = null, posNumber = null, status, qty] =
    handle
      .tuples<Row>(
        kind === 'gone'
          ? `SELECT item_name, pos_number, json_extract(json, '$.status'), json_extract(json, '$.qty')
              FROM item_changes WHERE campaign_item_id = ? AND download_key = ?`
          : 'SELECT item_name, pos_number, status, qty FROM items WHERE key = ?',
      )
      .get(...(kind === 'gone' ? [id, downloadKey] : [key])) ?? []
  return { itemName, posNumber, status: numberOrNull(status), qty: numberOrNull(qty) }
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
