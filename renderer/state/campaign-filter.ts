import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { fold } from '../../electron/contract/fold.ts'
import { strings } from '../../electron/contract/strings/app.ts'
import { shownName } from '../../electron/contract/clip-text.ts'

/** Returns the text, or null if it is blank. */
const said = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text)

/**
 * Returns the title of a campaign for the screen and for sentences: its name, else its reference, else its
 * id.
 */
export function campaignTitle(campaign: CampaignSummary): string {
  const name = said(campaign.name) ?? said(campaign.reference) ?? said(campaign.shortReference)
  return name === null ? strings.campaigns.unnamed(shownName(campaign.id)) : shownName(name)
}

/** Returns the reference by which people know a campaign; null if the service sent none. */
export function campaignReference(campaign: CampaignSummary): string | null {
  const reference =
    said(campaign.reference) ??
    said(campaign.shortReference) ??
    (campaign.number === null ? null : String(campaign.number))
  return reference === null ? null : shownName(reference)
}

/** Returns the campaigns that contain every word in name, references, number or id, in the given order. */
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
