import { DAY_MS } from '../contract/instant.ts'
import { mix, uuidOf } from './random.ts'
import { THEMES, type Theme } from './themes.ts'
import type { SampleOptions } from './types.ts'

/** The outline of a campaign with the slots of its items. */
export interface CampaignPlan {
  readonly index: number
  readonly id: string
  readonly name: string
  readonly code: string
  readonly theme: Theme
  readonly firstSlot: number
  readonly itemCount: number
  readonly startAt: number
  readonly endAt: number
  readonly createdAt: number
  /** Last change, not after now. */
  readonly updatedAt: number
}

/** The outline of the sample, from which everything is generated. */
export interface SamplePlan {
  readonly seed: number
  readonly now: number
  readonly itemCount: number
  readonly pictureBase: string
  readonly campaigns: readonly CampaignPlan[]
}

const DEFAULT_NOW = Date.UTC(2026, 9, 1, 8, 0, 0)
const DEFAULT_SEED = 20_261_001

/** Distributes `total` by weight; the remainder goes to the largest weights. */
function distribute(total: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((left, right) => left + right, 0)
  const shares = weights.map((weight) => Math.floor((total * weight) / sum))
  let remainder = total - shares.reduce((allocated, share) => allocated + share, 0)
  const heaviestFirst = weights.map((_, index) => index).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
  for (let turn = 0; remainder > 0; turn += 1, remainder -= 1) {
    const index = heaviestFirst[turn % heaviestFirst.length] ?? 0
    shares[index] = (shares[index] ?? 0) + 1
  }
  return shares
}

/** Plans a sample; equal options give equal samples. */
export function planSample(options: SampleOptions = {}): SamplePlan {
  const seed = options.seed ?? DEFAULT_SEED
  const now = options.now ?? DEFAULT_NOW
  const itemCount = options.items ?? 6_000
  const themes = Array.from(
    { length: options.campaigns ?? THEMES.length },
    (_, index) => THEMES[index % THEMES.length] ?? THEMES[0],
  )
  const counts = distribute(
    itemCount,
    themes.map((theme) => theme.weight),
  )
  let firstSlot = 0
  const campaigns = themes.map((theme, index): CampaignPlan => {
    const wave = Math.floor(index / THEMES.length) + 1
    const count = counts[index] ?? 0
    const midnight = Math.floor(now / DAY_MS) * DAY_MS
    const startAt = midnight + (theme.startsInDays + (wave - 1) * 3) * DAY_MS
    const createdAt = startAt - (150 + (mix(seed, index, 11) % 40)) * DAY_MS + (mix(seed, index, 12) % DAY_MS)
    const recentChange = now - (mix(seed, index, 13) % (2 * DAY_MS)) - 60_000
    const plan = {
      index,
      id: uuidOf('campaign', seed, index),
      name: wave === 1 ? theme.name : `${theme.name} · wave ${String(wave)}`,
      code: wave === 1 ? theme.code : `${theme.code}W${String(wave)}`,
      theme,
      firstSlot,
      itemCount: count,
      startAt,
      endAt: startAt + theme.runsDays * DAY_MS - 1_000,
      createdAt: Math.min(createdAt, now - 20 * DAY_MS),
      updatedAt: Math.min(recentChange, startAt + theme.runsDays * DAY_MS),
    }
    firstSlot += count
    return plan
  })
  return { seed, now, itemCount, pictureBase: options.pictureBase ?? 'sample:picture/', campaigns }
}

/** Number of slots of a campaign for items that refreshes add. They follow the slots of all planned items. */
export const ADDED_SLOTS = 64

/** Returns the slot of an item that a refresh adds, the first one of the campaign with number 0. */
export function addedSlot(plan: SamplePlan, campaign: CampaignPlan, number: number): number {
  return plan.itemCount + campaign.index * ADDED_SLOTS + number
}

/** Returns the index of a slot's item in its campaign. Added items follow the planned ones. */
export function indexInCampaign(plan: SamplePlan, campaign: CampaignPlan, slot: number): number {
  return slot < plan.itemCount
    ? slot - campaign.firstSlot
    : campaign.itemCount + slot - addedSlot(plan, campaign, 0)
}

/** Returns the campaign of a slot's item. */
export function campaignOfSlot(plan: SamplePlan, slot: number): CampaignPlan {
  const added = plan.campaigns[Math.floor((slot - plan.itemCount) / ADDED_SLOTS)]
  if (added !== undefined) return added
  let low = 0
  let high = plan.campaigns.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((plan.campaigns[middle]?.firstSlot ?? 0) <= slot) low = middle
    else high = middle - 1
  }
  // Campaigns without items share their first slot with the next one, which comes last.
  const campaign = plan.campaigns[low]
  if (campaign === undefined) throw new RangeError(`No campaign has slot ${String(slot)}.`)
  return campaign
}
