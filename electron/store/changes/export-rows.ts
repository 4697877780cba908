import type { ChangesQuery } from '../../contract/changes.ts'
import type { ReadHandle } from '../database/handles.ts'
import { openForReading } from '../database/open-database.ts'
import { withSqliteErrors } from '../database/sqlite-errors.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { ExportRows, StoredValue } from '../types.ts'
import type { ChangeEntry } from './change-list.ts'
import { campaignChanges, campaignNoticedAt, ChangesReader, readChange, type FoundChanges } from './read.ts'

const CHANGES_PER_BATCH = 500

/**
 * Opens the changes of a query as rows of `CHANGE_COLUMN_KEYS`, on a separate handle in the calling thread,
 * in one read transaction: a row for each changed field (only `query.field`, if set) and for each added or
 * deleted item. Changes of the campaign's record come first, unless the query has filters. Values are JSON
 * text, times are ISO 8601 in UTC. Throws `notFound` if there is no cache, and what opening the cache and
 * `throwIfCancelled` throw.
 */
export function openChangeRows(
  file: string,
  query: ChangesQuery,
  throwIfCancelled: ThrowIfCancelled = () => undefined,
): ExportRows {
  const handle = openForReading(file)
  try {
    handle.beginSnapshot()
    const changes = withSqliteErrors(() => new ChangesReader(handle).find({ ...query, groupBy: 'download' }))
    const recordRows = withSqliteErrors(() => (isFiltered(query) ? [] : campaignRows(handle, changes)))
    throwIfCancelled()
    return {
      count:
        recordRows.length +
        changes.changes.reduce((sum, change) => sum + countRows(change, query, changes.isHidden), 0),
      batches: function* () {
        if (recordRows.length > 0) yield recordRows
        yield* batchesOf(handle, changes, query)
      },
      packed: null,
      close: () => handle.close(),
    }
  } catch (error) {
    handle.close()
    throw error
  }
}

/** Returns whether the query has filters, which exclude the campaign's record. */
function isFiltered({ kinds, field, unseenOnly, search = '' }: ChangesQuery): boolean {
  return kinds.length > 0 || field !== null || unseenOnly || search.trim() !== ''
}

function campaignRows(handle: ReadHandle, changes: FoundChanges): readonly (readonly StoredValue[])[] {
  const noticedAt = new Date(campaignNoticedAt(handle, changes)).toISOString()
  return campaignChanges(handle, changes).map(({ path, old, new: current }) => [
    ...['campaign', null, null, null],
    ...[path, old, current, noticedAt],
  ])
}

function countRows(
  { kind, fields }: ChangeEntry,
  { field }: ChangesQuery,
  isHidden: FoundChanges['isHidden'],
): number {
  return kind === 'changed' && field === null ? fields.filter((index) => !isHidden(index)).length : 1
}

function* batchesOf(
  handle: ReadHandle,
  changes: FoundChanges,
  query: ChangesQuery,
): Generator<readonly (readonly StoredValue[])[]> {
  for (let start = 0; start < changes.changes.length; start += CHANGES_PER_BATCH) {
    yield withSqliteErrors(() =>
      changes.changes
        .slice(start, start + CHANGES_PER_BATCH)
        .flatMap((change) => changeRows(handle, changes, change, query)),
    )
  }
}

function changeRows(
  handle: ReadHandle,
  changes: FoundChanges,
  change: ChangeEntry,
  { field, hiddenFields = [] }: ChangesQuery,
): readonly (readonly StoredValue[])[] {
  const { kind, campaignItemId, itemName, posNumber, fields, noticedAt, foundPaths } = readChange(
    handle,
    changes,
    change,
  )
  const row = (path: string | null, old: string | null, current: string | null): readonly StoredValue[] => [
    ...[kind, campaignItemId, itemName, posNumber],
    ...[path, old, current, new Date(noticedAt).toISOString()],
  ]
  if (kind !== 'changed') return [row(null, null, null)]
  return fields
    .filter(({ path }) => (field === null ? !hiddenFields.includes(path) : path === field))
    .filter(({ path }) => foundPaths?.includes(path) !== false)
    .map((each) => row(each.path, each.old, each.new))
}
