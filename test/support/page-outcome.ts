import type { PageOutcome } from '../../electron/store/types.ts'

/** The outcome of an empty first page with these changes. */
export function pageOutcome(changes: Partial<PageOutcome> = {}): PageOutcome {
  return {
    range: { pass: 1, part: 'sweep', round: 0, start: 0, end: 200 },
    skip: null,
    limit: null,
    totalCount: null,
    listed: 0,
    fresh: 0,
    added: 0,
    unchanged: 0,
    altered: 0,
    repeated: 0,
    seen: 0,
    staged: 0,
    withoutEntity: [],
    unlisted: 0,
    foreign: 0,
    newestUpdatedAt: null,
    oldestUpdatedAt: null,
    order: 'descending',
    undated: 0,
    campaigns: [],
    ...changes,
  }
}
