import { LRUCache } from 'lru-cache'
import {
  CHANGE_KINDS,
  MAX_CHANGED_FIELDS,
  type ChangeKind,
  type ChangesQuery,
  type ChangesWindow,
  type DownloadRecord,
  type FieldChange,
  type ItemChange,
} from '../../contract/changes.ts'
import { clipValues } from '../../contract/clip-text.ts'
import { MAX_MEMBERS } from '../../contract/json-excerpt.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { TextLength } from '../types.ts'
import { composeFields } from './compose.ts'
import { composeList, type ComposedList, type ChangeEntry } from './change-list.ts'
import { readBody, composeRows, readSteps, unpackFields } from './rows.ts'

const MAX_CACHED_LISTS = 3

/** Lists the recorded downloads of a campaign, the newest first; none for an unknown campaign. */
export function listDownloads(handle: ReadHandle, campaignId: string): readonly DownloadRecord[] {
  return handle
    .rows<Omit<DownloadRecord, 'complete'> & { readonly complete: number }>(
      `SELECT downloads.key AS downloadKey, mode, complete, completed_at AS completedAt,
        downloads.item_count AS itemCount, added, changed, gone AS deleted,
        campaign_fields AS campaignFields
        FROM downloads JOIN campaigns ON campaigns.key = campaign_key WHERE id = ? ORDER BY downloads.key DESC`,
    )
    .all(campaignId)
    .map((row) => ({ ...row, complete: row.complete === 1 }))
}

/** The changes of a query in order, with the data to read their values. */
export interface FoundChanges {
  readonly campaignKey: number
  /** Only downloads with greater keys count. */
  readonly since: number
  readonly list: ComposedList
  readonly changes: readonly ChangeEntry[]
  readonly kinds: ChangesWindow['kinds']
  readonly fields: ChangesWindow['fields']
}

/** Reads changes and caches composed lists. */
export class ChangesReader {
  readonly #handle: ReadHandle
  readonly #lists = new LRUCache<string, ComposedList, () => ComposedList>({
    max: MAX_CACHED_LISTS,
    memoMethod: (_key, _stale, { context: compose }) => compose(),
  })

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /** Returns a part of the changes of a query. */
  window(query: ChangesQuery, start: number, count: number, texts: TextLength = 'whole'): ChangesWindow {
    return this.#handle.snapshot(() => {
      const matches = this.find(query)
      const rows = matches.changes
        .slice(start, start + count)
        .map((change) => readChange(this.#handle, matches, change))
      const campaign = campaignChanges(this.#handle, matches)
      const { kinds, fields } = matches
      const all = { start, rows, count: matches.changes.length, kinds, fields, campaign }
      return texts === 'clipped' ? clipWindow(all) : all
    })
  }

  /** Finds the changes of a query. Must run inside the read transaction that reads their values. */
  find(query: ChangesQuery): FoundChanges {
    const campaignKey =
      this.#handle.values<number>('SELECT key FROM campaigns WHERE id = ?').get(query.campaignId) ?? 0
    const since = query.since ?? 0
    const list = this.#list(campaignKey, since)
    const field = query.field === null ? null : list.paths.indexOf(query.field)
    const isUnseen = query.unseenOnly ? unseenTest(this.#handle, campaignKey) : null
    const kinds: Record<ChangeKind, number> = { added: 0, changed: 0, gone: 0 }
    const fieldCounts = new Int32Array(list.paths.length)
    const queriedKinds: ReadonlySet<ChangeKind> = new Set(
      query.kinds.length === 0 ? CHANGE_KINDS : query.kinds,
    )
    const matches = list.changes.filter((change) => {
      if (isUnseen?.(change.id) === false) return false
      const matchesKind = queriedKinds.has(change.kind)
      const matchesField = field === null || change.fields.includes(field)
      if (matchesField) kinds[change.kind] += 1
      if (matchesKind) for (const index of change.fields) fieldCounts[index] = (fieldCounts[index] ?? 0) + 1
      return matchesKind && matchesField
    })
    return {
      campaignKey,
      since,
      list,
      changes: matches,
      kinds,
      fields: countedFields(list.paths, fieldCounts),
    }
  }

  #list(campaignKey: number, since: number): ComposedList {
    const latest =
      this.#handle
        .values<number | null>('SELECT max(key) FROM downloads WHERE campaign_key = ?')
        .get(campaignKey) ?? 0
    const key = [campaignKey, since, latest].join(' ')
    return this.#lists.memo(key, { context: () => composeList(this.#handle, campaignKey, since) })
  }
}

/** Clips long values, and omits changed fields beyond the maximum. */
function clipWindow(all: ChangesWindow): ChangesWindow {
  const omitted = all.campaign.length - MAX_CHANGED_FIELDS
  return {
    ...all,
    rows: all.rows.map(clipChange),
    fields: clipValues(all.fields.slice(0, MAX_MEMBERS)),
    campaign: clipValues(all.campaign.slice(0, MAX_CHANGED_FIELDS)),
    ...(omitted > 0 ? { omittedCampaignFields: omitted } : {}),
  }
}

function clipChange(change: ItemChange): ItemChange {
  const omitted = change.fields.length - MAX_CHANGED_FIELDS
  if (omitted <= 0) return clipValues(change)
  return clipValues({ ...change, fields: change.fields.slice(0, MAX_CHANGED_FIELDS), omittedFields: omitted })
}

function unseenTest(handle: ReadHandle, campaignKey: number): (id: string) => boolean {
  const unseen = new Set(
    handle.values<string>('SELECT campaign_item_id FROM item_marks WHERE campaign_key = ?').all(campaignKey),
  )
  return (id) => unseen.has(id)
}

function countedFields(paths: readonly string[], counts: Int32Array): ChangesWindow['fields'] {
  return paths
    .map((path, index) => ({ path, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
}

/** Returns a change with its values. */
export function readChange(
  handle: ReadHandle,
  { campaignKey, since }: Pick<FoundChanges, 'campaignKey' | 'since'>,
  change: ChangeEntry,
): ItemChange {
  const { id, kind, key, downloadKey } = change
  const names = handle
    .tuples<readonly [name: string | null, posNumber: string | null]>(
      kind === 'gone'
        ? 'SELECT item_name, pos_number FROM item_changes WHERE campaign_item_id = ? AND download_key = ?'
        : 'SELECT item_name, pos_number FROM items WHERE key = ?',
    )
    .get(...(kind === 'gone' ? [id, downloadKey] : [key]))
  const unseen = handle
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
    seen: unseen === undefined,
  }
}

function fieldsOf(
  handle: ReadHandle,
  campaignKey: number,
  since: number,
  { id, key }: ChangeEntry,
): readonly FieldChange[] {
  const rows = readSteps(handle, campaignKey, since, id)
  return composeRows(handle, rows, () => readBody(handle, key))?.fields ?? []
}

/** Returns the changes of the campaign's record. */
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

/** Returns when the latest change of the campaign's record was found, in milliseconds since 1970. */
export function campaignNoticedAt(handle: ReadHandle, { campaignKey, since }: FoundChanges): number {
  return (
    handle
      .values<number | null>(
        'SELECT max(completed_at) FROM downloads WHERE campaign_key = ? AND key > ? AND campaign_changes IS NOT NULL',
      )
      .get(campaignKey, since) ?? 0
  )
}
