import type { ChangeKind } from '../../contract/changes.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { ItemStep } from './compose.ts'
import { bodyOfItem, composeRows, unpackFields, type StepRow } from './rows.ts'

/** A change in the list, as far as filters and order need it; its values are read when it is shown. */
export interface ListedChange {
  readonly id: string
  readonly kind: ChangeKind
  /** The item's key; of one that is gone the key that it had. */
  readonly key: number
  /** The last download that did something to it. */
  readonly downloadKey: number
  /** Numbers of the fields in {@link ComposedList.paths}. */
  readonly fields: readonly number[]
}

/** What all downloads after one did to each item of a campaign. */
export interface ComposedList {
  /** What the last download brought first, then by key. */
  readonly changes: readonly ListedChange[]
  readonly paths: readonly string[]
}

interface ListedRow extends StepRow {
  readonly id: string
  readonly downloadKey: number
  readonly itemKey: number
}

const NO_FIELDS: readonly number[] = []

/** Composes the changes of a campaign's downloads after `since`. */
export function composeList(handle: ReadHandle, campaignKey: number, since: number): ComposedList {
  const paths = new Map<string, number>()
  const numberOf = (path: string): number => {
    const known = paths.get(path)
    if (known !== undefined) return known
    paths.set(path, paths.size)
    return paths.size - 1
  }
  const changes: ListedChange[] = []
  for (const rows of rowsByItem(handle, campaignKey, since)) {
    const last = rows.at(-1)
    const composed = last === undefined ? null : compose(handle, rows)
    if (last === undefined || composed === null) continue
    changes.push({
      id: last.id,
      kind: composed.kind,
      key: last.itemKey,
      downloadKey: last.downloadKey,
      fields: composed.fields.length === 0 ? NO_FIELDS : composed.fields.map(({ path }) => numberOf(path)),
    })
  }
  changes.sort((a, b) => b.downloadKey - a.downloadKey || a.key - b.key)
  return { changes, paths: [...paths.keys()] }
}

function compose(handle: ReadHandle, rows: readonly ListedRow[]): ItemStep | null {
  const [only] = rows
  if (only !== undefined && rows.length === 1) return { kind: only.kind, fields: unpackFields(only.fields) }
  return composeRows(handle, rows, () => bodyOfItem(handle, rows.at(-1)?.itemKey ?? 0))
}

function* rowsByItem(
  handle: ReadHandle,
  campaignKey: number,
  since: number,
): Generator<readonly ListedRow[]> {
  const rows = handle
    .rows<ListedRow>(
      `SELECT item_changes.key, campaign_item_id AS id, download_key AS downloadKey, item_key AS itemKey, kind, fields
        FROM downloads CROSS JOIN item_changes ON download_key = downloads.key
        WHERE campaign_key = ? AND downloads.key > ? ORDER BY campaign_item_id, download_key`,
    )
    .iterate(campaignKey, since)
  let group: ListedRow[] = []
  for (const row of rows) {
    if (group[0]?.id !== row.id && group.length > 0) {
      yield group
      group = []
    }
    group.push(row)
  }
  if (group.length > 0) yield group
}
