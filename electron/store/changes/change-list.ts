import type { ChangeKind } from '../../contract/changes.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { ItemChangeStep } from './compose.ts'
import { readBody, composeRows, unpackFields, type StepRow } from './rows.ts'

/** A change without its values, which are read only for the rows of a window. */
export interface ChangeEntry {
  readonly id: string
  readonly kind: ChangeKind
  /** The item's key; for a deleted item the key that it had. */
  readonly key: number
  /** The last download that changed the item. */
  readonly downloadKey: number
  /** Only downloads with greater keys count. */
  readonly since: number
  /** Indexes of the fields in {@link ComposedList.paths}. */
  readonly fields: readonly number[]
}

/** The combined changes of a campaign's downloads. */
export interface ComposedList {
  /** Sorted by download, the newest first, then by key. */
  readonly changes: readonly ChangeEntry[]
  readonly paths: readonly string[]
}

interface ChangeRow extends StepRow {
  readonly id: string
  readonly downloadKey: number
  readonly itemKey: number
  /** The first download with an unseen change of the item; 0 if all changes were requested. */
  readonly unseenSince: number
}

const UNSEEN = `JOIN item_marks ON item_marks.campaign_key = downloads.campaign_key
  AND item_marks.campaign_item_id = item_changes.campaign_item_id AND download_key >= since`

const NO_FIELDS: readonly number[] = []

/** The changes of a campaign's downloads after `since`; with `unseenOnly`, only unseen ones. */
export interface ListRange {
  readonly campaignKey: number
  readonly since: number
  readonly unseenOnly: boolean
}

/** The combined change of an item. */
interface ComposedItem {
  /** Its last row. */
  readonly last: ChangeRow
  readonly change: ItemChangeStep
}

/** Combines the changes of each item. */
export function* composedItems(handle: ReadHandle, range: ListRange): Generator<ComposedItem> {
  for (const rows of rowsByItem(handle, range)) {
    const last = rows.at(-1)
    const change = last === undefined ? null : compose(handle, rows)
    if (last !== undefined && change !== null) yield { last, change }
  }
}

/** Combines the changes of a campaign's downloads. */
export function composeList(handle: ReadHandle, range: ListRange): ComposedList {
  const paths = new Map<string, number>()
  const indexOf = (path: string): number => {
    const index = paths.get(path)
    if (index !== undefined) return index
    paths.set(path, paths.size)
    return paths.size - 1
  }
  const changes: ChangeEntry[] = []
  for (const { last, change } of composedItems(handle, range)) {
    changes.push({
      id: last.id,
      kind: change.kind,
      key: last.itemKey,
      downloadKey: last.downloadKey,
      since: Math.max(range.since, last.unseenSince - 1),
      fields: change.fields.length === 0 ? NO_FIELDS : change.fields.map(({ path }) => indexOf(path)),
    })
  }
  changes.sort((a, b) => b.downloadKey - a.downloadKey || a.key - b.key)
  return { changes, paths: [...paths.keys()] }
}

function compose(handle: ReadHandle, rows: readonly ChangeRow[]): ItemChangeStep | null {
  const [first] = rows
  if (first !== undefined && rows.length === 1)
    return { kind: first.kind, fields: unpackFields(first.fields) }
  return composeRows(handle, rows, () => readBody(handle, rows.at(-1)?.itemKey ?? 0))
}

function* rowsByItem(
  handle: ReadHandle,
  { campaignKey, since, unseenOnly }: ListRange,
): Generator<readonly ChangeRow[]> {
  const rows = handle
    .rows<ChangeRow>(
      `SELECT item_changes.key, item_changes.campaign_item_id AS id, download_key AS downloadKey,
        item_changes.item_key AS itemKey, item_changes.kind, fields, ${unseenOnly ? 'since' : '0'} AS unseenSince
        FROM downloads CROSS JOIN item_changes ON download_key = downloads.key ${unseenOnly ? UNSEEN : ''}
        WHERE downloads.campaign_key = ? AND downloads.key > ?
        ORDER BY item_changes.campaign_item_id, download_key`,
    )
    .iterate(campaignKey, since)
  let group: ChangeRow[] = []
  for (const row of rows) {
    if (group[0]?.id !== row.id && group.length > 0) {
      yield group
      group = []
    }
    group.push(row)
  }
  if (group.length > 0) yield group
}
