import {
  CHANGE_KINDS,
  MAX_CHANGE_LINES,
  MAX_CHANGED_FIELDS,
  type ChangeGroup,
  type ChangeKind,
  type ChangesLayout,
  type ChangesQuery,
  type ChangesWindow,
  type DownloadRecord,
  type FieldChange,
  type ItemChange,
} from '../../contract/changes.ts'
import { comparedDownload } from '../../contract/change-period.ts'
import { clipValues } from '../../contract/clip-text.ts'
import { MAX_MEMBERS } from '../../contract/json-excerpt.ts'
import { CacheBudget, type SharedCache } from '../cache-budget.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { TextLength } from '../types.ts'
import { composeFields } from './compose.ts'
import { composeList, type ComposedList, type ChangeEntry, type ListRange } from './change-list.ts'
import { readChangeTexts, searchChanges, type ChangeText } from './change-search.ts'
import { readBody, composeRows, readItem, readSteps, unpackFields } from './rows.ts'

const MAX_CACHED_LISTS = 3
/** Estimates of the bytes of a change with its id and its fields, of an id in a set, and of a reference. */
const CHANGE_BYTES = 256
const ID_BYTES = 96
const REFERENCE_BYTES = 8

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
export interface FoundChanges extends Pick<
  ChangesWindow,
  'kinds' | 'fields' | 'itemCount' | 'unseenCount' | 'hiddenCount'
> {
  readonly campaignKey: number
  /** Only downloads with greater keys count. */
  readonly since: number
  readonly changes: readonly ChangeEntry[]
  /** The groups of `changes`, if they are grouped by field. */
  readonly fieldGroups: readonly EntryGroup[] | null
  readonly isHidden: (field: number) => boolean
  /** The paths of the fields, if the changes are the result of a search; else null. */
  readonly searchedPaths: readonly string[] | null
}

/** Reads changes and caches composed lists. */
export class ChangesReader {
  readonly #handle: ReadHandle
  readonly #lists: SharedCache<ComposedList>
  readonly #texts: SharedCache<ReadonlyMap<string, ChangeText>>
  readonly #searches: SharedCache<readonly ChangeEntry[]>
  readonly #unseenIds: SharedCache<ReadonlySet<string>>

  constructor(handle: ReadHandle, caches = new CacheBudget()) {
    this.#handle = handle
    this.#lists = caches.createCache({
      maxEntries: MAX_CACHED_LISTS,
      bytesOf: ({ changes }) => changes.length * CHANGE_BYTES,
    })
    this.#texts = caches.createCache({ maxEntries: 1, bytesOf: bytesOfTexts })
    this.#searches = caches.createCache({
      maxEntries: MAX_CACHED_LISTS,
      bytesOf: ({ length }) => length * REFERENCE_BYTES,
    })
    this.#unseenIds = caches.createCache({ maxEntries: 1, bytesOf: ({ size }) => size * ID_BYTES })
  }

  /** Returns a part of the changes of a query. */
  window(query: ChangesQuery, start: number, count: number, texts: TextLength = 'whole'): ChangesWindow {
    return this.#handle.snapshot(() => {
      const matches = this.find(query)
      const rows = matches.changes
        .slice(start, start + count)
        .map((change) => readChange(this.#handle, matches, change))
      const campaign = campaignChanges(this.#handle, matches)
      const { kinds, fields, itemCount, unseenCount, hiddenCount } = matches
      const layout = start === 0 ? layoutOf(this.#handle, matches) : null
      const counts = { count: matches.changes.length, itemCount, unseenCount, hiddenCount, kinds }
      const all = { start, rows, ...counts, fields, campaign, layout }
      return texts === 'clipped' ? clipWindow(all) : all
    })
  }

  /** Finds the changes of a query. Must run inside the read transaction that reads their values. */
  find(query: ChangesQuery): FoundChanges {
    const campaignKey =
      this.#handle.values<number>('SELECT key FROM campaigns WHERE id = ?').get(query.campaignId) ?? 0
    const since = this.#keyBefore(query)
    const state = this.#state(campaignKey)
    const range: ListRange = { campaignKey, since, unseenOnly: query.unseenOnly }
    const listKey = keyOf(range, state)
    const list = this.#lists.memo(listKey, () => composeList(this.#handle, range))
    const isSearched = (query.search ?? '').trim() !== ''
    const found = isSearched ? this.#search(query, range, listKey, list.changes) : list.changes
    const unseenIds = this.#unseenIds.memo(state, () => readUnseenIds(this.#handle, campaignKey))
    const field = query.field === null ? null : list.paths.indexOf(query.field)
    const hiddenPaths: ReadonlySet<string> = new Set(query.hiddenFields)
    const hidden = list.paths.map((path) => hiddenPaths.has(path))
    const isHidden = (index: number): boolean => hidden[index] === true
    const kinds: Record<ChangeKind, number> = { added: 0, changed: 0, gone: 0 }
    const fieldCounts = new Int32Array(list.paths.length)
    let hiddenCount = 0
    let unseenCount = 0
    const queriedKinds: ReadonlySet<ChangeKind> = new Set(
      query.kinds.length === 0 ? CHANGE_KINDS : query.kinds,
    )
    const matches = found.filter((change) => {
      const matchesKind = queriedKinds.has(change.kind)
      const matchesField = field === null || change.fields.includes(field)
      if (matchesKind) for (const index of change.fields) fieldCounts[index] = (fieldCounts[index] ?? 0) + 1
      if (!matchesField) return false
      if (change.kind === 'changed' && change.fields.every(isHidden)) {
        if (matchesKind) hiddenCount += 1
        return false
      }
      kinds[change.kind] += 1
      if (matchesKind && unseenIds.has(change.id)) unseenCount += 1
      return matchesKind
    })
    const fields = countedFields(list.paths, fieldCounts)
    const fieldGroups = query.groupBy === 'field' ? groupByField(list.paths, fields, isHidden, matches) : null
    return {
      ...{ campaignKey, since, isHidden, kinds, fields, hiddenCount, unseenCount, fieldGroups },
      itemCount: matches.length,
      searchedPaths: isSearched ? list.paths : null,
      changes: fieldGroups === null ? matches : fieldGroups.flatMap(({ changes }) => changes),
    }
  }

  /** Returns the key of the compared download; 0 for all recorded changes. */
  #keyBefore({ campaignId, since }: ChangesQuery): number {
    if (since === null || typeof since === 'number') return since ?? 0
    return comparedDownload(since, listDownloads(this.#handle, campaignId), Date.now())?.downloadKey ?? 0
  }

  /** Identifies the changes of a campaign and those that are unseen. */
  #state(campaignKey: number): string {
    const [latest = 0, unseenRevision = 0] =
      this.#handle
        .tuples<readonly [latest: number | null, unseenRevision: number]>(
          `SELECT (SELECT max(key) FROM downloads WHERE campaign_key = campaigns.key), unseen_revision
            FROM campaigns WHERE key = ?`,
        )
        .get(campaignKey) ?? []
    return [campaignKey, latest, unseenRevision].join(' ')
  }

  #search(
    { search = '', statusLabels = [] }: ChangesQuery,
    range: ListRange,
    listKey: string,
    changes: readonly ChangeEntry[],
  ): readonly ChangeEntry[] {
    const textsKey = JSON.stringify([listKey, statusLabels])
    return this.#searches.memo(JSON.stringify([textsKey, search]), () => {
      const texts = this.#texts.memo(textsKey, () =>
        readChangeTexts(this.#handle, range, changes, statusLabels),
      )
      return searchChanges(changes, texts, search)
    })
  }
}

/** Returns an estimate of the bytes of texts, which may have two bytes a character. */
function bytesOfTexts(texts: ReadonlyMap<string, ChangeText>): number {
  let characters = 0
  for (const { item, lines } of texts.values())
    characters += lines.reduce((sum, { length }) => sum + length, item.length)
  return texts.size * CHANGE_BYTES + 2 * characters
}

/** Returns a key that identifies the list of a range in a state of the campaign. */
function keyOf({ campaignKey, since, unseenOnly }: ListRange, state: string): string {
  return unseenOnly ? [state, since, 'unseen'].join(' ') : [campaignKey, state.split(' ')[1], since].join(' ')
}

/** A group of changes with its entries. */
type EntryGroup = ChangeGroup & { readonly changes: readonly ChangeEntry[] }

/** Groups changes by their fields that are not hidden, after the added and the deleted items. */
function groupByField(
  paths: readonly string[],
  fields: ChangesWindow['fields'],
  isHidden: (field: number) => boolean,
  changes: readonly ChangeEntry[],
): readonly EntryGroup[] {
  const byField = new Map<number, ChangeEntry[]>()
  for (const change of changes)
    for (const index of change.fields) {
      if (isHidden(index)) continue
      const entries = byField.get(index)
      if (entries === undefined) byField.set(index, [change])
      else entries.push(change)
    }
  const indexOf = new Map(paths.map((path, index) => [path, index]))
  const groups = [
    ...(['added', 'gone'] as const).map((kind) => ({
      ...({ by: 'kind', kind } as const),
      changes: changes.filter((change) => change.kind === kind),
    })),
    ...fields.map(({ path }) => ({
      ...({ by: 'field', path } as const),
      changes: byField.get(indexOf.get(path) ?? -1) ?? [],
    })),
  ]
  return groups
    .filter((group) => group.changes.length > 0)
    .map((group) => ({ ...group, count: group.changes.length }))
}

/** Returns the groups of the found changes, and the number of lines of each. */
function layoutOf(handle: ReadHandle, { changes, fieldGroups, isHidden }: FoundChanges): ChangesLayout {
  if (fieldGroups !== null) {
    return {
      groups: fieldGroups.map(({ changes: _changes, ...group }) => group),
      lines: new Uint8Array(changes.length).fill(1),
    }
  }
  const completedAt = handle.values<number>('SELECT completed_at FROM downloads WHERE key = ?')
  const groups = Array.from(
    Map.groupBy(changes, ({ downloadKey }) => downloadKey),
    ([downloadKey, { length }]): ChangeGroup => ({
      ...{ by: 'download', completedAt: completedAt.get(downloadKey) ?? 0 },
      count: length,
    }),
  )
  const lines = Uint8Array.from(changes, ({ fields }) =>
    Math.min(MAX_CHANGE_LINES, Math.max(1, fields.filter((index) => !isHidden(index)).length)),
  )
  return { groups, lines }
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

function readUnseenIds(handle: ReadHandle, campaignKey: number): ReadonlySet<string> {
  return new Set(
    handle.values<string>('SELECT campaign_item_id FROM item_marks WHERE campaign_key = ?').all(campaignKey),
  )
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
  { campaignKey, searchedPaths }: Pick<FoundChanges, 'campaignKey' | 'searchedPaths'>,
  change: ChangeEntry,
): ItemChange {
  const { id, kind, key, downloadKey } = change
  const { itemName, posNumber, status, qty } = readItem(handle, change)
  const unseen = handle
    .values<number>('SELECT 1 FROM item_marks WHERE campaign_key = ? AND campaign_item_id = ?')
    .get(campaignKey, id)
  return {
    campaignItemId: id,
    key: kind === 'gone' ? null : key,
    kind,
    itemName,
    posNumber,
    fields: kind === 'changed' ? fieldsOf(handle, campaignKey, change) : [],
    ...(kind === 'changed' ? {} : { values: { status, qty } }),
    ...(kind === 'changed' && searchedPaths !== null
      ? { foundPaths: change.fields.map((index) => searchedPaths[index] ?? '') }
      : {}),
    noticedAt:
      handle.values<number>('SELECT completed_at FROM downloads WHERE key = ?').get(downloadKey) ?? 0,
    seen: unseen === undefined,
  }
}

function fieldsOf(
  handle: ReadHandle,
  campaignKey: number,
  { id, key, since }: ChangeEntry,
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
