import fc from 'fast-check'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaultCode } from '../../electron/contract/faults.ts'
import { difference, downloading, SAME, type Downloading } from '../support/downloading.ts'
import {
  editPage,
  entitiesNotListed,
  idsWithoutEntity,
  missingFields,
  nulls,
  pageFields,
  totalCountOff,
  wrongTypes,
} from '../support/service/edits.ts'
import { isCampaign, isItems, type Misbehaviour, type Step } from '../support/service/script.ts'

const campaignOf = (parts: Downloading): string => {
  const campaign = parts.service.plan.campaigns[0]
  if (campaign === undefined) throw new Error('The plan has no campaign')
  return campaign.id
}

describe('downloading from a real service into a real store', () => {
  it('brings every item of every campaign, once, and the record', async () => {
    await using parts = await downloading({ items: 2_500 })
    const { downloads, service, store } = parts
    const ids = service.plan.campaigns.map(({ id }) => id)
    const ended = await Promise.all(downloads.start(ids).map(({ jobId }) => downloads.finished(jobId)))
    for (const job of ended) {
      const id = job.campaignId ?? ''
      expect(job).toMatchObject({ state: 'done', error: null, items: job.totalItems })
      expect(difference(await parts.copyOf(id), parts.idsAt(id))).toEqual(SAME)
      const summary = (await store.getCampaign(id))?.summary
      expect(summary).toMatchObject({ copy: 'complete', itemCount: job.items, expectedCount: job.items })
    }
    expect(ended.reduce((sum, job) => sum + job.items, 0)).toBe(2_500)
    expect(service.requests.every(({ headers }) => headers['authorization'] === 'key')).toBe(true)
  })

  it('brings the copy to what the service has now', async () => {
    await using parts = await downloading()
    const id = campaignOf(parts)
    await parts.run(id)
    const [first = '', second = ''] = parts.idsAt(id)
    parts.service.items.delete(first)
    parts.service.items.update(second, { qty: 4_711 })
    const added = parts.service.items.insert(id)
    expect((await parts.run(id)).state).toBe('done')
    const copy = await parts.copyOf(id)
    expect(difference(copy, parts.idsAt(id))).toEqual(SAME)
    expect(copy).toContain(added)
    expect(copy).not.toContain(first)
  })

  it.each([1, 7, 50, 1_000])('keeps to the %d items a page that the service applies', async (most) => {
    await using parts = await downloading({ items: 90, campaigns: 1, limit: { most } })
    const id = campaignOf(parts)
    expect((await parts.run(id)).state).toBe('done')
    expect(difference(await parts.copyOf(id), parts.idsAt(id))).toEqual(SAME)
  })

  it('finds a page size that a service does not refuse', async () => {
    await using parts = await downloading({ limit: { most: 30, beyond: 'refuse' } })
    const id = campaignOf(parts)
    expect((await parts.run(id)).state).toBe('done')
    expect(difference(await parts.copyOf(id), parts.idsAt(id))).toEqual(SAME)
  })
})

describe('finding campaigns at a real service', () => {
  it('remembers every campaign with its name and number of items', async () => {
    await using parts = await downloading({ items: 1_200, campaigns: 6 })
    const { jobId } = parts.downloads.discover()
    expect(await parts.downloads.finished(jobId)).toMatchObject({
      state: 'done',
      campaignsFound: 6,
      items: 1_200,
    })
    const known = await parts.store.listCampaigns()
    expect(new Map(known.map(({ id, expectedCount, copy }) => [id, [expectedCount, copy]]))).toEqual(
      new Map(parts.service.plan.campaigns.map(({ id, itemCount }) => [id, [itemCount, 'none']])),
    )
    expect((await parts.store.countItems()).items).toBe(0)
  })

  it('keeps what it found until the service failed', async () => {
    await using parts = await downloading({ items: 2_000, campaigns: 6 })
    parts.service.script([
      { times: 2, behave: { kind: 'well' } },
      { behave: { kind: 'status', status: 500 } },
    ])
    const { jobId } = parts.downloads.discover()
    expect(await parts.downloads.finished(jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'serviceFailed' },
    })
    expect((await parts.store.listCampaigns()).length).toBeGreaterThan(0)
  })
})

interface Case {
  readonly what: string
  readonly steps: readonly Step[]
  /** The code of the failure; `complete`, or `incomplete`. */
  readonly end: FaultCode | 'complete' | 'incomplete'
}

const always = (what: string, behave: Misbehaviour, end: Case['end']): Case => ({
  what: `always: ${what}`,
  steps: [{ when: isItems, behave }],
  end,
})
/** Well for two pages, then badly for some requests, then well again. */
const atTimes = (what: string, behave: Misbehaviour, times = 1): Case => ({
  what: `${String(times)} times in the middle: ${what}`,
  steps: [
    { when: isItems, times: 2, behave: { kind: 'well' } },
    { when: isItems, times, behave },
  ],
  end: 'complete',
})
const later = (what: string, behave: Misbehaviour, end: Case['end']): Case => ({
  what: `from the third page on: ${what}`,
  steps: [
    { when: isItems, times: 2, behave: { kind: 'well' } },
    { when: isItems, behave },
  ],
  end,
})
const record = (what: string, behave: Misbehaviour, end: Case['end']): Case => ({
  what: `the record: ${what}`,
  steps: [{ when: isCampaign, behave }],
  end,
})
const status = (code: number, headers: Readonly<Record<string, string>> = {}): Misbehaviour => ({
  kind: 'status',
  status: code,
  headers,
})
const edit = (change: (body: unknown, request: never) => unknown): Misbehaviour => ({
  kind: 'edit',
  edit: change as Extract<Misbehaviour, { kind: 'edit' }>['edit'],
})

const CASES: readonly Case[] = [
  always('400', status(400), 'serviceBadRequest'),
  always('401', status(401), 'serviceUnauthorized'),
  always('403', status(403), 'serviceForbidden'),
  always('404', status(404), 'serviceNotFound'),
  always('413', status(413), 'serviceStatus'),
  always('418', status(418), 'serviceStatus'),
  always('429', status(429), 'serviceTooMany'),
  always('500', status(500), 'serviceFailed'),
  always('503', status(503), 'serviceFailed'),
  always('a connection that is cut before the answer', { kind: 'cut', at: 'start' }, 'interrupted'),
  always('a connection that is cut in the middle', { kind: 'cut', at: 'body' }, 'interrupted'),
  always('JSON that stops in the middle', { kind: 'truncate' }, 'interrupted'),
  always('a sign-in page', { kind: 'login' }, 'captivePortal'),
  always('a redirect elsewhere', { kind: 'redirect', to: 'https://elsewhere.invalid/' }, 'redirected'),
  always('ids that are no list', edit(pageFields({ campaignItemIds: 'none' })), 'badAnswer'),
  always('entities that are no object', edit(pageFields({ campaignItemEntities: [] })), 'badAnswer'),
  always(
    'another document',
    edit(() => ({ hello: 'world' })),
    'badAnswer',
  ),
  always(
    'an answer that is not UTF-8',
    { kind: 'text', change: (text) => text.replace('{', '{\uD800') },
    'badAnswer',
  ),
  always(
    'items of another campaign',
    edit(
      editPage((page) => {
        for (const item of Object.values(page.campaignItemEntities)) item['campaignId'] = { _id: 'another' }
      }),
    ),
    'badAnswer',
  ),
  always('a count beyond all sense', edit(pageFields({ totalCount: 1e14 })), 'badAnswer'),
  later('401, the key was withdrawn', status(401), 'serviceUnauthorized'),
  later('500', status(500), 'serviceFailed'),
  later('a sign-in page', { kind: 'login' }, 'captivePortal'),
  later('a cut connection', { kind: 'cut', at: 'body' }, 'interrupted'),
  later(
    'empty pages',
    edit(
      editPage((page) => {
        page.campaignItemIds = []
        page.campaignItemEntities = {}
      }),
    ),
    'incomplete',
  ),
  atTimes('500', status(500), 2),
  atTimes('429 with Retry-After', status(429, { 'retry-after': '0' }), 2),
  atTimes('503 with Retry-After', status(503, { 'retry-after': '1' })),
  atTimes('a cut connection', { kind: 'cut', at: 'body' }, 2),
  atTimes('JSON that stops in the middle', { kind: 'truncate' }, 2),
  atTimes(
    'an answer out of form',
    edit(() => ({})),
    2,
  ),
  atTimes('hanging', { kind: 'hang', at: 'body' }),
  atTimes('slow', { kind: 'slow', beforeMs: 20, betweenMs: 5, pieces: 5 }, 3),
  atTimes('ids without entities', edit(idsWithoutEntity(5)), 2),
  atTimes('entities that are not listed', edit(entitiesNotListed(5)), 2),
  atTimes('a count too high', edit(totalCountOff(() => 3))),
  atTimes('a count too low', edit(totalCountOff(() => -3))),
  atTimes(
    'empty pages',
    edit(
      editPage((page) => {
        page.campaignItemIds = []
        page.campaignItemEntities = {}
      }),
    ),
    2,
  ),
  always('wrong types', edit(wrongTypes), 'complete'),
  always('nulls', edit(nulls), 'complete'),
  always('missing fields', edit(missingFields), 'complete'),
  always('no limit and no skip', edit(pageFields({ limit: undefined, skip: undefined })), 'complete'),
  always('limit and skip of other types', edit(pageFields({ limit: 'all', skip: {} })), 'complete'),
  always('a limit of nought', edit(pageFields({ limit: 0 })), 'complete'),
  always(
    'numbers that a double cannot hold',
    {
      kind: 'text',
      change: (text) => text.replaceAll('"status":', '"big":12345678901234567890.5,"status":'),
    },
    'complete',
  ),
  always('no count', edit(pageFields({ totalCount: null })), 'incomplete'),
  always('a count too high', edit(totalCountOff(() => 1)), 'incomplete'),
  always('a count too low', edit(totalCountOff(() => -1)), 'incomplete'),
  always(
    'a count that grows with every page',
    edit(totalCountOff(({ query }: { query: Record<string, string> }) => Number(query['skip']) + 1)),
    'incomplete',
  ),
  always('ids without entities', edit(idsWithoutEntity(2)), 'incomplete'),
  always('entities that are not listed', edit(entitiesNotListed(2)), 'incomplete'),
  always(
    'an offset of nought, whatever was asked',
    edit(
      editPage((page) => {
        page.skip = 0
      }),
    ),
    'incomplete',
  ),
  record('500', status(500), 'serviceFailed'),
  record('401', status(401), 'serviceUnauthorized'),
  record('403', status(403), 'complete'),
  record('404', status(404), 'complete'),
  record('a sign-in page', { kind: 'login' }, 'captivePortal'),
  record('a cut connection', { kind: 'cut', at: 'body' }, 'interrupted'),
  record(
    'another document',
    edit(() => ({ hello: 'world' })),
    'complete',
  ),
  record(
    'wrong types',
    edit(() => ({ _id: 5, name: ['x'], status: {} })),
    'complete',
  ),
]

describe('a service that misbehaves', () => {
  // One service and one store for all of them: starting threads takes longer than the downloads.
  let parts: Downloading
  beforeAll(async () => {
    // Some five pages for each campaign.
    parts = await downloading({ limit: { most: 40 } })
  })
  afterAll(() => parts[Symbol.asyncDispose]())

  it.each(CASES)('$what → $end', async ({ steps, end }) => {
    const { service, store } = parts
    const id = campaignOf(parts)

    // Without an earlier copy.
    await store.removeCampaigns([id])
    service.requests.length = 0
    service.script(steps)
    const first = await parts.run(id)
    const there = parts.idsAt(id)
    const copy = await parts.copyOf(id)
    const state = (await store.getCampaign(id))?.summary.copy ?? 'none'
    if (end === 'complete') {
      expect(first).toMatchObject({ state: 'done', error: null })
      expect(state).toBe('complete')
      expect(difference(copy, there)).toEqual(SAME)
    } else if (end === 'incomplete') {
      expect(first).toMatchObject({ state: 'incomplete', error: { code: 'downloadIncomplete' } })
      expect(state).toBe('incomplete')
      expect(there).toEqual(expect.arrayContaining([...copy]))
    } else {
      expect(first).toMatchObject({ state: 'failed', error: { code: end } })
      expect(first.error?.message).toMatch(/^[^!]+\.$/u)
      expect(state).toBe('none')
      expect(copy).toEqual([])
    }

    // With an earlier complete copy, at a service that has moved on since.
    service.script([])
    expect((await parts.run(id)).state).toBe('done')
    const before = await parts.copyOf(id)
    expect(difference(before, there)).toEqual(SAME)
    service.items.delete(there[3] ?? '')
    service.items.insert(id)
    service.script(steps)
    const second = await parts.run(id)
    expect(second.state).toBe(end === 'complete' ? 'done' : first.state)
    const now = end === 'complete' ? parts.idsAt(id) : before
    expect(difference(await parts.copyOf(id), now)).toEqual(SAME)
    expect((await store.getCampaign(id))?.summary.copy).toBe('complete')
    expect(service.requests.length).toBeLessThan(400)
  })
})

describe('a service that is hardly there', () => {
  it('a service that hangs ends in a time-out', async () => {
    const impatient = { timeouts: { answerMs: 200, idleMs: 200 }, retry: { attempts: 1 } }
    await using parts = await downloading({}, impatient)
    parts.service.script([{ when: isItems, behave: { kind: 'hang', at: 'start' } }])
    expect(await parts.run(campaignOf(parts))).toMatchObject({
      state: 'failed',
      error: { code: 'timeout', retryable: true },
    })
  })

  it('a service that is not there is told as such', async () => {
    await using parts = await downloading()
    const id = campaignOf(parts)
    await parts.run(id)
    await parts.service.close()
    expect(await parts.run(id)).toMatchObject({ state: 'failed', error: { code: 'unreachable' } })
    expect(difference(await parts.copyOf(id), parts.idsAt(id))).toEqual(SAME)
  })

  it('nothing of a failure tells the key', async () => {
    await using parts = await downloading()
    parts.service.script([{ behave: status(500) }])
    const job = await parts.run(campaignOf(parts))
    expect(job.error?.detail).toContain('500')
    expect(JSON.stringify(parts.told)).not.toMatch(/"key"|\?|campaignId=/u)
  })
})

describe('a campaign that cannot be read', () => {
  it('says so, and leaves the copy that there was', async () => {
    await using parts = await downloading()
    const id = campaignOf(parts)
    await parts.run(id)
    const before = await parts.copyOf(id)
    for (const item of before) parts.service.items.delete(item)
    for (const [record, code] of [
      ['forbidden', 'serviceForbidden'],
      [null, 'serviceNotFound'],
    ] as const) {
      parts.service.setCampaign(id, record)
      expect(await parts.run(id)).toMatchObject({ state: 'failed', error: { code } })
      expect(difference(await parts.copyOf(id), before)).toEqual(SAME)
    }
  })

  it('an id that nobody knows leaves nothing behind', async () => {
    await using parts = await downloading()
    expect(await parts.run('00000000-0000-4000-8000-000000000000')).toMatchObject({
      state: 'failed',
      error: { code: 'serviceNotFound' },
    })
    expect(await parts.run('no uuid')).toMatchObject({ state: 'failed' })
    expect(await parts.store.listCampaigns()).toEqual([])
  })
})

describe('a list that moves while it is read', () => {
  it('is complete only with what the service has at the end', async () => {
    await using parts = await downloading({ items: 900, campaigns: 1, limit: { most: 50 } })
    const { service, store } = parts
    const id = campaignOf(parts)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 18 }),
        fc.constantFrom('insert', 'update', 'delete'),
        fc.nat(800),
        async (at, kind, chosen) => {
          const target = service.items.idsOf(id)[chosen % service.items.idsOf(id).length] ?? ''
          await store.removeCampaigns([id])
          service.script([
            { when: isItems, times: at, behave: { kind: 'well' } },
            {
              when: isItems,
              times: 1,
              behave: {
                kind: 'wait',
                until: () => {
                  if (kind === 'insert') service.items.insert(id)
                  else if (kind === 'update') service.items.update(target, { qty: 1 })
                  else service.items.delete(target)
                  return Promise.resolve()
                },
              },
            },
          ])
          expect((await parts.run(id)).state).toBe('done')
          const copy = await parts.copyOf(id)
          // A change that the last page did not show belongs to the next download.
          const changedTooLate = copy.length !== parts.idsAt(id).length
          if (!changedTooLate) expect(difference(copy, parts.idsAt(id))).toEqual(SAME)
          else expect(at).toBeGreaterThanOrEqual(17)
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('cancelling', () => {
  it('at any moment leaves the copy in use as it was', async () => {
    await using parts = await downloading({ items: 1_000, campaigns: 1, limit: { most: 50 } })
    const { service, downloads } = parts
    const id = campaignOf(parts)
    expect((await parts.run(id)).state).toBe('done')
    let copy = await parts.copyOf(id)
    await fc.assert(
      fc.asyncProperty(fc.nat(21), fc.nat(40), async (at, turns) => {
        service.items.update(copy[0] ?? '', { qty: 5 })
        service.items.insert(id)
        service.script([
          { times: at, behave: { kind: 'well' } },
          {
            times: 1,
            behave: {
              kind: 'wait',
              until: async () => {
                for (let count = 0; count < turns; count += 1) await turn()
                downloads.cancel(jobId)
              },
            },
          },
        ])
        const [job] = downloads.start([id])
        const jobId = job?.jobId ?? ''
        const { state } = await downloads.finished(jobId)
        expect(['cancelled', 'done']).toContain(state)
        const after = await parts.copyOf(id)
        expect(difference(after, state === 'done' ? parts.idsAt(id) : copy)).toEqual(SAME)
        copy = after
      }),
      { numRuns: 25 },
    )
  })
})
