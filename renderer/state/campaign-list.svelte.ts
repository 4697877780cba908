import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { matchingCampaigns } from './campaign-filter.ts'

/** The list of campaigns: its filter, and the selection for downloading or removing. */
export class CampaignListModel {
  readonly #all: () => readonly CampaignSummary[]
  #selected = $state.raw<ReadonlySet<string>>(new Set())
  #anchor: string | null = null

  searchText = $state('')

  readonly matches = $derived.by(() => matchingCampaigns(this.#all(), this.searchText))
  /** The selected campaigns that still exist, in list order. */
  readonly selected = $derived.by(() => this.#all().filter((campaign) => this.#selected.has(campaign.id)))

  constructor(all: () => readonly CampaignSummary[]) {
    this.#all = all
  }

  isSelected(id: string): boolean {
    return this.#selected.has(id)
  }

  reset(id: string | null): void {
    this.searchText = ''
    this.selectOnly(id)
  }

  selectOnly(id: string | null): void {
    this.#anchor = id
    this.#selected = new Set(id === null ? [] : [id])
  }

  toggle(id: string): void {
    const next = new Set(this.#selected)
    if (!next.delete(id)) next.add(id)
    this.#anchor = id
    this.#selected = next
  }

  /** Selects all shown campaigns from the anchor of the selection to this one. */
  extendTo(id: string): void {
    const ids = this.matches.map((campaign) => campaign.id)
    const to = ids.indexOf(id)
    const from = this.#anchor === null ? to : ids.indexOf(this.#anchor)
    if (to < 0 || from < 0) {
      this.selectOnly(id)
      return
    }
    this.#selected = new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1))
  }

  selectAll(): void {
    this.#selected = new Set(this.matches.map((campaign) => campaign.id))
  }
}
