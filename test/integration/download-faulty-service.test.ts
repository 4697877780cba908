import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaultCode } from '../../electron/contract/faults.ts'
import type { DownloadJob, DownloadMode } from '../../electron/contract/jobs.ts'
import {
  LIMITS,
  difference,
  setUpDownloads,
  NO_DIFFERENCE,
  type DownloadSetup,
} from '../support/download-setup.ts'
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
import { isCampaign, isItems, type Behavior, type Step } from '../support/service/script.ts'

const campaignOf = (parts: DownloadSetup): string => {
  const campaign = parts.service.plan.campaigns[0]
  if (campaign === undefined) throw new Error('The plan has no campaign')
  return campaign.id
}

interface Case {
  readonly what: string
  readonly steps: readonly Step[]
  /** The code of the error, `complete` or `incomplete`. */
  readonly end: FaultCode | 'complete' | 'incomplete'
  /** The expected message if the code does not determine it. */
  readonly says?: RegExp
}

const always = (what: string, behavior: Behavior, end: Case['end'], says?: RegExp): Case => ({
  what: `always: ${what}`,
  steps: [{ when: isItems, behavior }],
  end,
  ...(says === undefined ? {} : { says }),
})
/** Two good pages, then some bad responses, then good ones. */
const atTimes = (what: string, behavior: Behavior, times = 1): Case => ({
  what: `${String(times)} times in the middle: ${what}`,
  steps: [
    { when: isItems, times: 2, behavior: { kind: 'correct' } },
    { when: isItems, times, behavior },
  ],
  end: 'complete',
})
const later = (what: string, behavior: Behavior, end: Case['end']): Case => ({
  what: `from the third page on: ${what}`,
  steps: [
    { when: isItems, times: 2, behavior: { kind: 'correct' } },
    { when: isItems, behavior },
  ],
  end,
})
const record = (what: string, behavior: Behavior, end: Case['end']): Case => ({
  what: `the record: ${what}`,
  steps: [{ when: isCampaign, behavior }],
  end,
})
const status = (code: number, headers: Readonly<Record<string, string>> = {}): Behavior => ({
  kind: 'status',
  status: code,
  headers,
})
const edit = (change: (body: unknown, request: never) => unknown): Behavior => ({
  kind: 'edit',
  edit: change as Extract<Behavior, { kind: 'edit' }>['edit'],
})

/** A different count each time. */
function unsteadyCount(): (body: unknown, request: never) => unknown {
  let requestCount = 0
  return totalCountOff(() => (requestCount++ % 3) + 1)
}

/** The first page for any offset. */
function firstAgain(says: boolean): (body: unknown, request: never) => unknown {
  let first: Pick<Parameters<Parameters<typeof editPage>[0]>[0], 'campaignItemIds' | 'campaignItemEntities'>
  return editPage((page, { query }) => {
    if (query['skip'] === '0') {
      const { campaignItemIds, campaignItemEntities } = page
      first = { campaignItemIds: [...campaignItemIds], campaignItemEntities: { ...campaignItemEntities } }
    }
    Object.assign(page, first)
    if (says) page.skip = 0
  })
}

const reversed = editPage((page) => page.campaignItemIds.reverse())

/** Half of the items that the response claims. */
const half = editPage((page) => {
  page.campaignItemIds = page.campaignItemIds.slice(0, Math.ceil(page.campaignItemIds.length / 2))
  const listed = new Set(page.campaignItemIds)
  page.campaignItemEntities = Object.fromEntries(
    Object.entries(page.campaignItemEntities).filter(([id]) => listed.has(id)),
  )
})

const CASES: readonly Case[] = [
  always('400', status(400), 'serviceBadRequest'),
  always('401', status(401), 'serviceUnauthorized'),
  always('403', status(403), 'serviceForbidden'),
  always('404', status(404), 'serviceNotFound'),
  always('408', status(408), 'timeout'),
  always('413', status(413), 'serviceStatus'),
  always('418', status(418), 'serviceStatus'),
  always('429', status(429), 'serviceTooMany'),
  always('500', status(500), 'serviceFailed'),
  always('502', status(502), 'serviceFailed'),
  always('503', status(503), 'serviceFailed'),
  always('504', status(504), 'timeout'),
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
  atTimes('503 with a date in Retry-After', status(503, { 'retry-after': new Date(0).toUTCString() }), 2),
  atTimes('408', status(408)),
  atTimes('504', status(504)),
  atTimes('413', status(413)),
  atTimes('400', status(400)),
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
  always('no count', edit(pageFields({ totalCount: null })), 'incomplete', /sent no item count/u),
  always(
    'a negative count',
    edit(pageFields({ totalCount: -1 })),
    'incomplete',
    /invalid item count \(-1\)/u,
  ),
  always('a count too high', edit(totalCountOff(() => 1)), 'incomplete', /\d+ items expected, \d+ fetched/u),
  always('a count too low', edit(totalCountOff(() => -1)), 'incomplete', /\d+ items expected, \d+ fetched/u),
  always('another count with every answer', edit(unsteadyCount()), 'incomplete', /kept changing/u),
  always('the items of each page in another order', edit(reversed), 'complete'),
  always('the first page again and again', edit(firstAgain(false)), 'incomplete', /same items repeatedly/u),
  always(
    'the first page again and again, saying so',
    edit(firstAgain(true)),
    'incomplete',
    /same items repeatedly/u,
  ),
  always('half of the items that were asked for', edit(half), 'complete'),
  always(
    'a count that grows with every page',
    edit(totalCountOff(({ query }: { query: Record<string, string> }) => Number(query['skip']) + 1)),
    'incomplete',
  ),
  always('ids without entities', edit(idsWithoutEntity(2)), 'incomplete', /no usable data/u),
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

/** The result of a download, for the printed table. */
interface Row {
  readonly what: string
  readonly state: string
  readonly sentence: string
  readonly copy: string
}

describe('a misbehaving service', () => {
  // One service and one store for all cases but one: starting threads takes longer than the downloads.
  let defaultSetup: DownloadSetup
  /** With short time limits, for the service that stops responding. */
  let shortLimitSetup: DownloadSetup
  const rows: Row[] = []
  beforeAll(async () => {
    // About five pages per campaign.
    const limit = { max: 40 }
    const timeouts = { responseMs: 1_500, idleMs: 1_500 }
    defaultSetup = await setUpDownloads({ limit })
    shortLimitSetup = await setUpDownloads({ limit }, { ...LIMITS, timeouts })
  })
  afterAll(async () => {
    await Promise.all([defaultSetup, shortLimitSetup].map((parts) => parts[Symbol.asyncDispose]()))
    const lines = rows.map((row) => `| ${row.what} | ${row.state} | ${row.copy} | ${row.sentence} |`)
    console.info(
      ['| misbehaviour | job | copy: first, over a complete one, recent | sentence |', ...lines].join('\n'),
    )
  })

  it.each(CASES)('with $what → $end', async ({ what, steps, end, says }) => {
    const isHanging = steps.some(({ behavior }) => behavior.kind === 'hang')
    const parts = isHanging ? shortLimitSetup : defaultSetup
    const { service, store } = parts
    const id = campaignOf(parts)

    // Without an earlier snapshot.
    await store.removeCampaigns([id])
    service.requests.length = 0
    service.script(steps)
    const first = await parts.run(id)
    const there = parts.serviceIds(id)
    const copy = await parts.storedIds(id)
    const state = (await store.getCampaign(id))?.summary.copy ?? 'none'
    if (end === 'complete') {
      expect(first).toMatchObject({ state: 'done', error: null })
      expect(state).toBe('complete')
      expect(difference(copy, there)).toEqual(NO_DIFFERENCE)
    } else if (end === 'incomplete') {
      expect(first).toMatchObject({ state: 'incomplete', error: { code: 'downloadIncomplete' } })
      expect(first.error?.message).toMatch(/You can use the fetched items\. Download again later\.$/u)
      expect(first.error?.message).toMatch(says ?? /./u)
      expect(state).toBe('incomplete')
      expect(there).toEqual(expect.arrayContaining([...copy]))
    } else {
      expect(first).toMatchObject({ state: 'failed', error: { code: end } })
      expect(first.error?.message).toMatch(/^[^!]+\.$/u)
      expect(state).toBe('none')
      expect(copy).toEqual([])
    }
    expect(service.requests.length).toBeLessThan(400)

    // With an earlier complete snapshot and later changes at the service.
    const now = async (mode: DownloadMode): Promise<DownloadJob> => {
      service.script([])
      expect((await parts.run(id)).state).toBe('done')
      const before = await parts.storedIds(id)
      expect(difference(before, parts.serviceIds(id))).toEqual(NO_DIFFERENCE)
      if (mode === 'full') service.items.delete(before[3] ?? '')
      else service.items.update(before[3] ?? '', { qty: 4 })
      service.items.insert(id)
      service.requests.length = 0
      service.script(steps)
      const job = await parts.run(id, mode)
      // Either the earlier snapshot or the service’s current list.
      expect(
        difference(await parts.storedIds(id), job.state === 'done' ? parts.serviceIds(id) : before),
      ).toEqual(NO_DIFFERENCE)
      expect((await store.getCampaign(id))?.summary.copy).toBe('complete')
      expect(service.requests.length).toBeLessThan(400)
      if (job.state === 'incomplete') expect(job.error?.message).toContain('Your complete copy is unchanged')
      return job
    }
    const second = await now('full')
    expect(second.state).toBe(end === 'complete' ? 'done' : first.state)
    const third = await now('recent')
    if (end === 'complete') expect(third.state).toBe('done')

    const snapshotOf = (job: DownloadJob): string => (job.state === 'done' ? 'new' : 'kept')
    rows.push({
      what,
      state: first.error === null ? first.state : `${first.state}, ${first.error.code}`,
      sentence: first.error?.message ?? first.note ?? '',
      copy: `${state}, ${snapshotOf(second)}, ${snapshotOf(third)}`,
    })
  })
})

describe('a service that fails for large pages', () => {
  const LARGEST = 500

  it.each<readonly [string, Behavior]>([
    ['an error', status(500)],
    ['a cut connection', { kind: 'cut', at: 'start' }],
    ['a response that stops in the middle', { kind: 'truncate' }],
  ])('is read in pages of the size that worked: %s', async (_, behavior) => {
    await using parts = await setUpDownloads({ items: 3_000, campaigns: 1, limit: { max: 5_000 } })
    const { service } = parts
    const isLarge: Step['when'] = (request) => isItems(request) && Number(request.query['limit']) > LARGEST
    service.script([{ when: isLarge, behavior }])
    expect(await parts.run(campaignOf(parts))).toMatchObject({ state: 'done', items: 3_000 })
    expect(service.requests.filter(isLarge)).toHaveLength(LIMITS.retry.attempts ?? 0)
  })

  it('is read in smaller pages if its first page is too large', async () => {
    await using parts = await setUpDownloads({ items: 300, campaigns: 1 })
    const isLarge: Step['when'] = (request) => isItems(request) && Number(request.query['limit']) > 100
    parts.service.script([{ when: isLarge, behavior: status(500) }])
    expect(await parts.run(campaignOf(parts))).toMatchObject({ state: 'done', items: 300 })
  })
})
