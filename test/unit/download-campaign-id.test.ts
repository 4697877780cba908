import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractCampaignId } from '../../electron/download/campaign-id.ts'

const CLIENT = '11111111-1111-4111-8111-111111111111'
const CAMPAIGN = '3f2b8c1e-0a4d-4f5e-9b6a-7c8d9e0f1a2b'
const ITEM = '99999999-9999-4999-8999-999999999999'

describe('extractCampaignId', () => {
  it.each([
    ['the id', CAMPAIGN],
    ['with blanks and line breaks around', ` \n${CAMPAIGN}\r\n`],
    ['in quotes', `"${CAMPAIGN}"`],
    ['an address that ends with it', `https://print.example/campaigns/${CAMPAIGN}`],
    ['an address with a slash at its end', `https://print.example/api/v1/campaign/${CAMPAIGN}/`],
    ['among other ids in the path', `https://print.example/clients/${CLIENT}/campaign/${CAMPAIGN}`],
    ['before the id of an item', `https://print.example/campaigns/${CAMPAIGN}/items/${ITEM}`],
    ['as a query value', `https://print.example/campaign-items?campaignId=${CAMPAIGN}&limit=10`],
    [
      'before another query value',
      `https://print.example/items/${ITEM}?campaignId=${CAMPAIGN}&client=${CLIENT}`,
    ],
    ['as campaign_id', `https://print.example/x?campaign_id=${CAMPAIGN}&id=${CLIENT}`],
    ['in the hash', `https://print.example/#/clients/${CLIENT}/campaigns/${CAMPAIGN}/overview`],
    ['in the hash as a value', `https://print.example/app#campaignId=${CAMPAIGN}`],
    [
      'percent-encoded in another address',
      `https://login.example/?next=%2Fcampaigns%2F${CAMPAIGN}%2Fitems%2F${ITEM}`,
    ],
    ['the last one when nothing names it', `https://print.example/${CLIENT}/${CAMPAIGN}`],
    ['in a sentence', `Please look at campaign: ${CAMPAIGN}, thanks (client ${CLIENT})`],
    ['as JSON', `{"clientId":"${CLIENT}","campaignId":"${CAMPAIGN}","name":"x"}`],
    ['with a broken escape elsewhere', `https://print.example/campaign/${CAMPAIGN}?x=%E0%A4`],
  ])('finds the id: %s', (_what, text) => {
    expect(extractCampaignId(text)).toBe(CAMPAIGN)
  })

  it.each([
    ['ids', `${CAMPAIGN},${CLIENT}`],
    ['ids after an address', `https://print.example/campaign/${CAMPAIGN},${CLIENT}`],
    ['ids in lines', `${CAMPAIGN}\n${CLIENT}\n`],
    ['addresses', `https://print.example/campaign/${CAMPAIGN}, https://print.example/campaign/${CLIENT}`],
  ])('rejects a list of several campaigns: %s', (_what, text) => {
    expect(() => extractCampaignId(text)).toThrow(expect.objectContaining({ code: 'notACampaignId' }))
    expect(extractCampaignId(text.replaceAll(CLIENT, CAMPAIGN))).toBe(CAMPAIGN)
  })

  it('keeps upper and lower case, because the service compares ids', () => {
    expect(extractCampaignId(`/campaign/${CAMPAIGN.toUpperCase()}`)).toBe(CAMPAIGN.toUpperCase())
  })

  it.each(['64f1c0ffee', 'SU-2026-014', 'campaign_7', 'a'.repeat(200)])(
    'accepts a single word as an id: %s',
    (word) => {
      expect(extractCampaignId(` ${word} `)).toBe(word)
    },
  )

  it.each([
    '',
    '   ',
    '..',
    '.',
    'two words',
    'https://print.example/campaigns',
    'a/b',
    'a\\b',
    'a?b',
    'a'.repeat(201),
    '%2e%2e',
    'ü',
  ])('rejects text without an id: %j', (text) => {
    expect(() => extractCampaignId(text)).toThrow(expect.objectContaining({ code: 'notACampaignId' }))
  })

  it('finds a UUID after "campaign/" in any text, quickly in a long one', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ maxLength: 40 }), fc.uuid(), (id, noise, other) => {
        const around = noise.replaceAll(/[0-9a-z%]/giu, '_')
        expect(extractCampaignId(`${other} ${around}/campaign/${id}/${around} ${other}`)).toBe(id)
      }),
    )
    expect(extractCampaignId(`campaign${' '.repeat(9_000)}${CAMPAIGN}`)).toBe(CAMPAIGN)
  })
})
