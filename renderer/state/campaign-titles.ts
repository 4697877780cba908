import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { campaignTitle } from './campaign-filter.ts'

/** The titles of campaigns, to find those that begin alike. */
export class CampaignTitles {
  /** In the order of their code units, in which those that begin alike follow each other. */
  readonly #sorted: readonly string[]

  constructor(campaigns: readonly CampaignSummary[]) {
    this.#sorted = campaigns.map(campaignTitle).sort()
  }

  /** Returns whether another title has the same first characters, so that only their ends differ. */
  beginsLikeAnother(title: string, length: number): boolean {
    const beginning = title.slice(0, length)
    const first = this.#sorted[this.#find((other) => other >= beginning)]
    const last = this.#sorted[this.#find((other) => other > beginning && !other.startsWith(beginning)) - 1]
    return [first, last].some((other) => other !== title && other?.startsWith(beginning) === true)
  }

  /** Returns the index of the first title of those that follow, by a search in halves. */
  #find(follows: (title: string) => boolean): number {
    let [from, to] = [0, this.#sorted.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (follows(this.#sorted[middle] ?? '')) to = middle
      else from = middle + 1
    }
    return from
  }
}
