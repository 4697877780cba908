import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { isDownloaded } from './campaign-text.ts'

/** Two campaigns to compare, the earlier one first. */
export type CampaignPair = readonly [first: CampaignSummary, second: CampaignSummary]

const YEAR = /(?<![\p{L}\p{N}])(?:19|20)\d\d(?![\p{L}\p{N}])/u

/** Returns the first year in a name; null without one. */
export function yearOf(name: string): string | null {
  return YEAR.exec(name)?.[0] ?? null
}

/** Returns a name without its year, to compare it. */
function withoutYear(name: string): string {
  return name.replace(YEAR, ' ').replace(/\s+/gu, ' ').trim().toLowerCase()
}

/**
 * Returns two downloaded campaigns whose names differ only by a year, the latest such years; null if there
 * are none. A name without a year counts as the latest.
 */
export function suggestedPair(campaigns: readonly CampaignSummary[]): CampaignPair | null {
  const byName = Map.groupBy(
    campaigns.filter((campaign) => isDownloaded(campaign) && withoutYear(campaign.name ?? '') !== ''),
    ({ name }) => withoutYear(name ?? ''),
  )
  let latest: { readonly pair: CampaignPair; readonly year: string } | null = null
  for (const group of byName.values()) {
    const years = new Map(group.map((campaign) => [yearOf(campaign.name ?? '') ?? NO_YEAR, campaign]))
    const sorted = [...years].sort(([one], [other]) => (one < other ? -1 : 1))
    const [first, second] = sorted.slice(-2)
    if (first === undefined || second === undefined) continue
    if (latest === null || second[0] > latest.year) latest = { pair: [first[1], second[1]], year: second[0] }
  }
  return latest?.pair ?? null
}

/** Sorts after every year. */
const NO_YEAR = '~'

/**
 * Returns short names of two campaigns: their years if only these differ, else their titles.
 * @param titles the names as they are shown
 */
export function pairNames(titles: readonly [string, string]): readonly [string, string] {
  const [first, second] = titles
  const years = [yearOf(first), yearOf(second)] as const
  return withoutYear(first) === withoutYear(second) &&
    years[0] !== null &&
    years[1] !== null &&
    years[0] !== years[1]
    ? [years[0], years[1]]
    : titles
}
