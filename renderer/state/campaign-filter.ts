import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { fold, wordsOf } from '../../electron/contract/fold.ts'
import { messages } from '../../electron/contract/messages.ts'
import { shownName } from '../../electron/contract/clip-text.ts'

/** Returns null for a blank text. */
const nonBlank = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text)

/** Returns the display name of a campaign: its name, else its reference, else its id. */
export function campaignTitle(campaign: CampaignSummary): string {
  const name = nonBlank(campaign.name) ?? nonBlank(campaign.reference) ?? nonBlank(campaign.shortReference)
  return name === null ? messages.campaigns.unnamed({ id: shownName(campaign.id) }) : shownName(name)
}

/** Returns the reference of a campaign, else its number; null if it has neither. */
export function campaignReference(campaign: CampaignSummary): string | null {
  const reference =
    nonBlank(campaign.reference) ??
    nonBlank(campaign.shortReference) ??
    (campaign.number === null ? null : String(campaign.number))
  return reference === null ? null : shownName(reference)
}

/** Returns the campaigns in which every word occurs in the name, a reference, the number or the id. */
export function matchingCampaigns(
  all: readonly CampaignSummary[],
  searchText: string,
): readonly CampaignSummary[] {
  const words = wordsOf(searchText)
  if (words.length === 0) return all
  return all.filter((campaign) => {
    const text = fold(
      [campaign.name, campaign.reference, campaign.shortReference, campaign.number, campaign.id]
        .filter((part) => part !== null)
        .join('\n'),
    )
    return words.every((word) => text.includes(word))
  })
}
