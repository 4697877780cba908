import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findAppLink,
  findCommandLine,
  formatAppLink,
  isAppLink,
  MAX_LINK_LENGTH,
  parseAppLink,
  resolveAppLink,
} from '../../electron/app/app-links.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import type { CampaignRecord } from '../../electron/contract/campaign.ts'
import { findFile } from '../../electron/app/requested-files.ts'
import { isReviewFile } from '../../electron/app/review-files.ts'

/** Ids that are in links as people copy them. */
const campaignIds = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((id) => id === id.trim() && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(id))

describe('parseAppLink', () => {
  it('reads a campaign, an address, or both in any order', () => {
    expect(parseAppLink('campaign-desk://open?campaign=K-1')).toEqual({ campaignId: 'K-1', baseUrl: null })
    expect(parseAppLink('CAMPAIGN-DESK://open/?campaign=K%201')).toEqual({ campaignId: 'K 1', baseUrl: null })
    const both = { campaignId: 'K-1', baseUrl: 'https://print.example/api' }
    expect(parseAppLink('campaign-desk://open?address=https://print.example/api/&campaign=K-1')).toEqual(both)
    const encoded = 'campaign-desk://open?campaign=K-1&address=https%3A%2F%2Fprint.example%2Fapi'
    expect(parseAppLink(encoded)).toEqual(both)
    expect(parseAppLink('campaign-desk://open?address=https://print.example')).toEqual({
      campaignId: null,
      baseUrl: 'https://print.example',
    })
  })

  it.each([
    ['nothing', ''],
    ['another scheme', 'https://open?campaign=K-1'],
    ['a page of the application', 'campaign-desk://app/index.html'],
    ['another host', 'campaign-desk://openx?campaign=K-1'],
    ['a user name', 'campaign-desk://a@open?campaign=K-1'],
    ['a path', 'campaign-desk://open/campaigns?campaign=K-1'],
    ['no parameter', 'campaign-desk://open'],
    ['an empty parameter', 'campaign-desk://open?'],
    ['an empty campaign', 'campaign-desk://open?campaign='],
    ['a campaign twice', 'campaign-desk://open?campaign=a&campaign=b'],
    ['a key', 'campaign-desk://open?campaign=K-1&key=secret'],
    ['an unknown parameter', 'campaign-desk://open?campaign=K-1&download=1'],
    ['a parameter in capital letters', 'campaign-desk://open?Campaign=K-1'],
    ['a second equals sign', 'campaign-desk://open?campaign=a=b'],
    ['a space', 'campaign-desk://open?campaign=K 1'],
    ['an argument after a quotation mark', 'campaign-desk://open?campaign=K" --cli'],
    ['a letter beyond ASCII', 'campaign-desk://open?campaign=ä'],
    ['a fragment', 'campaign-desk://open?campaign=K-1\n#x'],
    ['an invalid escape', 'campaign-desk://open?campaign=%E0%A4%A'],
    ['a control character', 'campaign-desk://open?campaign=a%0Ab'],
    ['a control that reorders text', 'campaign-desk://open?campaign=a%E2%80%AEb'],
    ['spaces around an id', 'campaign-desk://open?campaign=%20a'],
    ['an id that is too long', `campaign-desk://open?campaign=${'a'.repeat(501)}`],
    ['an address with http', 'campaign-desk://open?address=http://print.example'],
    ['an address with credentials', 'campaign-desk://open?address=https://u:p@print.example'],
    ['an address with a query', 'campaign-desk://open?address=https%3A%2F%2Fprint.example%3Fkey%3Dx'],
    ['an address of a file', 'campaign-desk://open?address=file:///etc/passwd'],
    ['an invalid address with a campaign', 'campaign-desk://open?campaign=K-1&address=nowhere'],
  ])('refuses %s', (_, link) => expect(parseAppLink(link)).toBeNull())

  it('refuses a link that is too long', () => {
    const address = `https://print.example/${'a'.repeat(MAX_LINK_LENGTH)}`
    expect(parseAppLink(`campaign-desk://open?address=${address}`)).toBeNull()
  })

  it('reads what formatAppLink has written', () => {
    fc.assert(
      fc.property(campaignIds, fc.boolean(), (campaignId, hasAddress) => {
        const baseUrl = hasAddress ? 'https://print.example/api' : null
        const link = formatAppLink(campaignId, baseUrl)
        expect(link).not.toBeNull()
        expect(parseAppLink(link ?? '')).toEqual({ campaignId, baseUrl })
        // It is one argument between quotation marks, on every system.
        expect(link).toMatch(/^[\w:/?=&%.!~*'()-]+$/u)
      }),
    )
  })

  it('returns only values that it accepts itself, and throws for no text', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        'campaign=',
        'address=',
        '&',
        '%',
        '%00',
        'https://a.example',
        '=',
        '?',
        '#',
        '"',
        ' --cli',
      ),
    )
    const links = fc
      .tuple(fc.constantFrom('campaign-desk://open?', 'campaign-desk:', ''), fc.array(part, { maxLength: 8 }))
      .map(([start, parts]) => start + parts.join(''))
    fc.assert(
      fc.property(links, (link) => {
        const parsed = parseAppLink(link)
        if (parsed === null) return
        const { campaignId, baseUrl } = parsed
        expect(campaignId !== null || baseUrl !== null).toBe(true)
        if (campaignId !== null) expect(campaignId).not.toMatch(/[\p{Cc}\p{Cf}]|^\s|\s$/u)
        if (baseUrl !== null) expect(new URL(baseUrl).protocol).toBe('https:')
      }),
    )
  })
})

describe('formatAppLink', () => {
  it.each(['a\nb', ' a', 'x'.repeat(501), '\ud800', ''])('returns null for the id %j', (id) =>
    expect(formatAppLink(id, null)).toBeNull(),
  )
})

describe('the arguments of a command line', () => {
  const LINK = 'campaign-desk://open?campaign=x.cdreview'

  it('contain a link, which is no review file', () => {
    expect(findAppLink(['--enable-crashpad', '/tmp/a.cdreview', LINK])).toBe(LINK)
    expect(findAppLink(['/tmp/a.cdreview'])).toBeNull()
    expect(isAppLink('campaign-desk')).toBe(false)
    expect(findFile([LINK], '/', isReviewFile)).toBeNull()
    expect(findFile([LINK, '/tmp/a.cdreview'], '/', isReviewFile)).toBe('/tmp/a.cdreview')
  })

  it('start the command line with --cli, but not after a link', () => {
    expect(findCommandLine(['--no-sandbox', '--cli', 'campaigns', LINK])).toEqual(['campaigns', LINK])
    expect(findCommandLine(['--cli'])).toEqual([])
    expect(findCommandLine([])).toBeNull()
    // What a link with a quotation mark would append.
    expect(findCommandLine([LINK, '--cli', 'forget'])).toBeNull()
    expect(findCommandLine(['--', LINK, '--cli', 'forget'])).toBeNull()
  })
})

describe('resolveAppLink', () => {
  const CONNECTIONS = [
    makeConnection({ id: 'broken', baseUrl: 'https://broken.example' }),
    makeConnection({ id: 'c1', baseUrl: 'https://print.example/api' }),
    makeConnection({ id: 'c2', baseUrl: 'https://shop.example' }),
    makeConnection({ id: 'sample', kind: 'sample', baseUrl: null }),
  ]
  const CAMPAIGNS: Readonly<Record<string, readonly string[]>> = {
    c1: ['k1', 'both'],
    c2: ['k2', 'both'],
    sample: ['s1'],
  }

  /** Resolves a link, and checks that no connection is held afterwards. */
  async function resolve(query: string, currentId: string | null = null, connections = CONNECTIONS) {
    const held = new Set<string>()
    let closed = 0
    const target = await resolveAppLink(`campaign-desk://open?${query}`, currentId, {
      connections: { list: () => Promise.resolve(connections) },
      sessions: {
        hold: (id) => {
          held.add(id)
          return () => held.delete(id)
        },
        get: (id) =>
          id === 'broken'
            ? Promise.reject(new Error('The cache is damaged.'))
            : Promise.resolve({
                store: {
                  getCampaign: (campaignId) =>
                    Promise.resolve(
                      CAMPAIGNS[id]?.includes(campaignId) === true
                        ? ({ summary: makeCampaign({ id: campaignId }) } as CampaignRecord)
                        : null,
                    ),
                },
              }),
        closeIdle: () => {
          closed += 1
          return Promise.resolve()
        },
      },
    })
    expect(held.size).toBe(0)
    return { target, closed }
  }

  it('finds the connection that has the campaign, past one that cannot be opened', async () => {
    const { target, closed } = await resolve('campaign=s1', 'broken')
    expect(target).toEqual({ kind: 'campaign', connectionId: 'sample', campaignId: 's1' })
    expect(closed).toBe(1)
  })

  it('prefers the connection of the window, and requires that of the address', async () => {
    const inConnection = (connectionId: string) => ({ kind: 'campaign', connectionId, campaignId: 'both' })
    expect((await resolve('campaign=both')).target).toEqual(inConnection('c1'))
    expect((await resolve('campaign=both', 'c2')).target).toEqual(inConnection('c2'))
    const withAddress = await resolve('campaign=both&address=https://print.example/api/', 'c2')
    expect(withAddress.target).toEqual(inConnection('c1'))
    const elsewhere = await resolve('campaign=k2&address=https://print.example/api')
    expect(elsewhere.target).toEqual({ kind: 'unknownCampaign', campaignId: 'k2' })
  })

  it('leads to a connection without a campaign, and asks about an unknown address', async () => {
    expect((await resolve('address=https://shop.example')).target).toEqual({
      kind: 'campaign',
      connectionId: 'c2',
      campaignId: null,
    })
    const baseUrl = 'https://other.example'
    const asked = (campaignId: string | null) => ({ kind: 'newConnection', baseUrl, campaignId })
    expect((await resolve(`address=${baseUrl}`)).target).toEqual(asked(null))
    // A campaign that another connection has does not skip the question.
    expect((await resolve(`campaign=k1&address=${baseUrl}`)).target).toEqual(asked('k1'))
  })

  it('reports a campaign that no connection has, and an invalid link', async () => {
    expect((await resolve('campaign=k9')).target).toEqual({ kind: 'unknownCampaign', campaignId: 'k9' })
    expect((await resolve('campaign=k1', null, [])).target).toEqual({
      kind: 'unknownCampaign',
      campaignId: 'k1',
    })
    expect((await resolve('campaign=k1&key=x')).target).toEqual({ kind: 'invalid' })
  })
})
