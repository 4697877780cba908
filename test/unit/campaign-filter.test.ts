import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { campaignReference, campaignTitle, matchingCampaigns } from '../../renderer/state/campaign-filter.ts'
import { makeCampaign } from '../support/contract-values.ts'

describe('campaign titles and the campaign filter', () => {
  it('use the first name or reference that is not empty', () => {
    expect(campaignTitle(makeCampaign())).toBe('Summer 2026')
    expect(campaignTitle(makeCampaign({ name: ' ' }))).toBe('SU-2026-014')
    expect(campaignTitle(makeCampaign({ name: null, reference: '' }))).toBe('SU26')
    expect(campaignTitle(makeCampaign({ name: null, reference: null, shortReference: null }))).toBe(
      'Unnamed (k1)',
    )
    expect(campaignReference(makeCampaign({ reference: '', shortReference: null }))).toBe('14')
    expect(
      campaignReference(makeCampaign({ reference: null, shortReference: null, number: null })),
    ).toBeNull()
  })

  it('match any words without case and accents', () => {
    const all = [
      makeCampaign({ id: 'a', name: 'Été – Plage', reference: null, number: 7 }),
      makeCampaign({ id: 'b', name: 'ŁÓDŹ', reference: 'LO-1' }),
    ]
    expect(matchingCampaigns(all, 'ETE').map((campaign) => campaign.id)).toEqual(['a'])
    expect(matchingCampaigns(all, 'plage ete').map((campaign) => campaign.id)).toEqual(['a'])
    expect(matchingCampaigns(all, 'lo-1').map((campaign) => campaign.id)).toEqual(['b'])
    expect(matchingCampaigns(all, 'ete lo').map((campaign) => campaign.id)).toEqual([])
    expect(matchingCampaigns(all, '  ')).toBe(all)
  })

  it('match a campaign by its own name, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const campaign = makeCampaign({ name })
        expect(matchingCampaigns([campaign], name)).toEqual([campaign])
      }),
    )
  })
})
