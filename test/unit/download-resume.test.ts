import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { DownloadMode } from '../../electron/contract/jobs.ts'
import { discover } from '../../electron/download/discover.ts'
import { downloadCampaign } from '../../electron/download/download-campaign.ts'
import {
  createCompletenessCheck,
  type CompletenessCheck,
} from '../../electron/download/completeness-check.ts'
import { createRecentCheck, type RecentCheck } from '../../electron/download/recent-check.ts'
import { Suspended } from '../../electron/download/suspended.ts'
import type { JobRun } from '../../electron/download/types.ts'
import type { PageOutcome } from '../../electron/store/types.ts'
import {
  datedContent,
  idsOf,
  modelService,
  correctAnswer,
  type ModelOptions,
} from '../support/model-service.ts'
import { createModelStore } from '../support/model-store.ts'
import { repetitions } from '../support/repetitions.ts'

type Store = ReturnType<typeof createModelStore>

function runOf(options: ModelOptions, store: Store, mode: DownloadMode, signal?: AbortSignal) {
  const service = modelService(options)
  const run: JobRun = {
    service,
    store,
    mode,
    signal: signal ?? new AbortController().signal,
    report: () => undefined,
    onChanged: () => undefined,
    onFound: () => undefined,
  }
  return { run, service }
}

/** A list that changes randomly before its first responses. */
function changingList(draw: fc.GeneratorValue, count: number, cap: number): ModelOptions {
  let list: readonly string[] = idsOf(count)
  const times = new Map<string, number>()
  let clock = Date.UTC(2026, 1, 1)
  const touch = (id: string): void => {
    clock += 1_000
    times.set(id, clock)
    list = [id, ...list.filter((other) => other !== id)]
  }
  return {
    list: () => list,
    behavior: correctAnswer(cap),
    content: (id) => {
      const time = times.get(id)
      return time === undefined ? datedContent(id) : { updatedAt: new Date(time).toISOString() }
    },
    before: (_request, requests) => {
      if (requests > 12) return
      const kind = draw(fc.nat, 5)
      const chosen = list[draw(fc.nat, Math.max(0, list.length - 1))] ?? 'item-0'
      if (kind === 0) touch(chosen)
      else if (kind === 1) touch(`added-${String(requests)}`)
      else if (kind === 2) list = list.filter((id) => id !== chosen)
    },
  }
}

/** Returns the complete state of a check. */
function stateOf(check: CompletenessCheck | RecentCheck): unknown {
  const step = check.next()
  const requests = [1, 7, 200].map((longest) =>
    step.to === 'sweep'
      ? [
          step.progress.next(longest, []),
          step.progress.result(),
          step.progress.isContinuous,
          step.progress.exhausted,
        ]
      : 'next' in step
        ? step.next(longest)
        : null,
  )
  const again = check.recheck()
  return { ...step, progress: null, next: null, requests, again: again.next(100), round: again.round }
}

describe('a replayed journal', () => {
  it('leads to the same state after each page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(400),
        fc.integer({ min: 1, max: 120 }),
        fc.constantFrom('full', 'recent' as const),
        fc.gen(),
        async (count, cap, mode, draw) => {
          const store = createModelStore()
          const first = idsOf(count)
          if (mode === 'recent')
            await downloadCampaign('campaign', runOf({ list: () => first }, store, 'full').run)
          const seal = {
            itemCount: count,
            newestUpdatedAt: count === 0 ? null : String(datedContent('item-0')['updatedAt']),
          }
          const { run } = runOf(changingList(draw, count, cap), store, mode)
          await downloadCampaign('campaign', run).catch(() => undefined)
          const journal = store.journals[mode === 'recent' ? 1 : 0] ?? []
          const create = (): CompletenessCheck | RecentCheck | null =>
            mode === 'full' ? createCompletenessCheck(0) : createRecentCheck(seal)
          const live = create()
          if (live === null) return
          for (const [at, page] of journal.entries()) {
            live.addPage(page)
            const replayed = create()
            for (const earlier of journal.slice(0, at + 1)) replayed?.addPage(earlier)
            expect(replayed === null ? null : stateOf(replayed)).toEqual(stateOf(live))
          }
        },
      ),
      { numRuns: repetitions(15, 60) },
    )
  })
})

describe('an interrupted and resumed download', () => {
  const IN_FLIGHT = 4

  it.each(['pause', 'failure'] as const)(
    'after a %s repeats only requests in flight, and ends as if it was not interrupted',
    async (how) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 300, max: 9_000 }),
          fc.integer({ min: 1, max: 9 }),
          async (count, at) => {
            const list = idsOf(count)
            const store = createModelStore()
            const release = new AbortController()
            const first = runOf(
              {
                list: () => list,
                before: (_request, requests) => {
                  if (requests !== at) return
                  if (how === 'failure') throw new AppError('serviceFailed')
                  release.abort(new Suspended())
                },
              },
              store,
              'full',
              release.signal,
            )
            const ended = await downloadCampaign('campaign', first.run).catch((error: unknown) => error)
            expect(store.openCount).toBe(0)
            if (ended === null) return
            expect(store.releasedCount).toBe(1)
            const staged = store.journals[0]?.length ?? 0
            expect(staged).toBeGreaterThanOrEqual(Math.min(at, first.service.requests.length) - 1 - IN_FLIGHT)

            const second = runOf({ list: () => list }, store, 'full')
            expect(await downloadCampaign('campaign', second.run)).toBe(null)
            expect([...(store.snapshots.get('campaign')?.items.keys() ?? [])]).toHaveLength(count)
            const before = new Set((store.journals[0] ?? []).slice(0, staged).map(({ range }) => range.start))
            const twice = second.service.requests.filter(({ skip }) => skip > 0 && before.has(skip))
            // No staged page is requested again, except the top of the list.
            expect(twice).toEqual([])
            expect(store).toMatchObject({ openCount: 0, releasedCount: 0 })
          },
        ),
        { numRuns: repetitions(15, 40) },
      )
    },
  )

  it('leaves no staged items after a cancellation', async () => {
    const store = createModelStore()
    const cancel = new AbortController()
    const before: ModelOptions['before'] = (_request, requests) => {
      if (requests === 3) cancel.abort()
    }
    const { run } = runOf({ list: () => idsOf(5_000), before }, store, 'full', cancel.signal)
    await expect(downloadCampaign('campaign', run)).rejects.toMatchObject({ code: 'cancelled' })
    expect(store).toMatchObject({ openCount: 0, releasedCount: 0 })
  })

  it('checks the list again even if the journal proves it complete', async () => {
    const list = idsOf(90)
    const store = createModelStore()
    const begun = await store.beginDownload('campaign', 'full')
    const { service } = runOf({ list: () => list }, store, 'full')
    const bytes = await service.listItems({ campaignId: 'campaign', limit: 200, skip: 0 })
    const range = { pass: 1, part: 'sweep', round: 0, start: 0, end: 200 } as const
    const page: PageOutcome = await store.stagePage(begun.downloadId, range, bytes)
    expect(page.listed).toBe(90)
    await store.releaseDownload(begun.downloadId)

    const now = ['new', ...list]
    const later = runOf({ list: () => now }, store, 'full')
    expect(await downloadCampaign('campaign', later.run)).toBe(null)
    expect([...(store.snapshots.get('campaign')?.items.keys() ?? [])]).toHaveLength(91)
  })
})

describe('a search for campaigns', () => {
  it('is incomplete if an item has no data, because its campaign is unknown', async () => {
    const store = createModelStore()
    const list = idsOf(2)
    const behavior: ModelOptions['behavior'] = (request, items) => ({
      ...correctAnswer()(request, items),
      withoutEntity: ['item-1'],
    })
    const content = (id: string) => ({ ...datedContent(id), campaignId: { _id: `of-${id}`, name: null } })
    const { run } = runOf({ list: () => list, behavior, content }, store, 'full')
    expect(await discover(run)).toMatchObject({
      code: 'downloadIncomplete',
      message: expect.stringContaining('1 of 2 items') as string,
    })
    expect([...store.addedCampaigns.keys()]).toEqual(['of-item-0'])
    expect(store).toMatchObject({ openCount: 0, releasedCount: 0 })
  })
})

describe('an interrupted search for campaigns', () => {
  it('continues, and stores item counts at its end', async () => {
    const list = idsOf(4_000)
    const store = createModelStore()
    const release = new AbortController()
    const content = (id: string) => ({
      ...datedContent(id),
      campaignId: { _id: `campaign-${String(Number(id.slice(5)) % 3)}`, name: null },
    })
    const before: ModelOptions['before'] = (_request, requests) => {
      if (requests === 3) release.abort(new Suspended())
    }
    const first = runOf({ list: () => list, content, before }, store, 'full', release.signal)
    await expect(discover(first.run)).rejects.toMatchObject({ code: 'cancelled' })
    expect(store.releasedCount).toBe(1)
    expect([...store.addedCampaigns.values()].every(({ items }) => items === null)).toBe(true)

    const second = runOf({ list: () => list, content }, store, 'full')
    expect(await discover(second.run)).toBe(null)
    expect([...store.addedCampaigns].map(([id, { items }]) => [id, items]).sort()).toEqual([
      ['campaign-0', 1_334],
      ['campaign-1', 1_333],
      ['campaign-2', 1_333],
    ])
    expect(second.service.requests.every(({ skip }) => skip > 0)).toBe(true)
    expect(store).toMatchObject({ openCount: 0, releasedCount: 0 })
  })
})
