import { LRUCache } from 'lru-cache'
import { cached } from '../cached.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangesQuery,
  type ChangesWindow,
  type DownloadRecord,
  type FieldChange,
  type ItemChange,
} from '../../contract/changes.ts'
import { clipValues } from '../../contract/clip-text.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { TextLength } from '../types.ts'
import { composeFields } from './compose.ts'
import { composeList, type ComposedList, type ListedChange } from './change-list.ts'
import { bodyOfItem, composeRows, stepsOf, unpackFields } from './rows.ts'

/** Composed lists that are held; the one that was not asked for for longest goes first. */
const MAX_CACHED_LISTS = 3

/** Downloads of a campaign that are kept, the newest first; none for a campaign that is not known. */
export function listDownloads(handle: ReadHandle, campaignId: string): readonly DownloadRecord[] {
  return handle
    .rows<Omit<DownloadRecord, 'complete'> & { readonly complete: number }>(
      `SELECT downloads.key AS downloadKey, mode, complete, completed_at AS completedAt,
        downloads.item_count AS itemCount, added, changed, gone, campaign_fields AS campaignFields
        FROM downloads JOIN campaigns ON campaigns.key = campaign_key WHERE id = ? ORDER BY downloads.key DESC`,
    )
    .all(campaignId)
    .map((row) => ({ ...row, complete: row.complete === 1 }))
}

/** The changes that a query asks for, in order, with what they need to be shown. */
export interface FoundChanges {
  readonly campaignKey: number
  /** Changes of downloads with greater keys. */
  readonly since: number
  readonly list: ComposedList
  readonly found: readonly ListedChange[]
  readonly kinds: ChangesWindow['kinds']
  readonly fields: ChangesWindow['fields']
}

/** Answers questions about changes, and holds what makes the next answers quick. */
export class ChangesReader {
  readonly #handle: ReadHandle
  readonly #lists = new LRUCache<string, ComposedList>({ max: MAX_CACHED_LISTS })

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  window(query: ChangesQuery, start: number, count: number, texts: TextLength = 'whole'): ChangesWindow {
    const shown = <Value>(value: Value): Value => (texts === 'clipped' ? clipValues(value) : value)
    return this.#handle.snapshot(() => {
      const found = this.find(query)
      return {
        start,
        rows: found.found
          .slice(start, start + count)
          .map((change) => shown(describe(this.#handle, found, change))),
        count: found.found.length,
        kinds: found.kinds,
        fields: found.fields,
        campaign: shown(campaignChanges(this.#handle, found)),
      }
    })
  }

  /** Must run inside a snapshot for whoever goes on reading. */
  find(query: ChangesQuery): FoundChanges {
    const campaignKey =
      this.#handle.values<number>('SELECT key FROM campaigns WHERE id = ?').get(query.campaignId) ?? 0
    const since = query.since ?? 0
    const list = this.#list(campaignKey, since)
    const field = query.field === null ? null : list.paths.indexOf(query.field)
    const isUnseen = query.unseenOnly ? unseenTest(this.#handle, campaignKey) : null
    const kinds: Record<ChangeKind, number> = { added: 0, changed: 0, gone: 0 }
    const perField = new Int32Array(list.paths.length)
    const wanted: ReadonlySet<ChangeKind> = new Set(query.kinds.length === 0 ? CHANGE_KINDS : query.kinds)
    const found = list.changes.filter((change) => {
      if (isUnseen?.(change.id) === false) return false
      const ofKind = wanted.has(change.kind)
      const ofField = field === null || change.fields.includes(field)
      if (ofField) kinds[change.kind] += 1
      if (ofKind) for (const number of change.fields) perField[number] = (perField[number] ?? 0) + 1
      return ofKind && ofField
    })
    return { campaignKey, since, list, found, kinds, fields: mostFrequent(list.paths, perField) }
  }

  #list(campaignKey: number, since: number): ComposedList {
    const latest =
      this.#handle
        .values<number | null>('SELECT max(key) FROM downloads WHERE campaign_key = ?')
        .get(campaignKey) ?? 0
    const name = [campaignKey, since, latest].join(' ')
    return cached(this.#lists, name, () => composeList(this.#handle, campaignKey, since))
  }
}

function unseenTest(handle: ReadHandle, campaignKey: number): (id: string) => boolean {
  const unseen = new Set(
    handle.values<string>('SELECT campaign_item_id FROM item_marks WHERE campaign_key = ?').all(campaignKey),
  )
  return (id) => unseen.has(id)
}

function mostFrequent(paths: readonly string[], counts: Int32Array): ChangesWindow['fields'] {
  return paths
    .map((path, at) => ({ path, count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
}

/** A change with its values. */
export function describe(
  handle: ReadHandle,
  { campaignKey, since }: Pick<FoundChanges, 'campaignKey' | 'since'>,
  change: ListedChange,
): ItemChange {
  const { id, kind, key, downloadKey } = change
  const names = handle
    .tuples<readonly [name: string | null, posNumber: string | null]>(
      kind === 'gone'
        ? 'SELECT item_name, pos_number FROM item_changes WHERE campaign_item_id = ? AND download_key = ?'
        : 'SELECT item_name, pos_number FROM items WHERE key = ?',
    )
    .get(...(kind === 'gone' ? [id, downloadKey] : [key]))
  const mark = handle
    .values<number>('SELECT 1 FROM item_marks WHERE campaign_key = ? AND campaign_item_id = ?')
    .get(campaignKey, id)
  return {
    campaignItemId: id,
    key: kind === 'gone' ? null : key,
    kind,
    itemName: names?.[0] ?? null,
    posNumber: names?.[1] ?? null,
    fields: kind === 'changed' ? fieldsOf(handle, campaignKey, since, change) : [],
    noticedAt:
      handle.values<number>('SELECT completed_at FROM downloads WHERE key = ?').get(downloadKey) ?? 0,
    seen: mark === undefined,
  }
}

function fieldsOf(
  handle: ReadHandle,
  campaignKey: number,
  since: number,
  { id, key }: ListedChange,
): readonly FieldChange[] {
  const rows = stepsOf(handle, campaignKey, since, id)
  return composeRows(handle, rows, () => bodyOfItem(handle, key))?.fields ?? []
}

/** What changed in the campaign's own record. */
export function campaignChanges(
  handle: ReadHandle,
  { campaignKey, since }: FoundChanges,
): readonly FieldChange[] {
  return handle
    .values<string>(
      `SELECT campaign_changes FROM downloads WHERE campaign_key = ? AND key > ? AND campaign_changes IS NOT NULL
        ORDER BY key`,
    )
    .all(campaignKey, since)
    .map(unpackFields)
    .reduce(composeFields, [])
}

/** When the latest change of the campaign's own record was noticed, in milliseconds since 1970. */
export function campaignNoticedAt(handle: ReadHandle, { campaignKey, since }: FoundChanges): number {
  return (
    handle
      .values<number | null>(
        'SELECT max(completed_at) FROM downloads WHERE campaign_key = ? AND key > ? AND campaign_changes IS NOT NULL',
      )
      .get(campaignKey, since) ?? 0
  )
}
