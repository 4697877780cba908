import { toFault } from '../contract/app-error.ts'
import { MAX_ACCEPTED, type CheckResult } from '../contract/checks.ts'
import { EMPTY_QUERY, type ItemQuery } from '../contract/query.ts'
import { withMarks, type ReviewSession } from './review-query.ts'

/** Returns the query of a check for the items of a campaign. */
export function checkQueryOf(campaignId: string, query: Partial<ItemQuery>): ItemQuery {
  return { ...EMPTY_QUERY, ...query, campaignIds: [campaignId] }
}

/** Runs a check of items. A check that cannot run reports why. */
export async function checkItems(
  session: ReviewSession,
  id: string,
  query: ItemQuery,
  acceptedIds: readonly string[],
): Promise<Omit<CheckResult, 'acceptedAt'>> {
  const noResults = { id, count: 0, accepted: 0, unacceptedIds: null, elements: [], dates: [], problem: null }
  try {
    const storeQuery = await withMarks(session, query)
    const { count, ids } = await session.store.findIds(
      storeQuery,
      acceptedIds.length === 0 ? 0 : MAX_ACCEPTED,
    )
    if (acceptedIds.length === 0) return { ...noResults, count }
    const acceptedSet = new Set(acceptedIds)
    const unacceptedIds = ids.filter((each) => !acceptedSet.has(each))
    const accepted = ids.length - unacceptedIds.length
    return {
      ...noResults,
      count,
      accepted,
      unacceptedIds: accepted === 0 || count > MAX_ACCEPTED ? null : unacceptedIds,
    }
  } catch (error) {
    // A custom search may be invalid; the other checks still run.
    return { ...noResults, problem: toFault(error).message }
  }
}
