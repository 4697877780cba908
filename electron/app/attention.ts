import type { CampaignAttention, ReviewedCount } from '../contract/attention.ts'
import { allOf, hasValue } from '../contract/filter-tree.ts'
import { EMPTY_QUERY } from '../contract/query.ts'
import { REVIEW_MARKS } from '../contract/review.ts'
import { countByCampaign } from './open-checks.ts'
import { withMarks, type ReviewSession } from './review-query.ts'
import type { ConnectionSession } from './types.ts'

/**
 * Counts the items with a mark in each downloaded campaign; campaigns without any are left out. A newer call
 * in the same slot supersedes a running one.
 */
export async function countReviewed(session: ReviewSession, slot: string): Promise<readonly ReviewedCount[]> {
  const query = await withMarks(session, {
    ...EMPTY_QUERY,
    filters: allOf(hasValue('review', ...REVIEW_MARKS)),
  })
  const counts = await countByCampaign(session, query, `${slot} reviewed`)
  return Array.from(counts, ([campaignId, reviewed]) => ({ campaignId, reviewed }))
}

/**
 * Returns what needs attention in the campaigns of a connection. Rejects as the store and the reviews do; a
 * newer call in the same slot supersedes a running one.
 */
export async function readAttention(
  session: ReviewSession & Pick<ConnectionSession, 'checks'>,
  slot: string,
): Promise<CampaignAttention> {
  const [checks, changes, reviews] = await Promise.all([
    session.checks.readOpen(),
    session.store.countUnseen(),
    countReviewed(session, slot),
  ])
  return { ...checks, changes, reviews }
}
