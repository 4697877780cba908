import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DownloadMode } from '../../electron/contract/jobs.ts'
import { downloadCampaign } from '../../electron/download/download-campaign.ts'
import { discover } from '../../electron/download/discover.ts'
import type { JobUpdate, JobRun } from '../../electron/download/types.ts'
import { Random } from '../../electron/sample/random.ts'
import { createService } from '../../electron/service/create-service.ts'
import { openForReading } from '../../electron/store/database/open-database.ts'
import {
  startChangingService,
  type ListChanges,
  type ChangingServiceOptions,
  type ChangingService,
} from '../support/changing-service.ts'
import { repetitions } from '../support/repetitions.ts'
import { temporaryStore, type TemporaryStore } from '../support/store.ts'

/** A list that grows faster than it is read is followed up to this number of requests. */
const NEVER_STILL_BOUND = 2_500
/** Far more requests than a download of so few items needs. */
const BOUND = 6

let opened: TemporaryStore
beforeAll(async () => {
  opened = await temporaryStore({ readers: 1 })
})
afterAll(() => opened[Symbol.asyncDispose]())

/** The full JSON of all items of a campaign in the store, in the form of `MovingService.state`. */
function copyOf(campaignId: string): string {
  const handle = openForReading(opened.file)
  try {
    return handle
      .values<string>(
        `SELECT json FROM campaigns JOIN item_ids USING (copy_key) JOIN item_bodies USING (item_key)
          WHERE campaigns.id = ?`,
      )
      .all(campaignId)
      .sort()
      .join('\n')
  } finally {
    handle.close()
  }
}

interface Outcome {
  readonly complete: boolean
  readonly requests: number
  readonly news: readonly JobUpdate[]
}

function runOn(service: ChangingService, mode: DownloadMode, news: JobUpdate[]): JobRun {
  return {
    service: createService({ baseUrl: 'https://moving.invalid', key: 'key', fetch: service.fetch }),
    store: opened.store,
    mode,
    signal: new AbortController().signal,
    report: (told) => news.push(told),
    onChanged: () => undefined,
    onFound: () => undefined,
    acceptedDeletions: Infinity,
    keepsItems: true,
  }
}

async function download(service: ChangingService, mode: DownloadMode): Promise<Outcome> {
  const before = service.requests
  const news: JobUpdate[] = []
  const incompleteFault = await downloadCampaign(service.campaignId, runOn(service, mode, news))
  return { complete: incompleteFault === null, requests: service.requests - before, news }
}

/** Checks the invariants of a download. `before`: the earlier complete snapshot. */
async function check(service: ChangingService, outcome: Outcome, before: string | null): Promise<void> {
  const { campaignId } = service
  const copy = copyOf(campaignId)
  const summary = (await opened.store.getCampaign(campaignId))?.summary
  const { states, changes } = service.recentStates()
  if (outcome.complete) {
    // A state of the service since its top was last read.
    expect(states).toContain(copy)
    const count = copy === '' ? 0 : copy.split('\n').length
    const times = [...copy.matchAll(/"updatedAt":"([^"]+)"/gu)].map((match) => match[1] ?? '').sort()
    expect(summary).toMatchObject({ copy: 'complete', itemCount: count, expectedCount: count })
    expect(summary?.newestUpdatedAt ?? null).toBe(times.at(-1) ?? null)
  } else {
    // The list changed within the time of two readings.
    expect(changes).toBeGreaterThan(0)
    expect(summary?.copy).toBe(before === null ? 'incomplete' : 'complete')
    if (before !== null) expect(copy).toBe(before)
  }
}

const SIZES = [1, 2, 3, 7, 25, 100, 1_000] as const

/** The random setup of a seed. */
function drawSetup(
  seed: number,
  fixed: Partial<ChangingServiceOptions>,
): { readonly options: ChangingServiceOptions; readonly random: Random } {
  const random = new Random(seed * 7_919)
  const maxPageSize = random.pick(SIZES)
  const items = random.int(0, Math.min(320, maxPageSize * 12))
  return { options: { seed, maxPageSize, items, sort: 'honored', times: 'own', ...fixed }, random }
}

/**
 * Deletions and insertions of old items never occur together in a sorted list, because they cancel each other
 * in the count.
 */
function movesOf(random: Random): ListChanges {
  const old = random.chance(0.25)
  return { insert: true, insertOld: old, update: true, delete: !old }
}

const boundOf = ({ items, maxPageSize }: ChangingServiceOptions): number =>
  BOUND * (Math.ceil((items + 300) / Math.max(1, Math.min(maxPageSize, 200) - 1)) + 12)

interface Tally {
  complete: number
  incomplete: number
  requests: number
}

/** One seed: a full download of a changing list, one of a stable list, and two of recent changes. */
async function runSeed(
  seed: number,
  fixed: Partial<ChangingServiceOptions>,
  tally: Tally,
  any: ListChanges | null,
): Promise<void> {
  const { options, random } = drawSetup(seed, fixed)
  const service = startChangingService(options)
  const moves = any ?? movesOf(random)
  const note = (outcome: Outcome): void => {
    tally[outcome.complete ? 'complete' : 'incomplete'] += 1
    tally.requests += outcome.requests
    expect(outcome.requests).toBeLessThan(boundOf(options))
  }

  service.changeDuringRequests(moves, random.pick([0.02, 0.1, 0.4]), random.int(1, 30))
  const first = await download(service, 'full')
  note(first)
  await check(service, first, null)

  service.changeDuringRequests(moves, 0, 0)
  if (!first.complete) {
    const still = await download(service, 'full')
    expect(still.complete).toBe(true)
    expect(copyOf(service.campaignId)).toBe(service.state())
  }

  // A full download follows the same rules over a snapshot; recent changes need a sorted list.
  for (const during of [false, true]) {
    const before = copyOf(service.campaignId)
    service.change(moves, random.int(0, 8))
    if (during) service.changeDuringRequests(moves, 0.1, random.int(1, 6))
    const recent = await download(service, 'recent')
    note(recent)
    await check(service, recent, before)
    service.changeDuringRequests(moves, 0, 0)
    if (!recent.complete) expect((await download(service, 'full')).complete).toBe(true)
    else if (!during) expect(copyOf(service.campaignId)).toBe(service.state())
  }
  await opened.store.removeCampaigns([service.campaignId])
}

async function runSeeds(
  seeds: readonly number[],
  fixed: Partial<ChangingServiceOptions>,
  any: ListChanges | null = null,
): Promise<Tally> {
  const tally: Tally = { complete: 0, incomplete: 0, requests: 0 }
  for (const seed of seeds) {
    await runSeed(seed, fixed, tally, any).catch((error: unknown) => {
      throw new Error(`Seed ${String(seed)}: ${error instanceof Error ? error.message : ''}`, {
        cause: error,
      })
    })
  }
  return tally
}

const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at)

/** Deletions and insertions of old items together, which are found without a sort order. */
const ANY: ListChanges = { insert: true, insertOld: true, update: true, delete: true }

describe('a list that changes during a download', () => {
  it.each([
    ['newest first', { times: 'own' }, 1, repetitions(20, 200)],
    ['newest first, most of them at the same few times', { times: 'ties' }, 1_001, repetitions(10, 60)],
    [
      'newest first, some of them without a time until they are changed',
      { times: 'some' },
      2_001,
      repetitions(10, 60),
    ],
  ] as const)(
    'is downloaded correctly or reported as incomplete: %s',
    async (what, fixed, first, count) => {
      const tally = await runSeeds(seedsFrom(first, count), fixed)
      console.info(`${what}: ${JSON.stringify(tally)}`)
      expect(tally.complete).toBeGreaterThan(tally.incomplete)
    },
    240_000,
  )

  it.each([
    ['a service that does not sort', { sort: 'ignored' }, 3_001, repetitions(8, 40)],
    ['items without any time', { times: 'none' }, 4_001, repetitions(8, 40)],
  ] as const)(
    'is complete after two equal readings: %s',
    async (what, fixed, first, count) => {
      const tally = await runSeeds(seedsFrom(first, count), fixed, ANY)
      console.info(`${what}: ${JSON.stringify(tally)}`)
      expect(tally.complete).toBeGreaterThan(tally.incomplete)
    },
    240_000,
  )

  it('ends incomplete after a bounded number of requests, and keeps the snapshot', async () => {
    const tally = { requests: 0 }
    for (const seed of seedsFrom(5_001, 6)) {
      const { options } = drawSetup(seed, { items: 120, maxPageSize: 25, recordsStates: false })
      const service = startChangingService(options)
      expect((await download(service, 'full')).complete).toBe(true)
      const before = copyOf(service.campaignId)
      const moves = { insert: seed % 3 === 0, insertOld: false, update: true, delete: seed % 3 === 1 }
      service.changeDuringRequests(moves, 1, 1e6)
      const full = await download(service, 'full')
      expect(full.complete).toBe(false)
      expect(full.requests).toBeLessThan(NEVER_STILL_BOUND)
      expect(copyOf(service.campaignId)).toBe(before)
      const recent = await download(service, 'recent')
      tally.requests += full.requests + recent.requests
      expect(recent.requests).toBeLessThan(NEVER_STILL_BOUND)
      // A single page shows one moment, however often the list changes.
      if (!recent.complete) expect(copyOf(service.campaignId)).toBe(before)
      await opened.store.removeCampaigns([service.campaignId])
    }
    console.info(`never still: ${JSON.stringify(tally)}`)
  })
})

describe('items of a discovery', () => {
  it.each([
    ['newest first', { times: 'own' }, 6_001, repetitions(15, 120)],
    ['newest first, most of them at the same few times', { times: 'ties' }, 7_001, repetitions(8, 40)],
    [
      'newest first, some of them without a time until they are changed',
      { times: 'some' },
      8_001,
      repetitions(8, 40),
    ],
  ] as const)(
    'lead to correct snapshots of changing campaigns: %s',
    async (what, fixed, first, count) => {
      const tally = { complete: 0, incomplete: 0, reused: 0, requests: 0 }
      for (const seed of seedsFrom(first, count)) {
        const { options, random } = drawSetup(seed, { ...fixed, campaigns: 3 })
        const service = startChangingService(options)
        const moves = { ...movesOf(random), insertOld: false }
        service.changeDuringRequests(moves, random.pick([0, 0.02, 0.1]), random.int(0, 30))
        await discover(runOn(service, 'full', []))
        service.change(moves, random.int(0, 3))
        service.changeDuringRequests(moves, random.pick([0, 0.05]), random.int(0, 10))
        const outcome = await download(service, 'full')
        await check(service, outcome, null)
        tally[outcome.complete ? 'complete' : 'incomplete'] += 1
        if (outcome.complete && !outcome.news.some(({ phase }) => phase === 'rereading')) tally.reused += 1
        tally.requests += outcome.requests
        await opened.store.removeCampaigns([service.campaignId])
      }
      console.info(`after a discovery, ${what}: ${JSON.stringify(tally)}`)
      expect(tally.reused).toBeGreaterThan(count / 4)
    },
    240_000,
  )
})

describe('recent changes', () => {
  it('read everything after a deletion, and report that', async () => {
    const service = startChangingService({
      seed: 3,
      items: 900,
      maxPageSize: 100,
      sort: 'honored',
      times: 'own',
    })
    await download(service, 'full')
    service.change({ insert: false, insertOld: false, update: false, delete: true }, 1)
    const { complete, news } = await download(service, 'recent')
    expect(complete).toBe(true)
    expect(news).toContainEqual({
      mode: 'full',
      note: expect.stringMatching(/deleted in the service/u) as string,
    })
    expect(copyOf(service.campaignId)).toBe(service.state())
  })
})
