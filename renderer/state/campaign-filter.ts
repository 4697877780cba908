import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { fold } from '../../electron/contract/fold.ts'
import { strings } from '../../electron/contract/strings/app.ts'
import { shownName } from '../../electron/contract/clip-text.ts'

/** A text that says something; null otherwise. */
const said = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text)

/**
 * Returns what a campaign is called: its name, else its reference, else its id. For the screen, also within
 * sentences.
 */
export function campaignTitle(campaign: CampaignSummary): string {
  const name = said(campaign.name) ?? said(campaign.reference) ?? said(campaign.shortReference)
  return name === null ? strings.campaigns.unnamed(shownName(campaign.id)) : shownName(name)
}

/** The reference that people know a campaign by; null where the service gave none. */
export function campaignReference(campaign: CampaignSummary): string | null {
  const reference =
    said(campaign.reference) ??
    said(campaign.shortReference) ??
    (campaign.number === null ? null : String(campaign.number))
  return reference === null ? null : shownName(reference)
}

/**
 * Campaigns in which every word occurs in the name, a reference, the number or the id; in the given order.
 */
export function matchingCampaigns(
  all: readonly CampaignSummary[],
  words: string,
): readonly CampaignSummary[] {
  const wanted = fold(words)
    .split(/\s+/u)
    .filter((word) => word !== '')
  if (wanted.length === 0) return all
  return all.filter((campaign) => {
    const text = fold(
      [campaign.name, campaign.reference, campaign.shortReference, campaign.number, campaign.id]
        .filter((part) => part !== null)
        .join('\n'),
    )
    return wanted.every((word) => text.includes(word))
  })
}
