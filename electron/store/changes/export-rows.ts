import type { ChangesQuery } from '../../contract/changes.ts'
import type { ReadHandle } from '../database/handles.ts'
import { openForReading } from '../database/open-database.ts'
import { withSqliteErrors } from '../database/sqlite-errors.ts'
import type { ThrowIfCancelled } from '../query/cancellation.ts'
import type { ExportRows, StoredValue } from '../types.ts'
import type { ListedChange } from './change-list.ts'
import { campaignChanges, campaignNoticedAt, ChangesReader, describe, type FoundChanges } from './read.ts'

const CHANGES_A_BATCH = 500

/**
 * The changes under a query as rows of `CHANGE_COLUMN_KEYS`, on a separate handle in the calling thread:
 * one for each field that differs (only the one that the query asks for, if it asks for one), and one for
 * each item that was added or is gone; what changed in the campaign's own record comes first, unless the
 * query narrows. Values are JSON text, times are ISO 8601 in UTC. All of it is of one moment. Throws
 * `notFound` when there is no cache, and what opening the cache throws; `throwIfCancelled` may end it by
 * throwing.
 */
export function openChangeRows(
  file: string,
  query: ChangesQuery,
  throwIfCancelled: ThrowIfCancelled = () => undefined,
): ExportRows {
  const handle = openForReading(file)
  try {
    handle.beginSnapshot()
    const found = withSqliteErrors(() => new ChangesReader(handle).find(query))
    const campaign = withSqliteErrors(() => (isNarrowed(query) ? [] : campaignLines(handle, found)))
    throwIfCancelled()
    return {
      count: campaign.length + found.found.reduce((sum, change) => sum + rowsOf(change, query.field), 0),
      batches: function* () {
        if (campaign.length > 0) yield campaign
        yield* batchesOf(handle, found, query.field)
      },
      packed: null,
      close: () => {
        handle.close()
      },
    }
  } catch (error) {
    handle.close()
    throw error
  }
}

/** Whether the query asks for items of some kind only, which the campaign is not. */
function isNarrowed({ kinds, field, unseenOnly }: ChangesQuery): boolean {
  return kinds.length > 0 || field !== null || unseenOnly
}

function campaignLines(handle: ReadHandle, found: FoundChanges): readonly (readonly StoredValue[])[] {
  const noticedAt = new Date(campaignNoticedAt(handle, found)).toISOString()
  return campaignChanges(handle, found).map(({ path, old, new: now }) => [
    ...['campaign', null, null, null],
    ...[path, old, now, noticedAt],
  ])
}

function rowsOf({ kind, fields }: ListedChange, field: string | null): number {
  return kind === 'changed' && field === null ? fields.length : 1
}

function* batchesOf(
  handle: ReadHandle,
  found: FoundChanges,
  field: string | null,
): Generator<readonly (readonly StoredValue[])[]> {
  for (let start = 0; start < found.found.length; start += CHANGES_A_BATCH) {
    yield withSqliteErrors(() =>
      found.found
        .slice(start, start + CHANGES_A_BATCH)
        .flatMap((change) => linesOf(handle, found, change, field)),
    )
  }
}

function linesOf(
  handle: ReadHandle,
  found: FoundChanges,
  change: ListedChange,
  field: string | null,
): readonly (readonly StoredValue[])[] {
  const { kind, campaignItemId, itemName, posNumber, fields, noticedAt } = describe(handle, found, change)
  const line = (path: string | null, old: string | null, now: string | null): readonly StoredValue[] => [
    ...[kind, campaignItemId, itemName, posNumber],
    ...[path, old, now, new Date(noticedAt).toISOString()],
  ]
  if (kind !== 'changed') return [line(null, null, null)]
  return fields
    .filter(({ path }) => field === null || path === field)
    .map((each) => line(each.path, each.old, each.new))
}
