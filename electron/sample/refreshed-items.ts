import type { ItemGenerator } from './items.ts'
import { campaignOfSlot, type CampaignPlan } from './plan.ts'
import { applyEdit, MAX_REFRESHES, refreshCampaign, type RefreshedCampaign } from './refreshes.ts'
import type { ItemTable, SampleItem } from './types.ts'

/** The sample's items, with the changes of the refreshes of each campaign. */
export class RefreshedItems implements ItemTable {
  version = 1
  readonly #generator: ItemGenerator
  readonly #campaigns: RefreshedCampaign[]

  constructor(generator: ItemGenerator) {
    this.#generator = generator
    this.#campaigns = generator.plan.campaigns.map((campaign) => refreshCampaign(generator, campaign, 0))
  }

  /** Sets the number of refreshes of a campaign; at most {@link MAX_REFRESHES} count. */
  setRefreshes(campaign: CampaignPlan, refreshes: number): void {
    const count = Math.min(refreshes, MAX_REFRESHES)
    if (this.#campaigns[campaign.index]?.refreshes === count) return
    this.version += 1
    this.#campaigns[campaign.index] = refreshCampaign(this.#generator, campaign, count)
  }

  /** Returns a campaign after its refreshes. */
  refreshed(campaign: CampaignPlan): RefreshedCampaign {
    return this.#campaigns[campaign.index] ?? refreshCampaign(this.#generator, campaign, 0)
  }

  slotsOf(campaignId: string | null): Uint32Array {
    const { campaigns, itemCount } = this.#generator.plan
    if (campaignId !== null) {
      const campaign = campaigns.find(({ id }) => id === campaignId)
      return campaign === undefined ? new Uint32Array() : Uint32Array.from(this.refreshed(campaign).slots)
    }
    const slots = this.#campaigns.flatMap((campaign) => campaign.slots)
    const isPlanned = (slot: number): boolean => slot < itemCount
    return Uint32Array.from([...slots.filter(isPlanned), ...slots.filter((slot) => !isPlanned(slot))])
  }

  item(slot: number): SampleItem {
    return applyEdit(this.#generator, slot, this.#refreshedOf(slot).edits.get(slot))
  }

  updatedAt(slot: number): number | null {
    return this.#refreshedOf(slot).edits.get(slot)?.updatedAt ?? this.#generator.updatedAt(slot)
  }

  #refreshedOf(slot: number): RefreshedCampaign {
    return this.refreshed(campaignOfSlot(this.#generator.plan, slot))
  }
}
