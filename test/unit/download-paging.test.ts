import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { downloadCampaign } from '../../electron/download/download-campaign.ts'
import type { ListRetryPolicy } from '../../electron/download/list-backoff.ts'
import type { JobUpdate, JobRun } from '../../electron/download/types.ts'
import {
  bytes,
  idsOf,
  modelService,
  correctAnswer,
  type ModelBehavior,
  type ModelOptions,
  type ModelService,
} from '../support/model-service.ts'
import { createModelStore, type ModelStore } from '../support/model-store.ts'
import { repetitions } from '../support/repetitions.ts'

interface Outcome {
  readonly store: ModelStore
  readonly service: ModelService
  readonly news: readonly JobUpdate[]
  /** Code of the failure, `incomplete`, or `complete`. */
  readonly end: string
}

async function download(
  options: ModelOptions,
  store = createModelStore(),
  signal?: AbortSignal,
  listRetry?: ListRetryPolicy,
): Promise<Outcome> {
  const service = modelService(options)
  const news: JobUpdate[] = []
  const run: JobRun = {
    service,
    store,
    mode: 'full',
    listRetry,
    signal: signal ?? new AbortController().signal,
    report: (told) => news.push(told),
    onChanged: () => undefined,
    onFound: () => undefined,
  }
  const end = await downloadCampaign('campaign', run).then(
    (incompleteFault) => (incompleteFault === null ? 'complete' : 'incomplete'),
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
  expect(store.openCount, 'no staging area is left behind').toBe(0)
  return { store, service, news, end }
}

const itemIds = ({ store }: Outcome): readonly string[] => [
  ...(store.snapshots.get('campaign')?.items.keys() ?? []),
]

/** Draws a misbehavior of the service for each request. */
function misbehaving(moods: fc.GeneratorValue): ModelBehavior {
  return (request, list) => {
    const answer = correctAnswer(moods(fc.integer, { min: 1, max: 300 }))(request, list)
    const mood = moods(fc.nat, 9)
    const ids =
      mood === 0
        ? []
        : mood === 1
          ? answer.ids.slice(0, moods(fc.nat, 3))
          : mood === 2
            ? list.slice(0, request.limit)
            : answer.ids
    return {
      ids,
      skip: mood === 2 || mood === 3 ? undefined : mood === 4 ? moods(fc.nat, list.length) : answer.skip,
      limit: mood === 5 ? -1 : mood === 6 ? 'many' : answer.limit,
      totalCount: mood === 7 ? undefined : mood === 8 ? moods(fc.nat, list.length * 2) : answer.totalCount,
      withoutEntity: mood === 9 ? ids.slice(0, moods(fc.nat, 3)) : [],
    }
  }
}

describe('paging through a stable list', () => {
  it('fetches every item once, whatever page size the service applies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3_000), fc.integer({ min: 1, max: 400 }), async (count, cap) => {
        const list = idsOf(count)
        const outcome = await download({ list: () => list, behavior: correctAnswer(cap) })
        expect(outcome.end).toBe('complete')
        expect(itemIds(outcome)).toEqual(list)
        // Every page except the first shares an item with the previous one.
        const needed = Math.ceil(count / Math.max(1, Math.min(cap, 200) - 1))
        // The first page may be requested at another size than the service applies, and the top is read
        // again. Pages of one item share none, so that only a second sweep proves completeness.
        expect(outcome.service.requests.length).toBeLessThanOrEqual((cap === 1 ? 2 * needed : needed) + 3)
      }),
      { numRuns: repetitions(15, 50) },
    )
  })

  it('finds every item when pages are short and do not state skip or limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(2_000), fc.gen(), async (count, draw) => {
        const list = idsOf(count)
        const outcome = await download({
          list: () => list,
          behavior: ({ skip, limit }) => ({
            ids: list.slice(skip, skip + Math.max(1, draw(fc.integer, { min: 1, max: limit }))),
            totalCount: list.length,
          }),
        })
        expect(outcome.end).toBe('complete')
        expect(new Set(itemIds(outcome))).toEqual(new Set(list))
      }),
      { numRuns: 30 },
    )
  })

  it('uses the offset that a response states instead of the requested one', async () => {
    const list = idsOf(1_000)
    let odd = 0
    const outcome = await download({
      list: () => list,
      behavior: (request, all) => {
        const shifted = request.skip > 0 && odd++ % 2 === 0 ? Math.max(0, request.skip - 70) : request.skip
        return correctAnswer()({ ...request, skip: shifted }, all)
      },
    })
    expect(outcome.end).toBe('complete')
    expect(new Set(itemIds(outcome))).toEqual(new Set(list))
  })

  it('requests an empty page before the end again', async () => {
    const list = idsOf(1_000)
    const emptied = new Set<number>()
    const outcome = await download({
      list: () => list,
      behavior: (request, all) => {
        if (request.skip === 0 || emptied.has(request.skip)) return correctAnswer()(request, all)
        emptied.add(request.skip)
        return { ids: [], totalCount: all.length, limit: request.limit, skip: request.skip }
      },
    })
    expect(outcome.end).toBe('complete')
    expect(itemIds(outcome)).toHaveLength(1_000)
  })

  it('requests again only items without bodies', async () => {
    const list = idsOf(1_000)
    const once = new Set(['item-3', 'item-450'])
    const outcome = await download({
      list: () => list,
      behavior: (request, all) => {
        const answer = correctAnswer()(request, all)
        const withoutEntity = answer.ids.filter((id) => once.has(id))
        for (const id of withoutEntity) once.delete(id)
        return { ...answer, withoutEntity }
      },
    })
    expect(outcome.end).toBe('complete')
    expect(itemIds(outcome)).toHaveLength(1_000)
    // A page of 200 and the rest, both repeated, and the top.
    expect(outcome.service.requests).toHaveLength(2 + 2 + 1)
  })

  it('ends with a short read of the top, longer only if much is new', async () => {
    let list = idsOf(5_000)
    const still = await download({ list: () => list })
    expect(still.service.requests.at(-1)).toMatchObject({ skip: 0, limit: 100 })
    expect(still.service.requests.filter(({ skip }) => skip === 0)).toHaveLength(2)
    const moved = await download({
      list: () => list,
      before: (_request, count) => {
        if (count === 3) list = [...idsOf(150).map((id) => `new-${id}`), ...list]
      },
    })
    expect(moved.end).toBe('complete')
    const topReads = moved.service.requests.slice(1).filter(({ skip }) => skip < 100)
    // Once for the new items, and once more because all of them have the same time.
    expect(topReads.map(({ skip, limit }) => [skip, limit])).toEqual([
      [0, 100],
      [99, 400],
      [0, 100],
      [99, 400],
    ])
  })

  it('requests up to four pages at a time once the size is known', async () => {
    const list = idsOf(10_000)
    const { service } = await download({ list: () => list })
    expect(service.maxInFlight).toBe(4)
    const { service: small } = await download({ list: () => idsOf(150) })
    expect(small.requests).toHaveLength(1)
  })

  it('shrinks refused or slow pages, and fails if a single item is refused', async () => {
    const list = idsOf(300)
    const refuseOver = (most: number, code: 'serviceBadRequest' | 'timeout') => ({
      list: () => list,
      before: ({ limit }: { readonly limit: number }) => {
        if (limit > most) throw new AppError(code)
      },
    })
    expect(itemIds(await download(refuseOver(30, 'serviceBadRequest')))).toHaveLength(300)
    expect(itemIds(await download(refuseOver(60, 'timeout')))).toHaveLength(300)
    expect((await download(refuseOver(0, 'serviceBadRequest'))).end).toBe('serviceBadRequest')
    expect((await download(refuseOver(0, 'timeout'))).end).toBe('timeout')
  })

  it('ends incomplete with the items up to the offset from which the service refuses requests', async () => {
    const outcome = await download({
      list: () => idsOf(12_000),
      before: ({ skip, limit }) => {
        if (skip + limit > 10_000) throw new AppError('serviceBadRequest')
      },
    })
    expect(outcome.end).toBe('incomplete')
    expect(itemIds(outcome)).toEqual(idsOf(10_000))
    expect(outcome.store.snapshots.get('campaign')?.verdict).toMatchObject({
      expectedCount: 12_000,
      reason: expect.stringMatching(/12,000 items expected, 10,000 fetched/u) as string,
    })
    expect(outcome.service.requests.length).toBeLessThan(60)
  })
})

describe('paging through a changing list', () => {
  /** Changes the list just before the request with this number is answered. */
  const changing = (
    start: readonly string[],
    at: number,
    change: (list: readonly string[]) => readonly string[],
  ) => {
    let list = start
    return {
      list: () => list,
      current: () => list,
      before: (_request: unknown, count: number) => {
        if (count === at) list = change(list)
      },
    }
  }

  it('finds a changed item that moved to the top', async () => {
    const model = changing(idsOf(2_000), 4, (list) => [
      'item-1900',
      ...list.filter((id) => id !== 'item-1900'),
    ])
    const outcome = await download(model)
    expect(outcome.end).toBe('complete')
    expect(new Set(itemIds(outcome))).toEqual(new Set(model.current()))
  })

  it('includes items that were added at the top', async () => {
    const model = changing(idsOf(2_000), 4, (list) => [...idsOf(250, 10_000), ...list])
    const outcome = await download(model)
    expect(outcome.end).toBe('complete')
    expect(new Set(itemIds(outcome))).toEqual(new Set(model.current()))
    expect(outcome.store.snapshots.get('campaign')?.verdict.expectedCount).toBe(2_250)
  })

  it('reads the list again after a deletion', async () => {
    const model = changing(idsOf(2_000), 4, (list) => list.slice(30))
    const outcome = await download(model)
    expect(outcome.end).toBe('complete')
    expect(new Set(itemIds(outcome))).toEqual(new Set(model.current()))
  })

  it('is complete only if the snapshot equals the final list, whatever changed once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_200 }),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom('add', 'remove', 'touch'),
        fc.gen(),
        async (count, at, kind, draw) => {
          const model = changing(idsOf(count), at, (list) => {
            const chosen = draw(fc.nat, list.length - 1)
            const rest = list.filter((_, index) => index !== chosen)
            if (kind === 'remove') return rest
            return kind === 'touch' ? [list[chosen] ?? '', ...rest] : ['new', ...list]
          })
          const outcome = await download({ ...model, behavior: correctAnswer(100) })
          // A change after the last page belongs to the next download.
          if (outcome.service.requests.length < at) return
          expect(outcome.end).toBe('complete')
          expect(new Set(itemIds(outcome))).toEqual(new Set(model.current()))
        },
      ),
      { numRuns: repetitions(15, 60) },
    )
  })

  it('misses no item when pages arrive out of order and additions hide deletions from the count', async () => {
    let list = idsOf(500)
    const below = Promise.withResolvers<undefined>()
    const outcome = await download({
      list: () => list,
      behavior: correctAnswer(100),
      before: async ({ skip }) => {
        if (skip === 198) below.resolve(undefined)
        if (skip !== 99 || list.includes('new-1')) return
        // The page below is answered first; in between, one of its items is deleted and two are added.
        await below.promise
        await new Promise((resolve) => setImmediate(resolve))
        await new Promise((resolve) => setImmediate(resolve))
        list = ['new-1', 'new-2', ...list.filter((id) => id !== 'item-250')]
      },
    })
    expect(outcome.end).toBe('complete')
    expect(new Set(itemIds(outcome))).toEqual(new Set(list))
    // A second sweep, because two pages shared no item.
    expect(outcome.service.requests.filter(({ skip }) => skip === 0).length).toBeGreaterThan(2)
  })

  it('reports an incomplete list that shrinks at every attempt', async () => {
    let list = idsOf(2_000)
    const outcome = await download({
      list: () => list,
      before: (_request, count) => {
        if (count % 2 === 0) list = list.slice(1)
      },
    })
    expect(outcome.end).toBe('incomplete')
    expect(outcome.store.snapshots.get('campaign')?.verdict.reason).toMatch(/kept changing/u)
    expect(outcome.service.requests.length).toBeLessThan(40)
  })

  /** A list that shrinks while it is read, until a number of pauses are over. */
  async function downloadChanging(pausesUntilQuiet: number, signal?: AbortSignal) {
    let list = idsOf(2_000)
    const pauses: number[] = []
    const messages: string[] = []
    const outcome = await download(
      {
        list: () => list,
        before: (_request, count) => {
          if (pauses.length < pausesUntilQuiet && count % 2 === 0) list = list.slice(1)
        },
      },
      createModelStore(),
      signal,
      {
        maxWaitMs: 60_000,
        onWait: ({ message }) => messages.push(message),
        sleep: (milliseconds, stopped) => {
          pauses.push(milliseconds)
          return stopped.aborted ? Promise.reject(new Error('stopped')) : Promise.resolve()
        },
      },
    )
    return { outcome, pauses, messages, list }
  }

  it('reads a changing list again after growing pauses until it is stable', async () => {
    const { outcome, pauses, messages, list } = await downloadChanging(4)
    expect(outcome.end).toBe('complete')
    expect(new Set(itemIds(outcome))).toEqual(new Set(list))
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(messages[3]).toBe('The list keeps changing. Trying again in 8 s.')
  })

  it('reports a changing list as incomplete when the pauses reach their limit', async () => {
    const { outcome, pauses } = await downloadChanging(Infinity)
    expect(outcome.end).toBe('incomplete')
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 29_000])
  })
})

describe('unreliable services', () => {
  it.each<readonly [string, ModelBehavior]>([
    [
      'ignores skip and says so',
      ({ limit }, list) => ({ ids: list.slice(0, limit), totalCount: 1e6, limit, skip: 0 }),
    ],
    [
      'ignores skip and pretends',
      ({ limit, skip }, list) => ({ ids: list.slice(0, limit), totalCount: 1e6, limit, skip }),
    ],
    ['ignores skip and says nothing', ({ limit }, list) => ({ ids: list.slice(0, limit), totalCount: 1e6 })],
    [
      'has nothing beyond an offset',
      ({ limit, skip }, list) => ({
        ids: skip >= 400 ? [] : list.slice(skip, skip + limit),
        totalCount: 1e6,
        limit,
        skip,
      }),
    ],
    [
      'counts one more with every page',
      ({ limit, skip }, list) => ({
        ids: list.slice(skip, skip + limit),
        totalCount: skip + limit + 1,
        limit,
        skip,
      }),
    ],
    ['gives no count', ({ limit, skip }, list) => ({ ids: list.slice(skip, skip + limit), limit, skip })],
    ['gives no count and ignores skip', ({ limit }, list) => ({ ids: list.slice(0, limit) })],
    [
      'never gives some items their data',
      ({ limit, skip }, list) => ({
        ...correctAnswer()({ limit, skip }, list),
        withoutEntity: list.slice(5, 8),
      }),
    ],
    [
      'gives only ids without data',
      ({ limit, skip }, list) => ({ ...correctAnswer()({ limit, skip }, list), withoutEntity: list }),
    ],
    [
      'counts too few',
      ({ limit, skip }, list) => ({ ...correctAnswer()({ limit, skip }, list), totalCount: 150 }),
    ],
  ])(
    'one that %s leaves the download incomplete after a bounded number of requests',
    async (_what, behavior) => {
      const list = idsOf(1_000)
      const outcome = await download({ list: () => list, behavior })
      expect(outcome.end).toBe('incomplete')
      expect(outcome.store.snapshots.get('campaign')?.verdict).toMatchObject({
        state: 'incomplete',
        reason: expect.stringMatching(
          /^(?:The (?:service|list|item count) .*|[\d,]+ items .*)\.$/u,
        ) as string,
      })
      expect(outcome.service.requests.length).toBeLessThan(250)
    },
  )

  it.each<readonly [string, ModelBehavior]>([
    [
      'counts beyond all sense',
      ({ limit, skip }, list) => ({ ...correctAnswer()({ limit, skip }, list), totalCount: 1e15 }),
    ],
    [
      'ignores the campaign',
      (request, list) => ({ ...correctAnswer()(request, list), campaignId: 'another' }),
    ],
  ])('one that %s is refused, and the earlier snapshot stays', async (_what, behavior) => {
    const list = idsOf(1_000)
    const { store } = await download({ list: () => list })
    const outcome = await download({ list: () => list, behavior }, store)
    expect(outcome.end).toBe('badAnswer')
    expect(itemIds(outcome)).toHaveLength(1_000)
  })

  it('are incomplete because of a missing count or ids without bodies', async () => {
    const list = idsOf(1_000)
    const uncounted = await download({
      list: () => list,
      behavior: ({ limit, skip }) => ({ ids: list.slice(skip, skip + limit), limit, skip }),
    })
    expect(uncounted.store.snapshots.get('campaign')?.verdict).toMatchObject({
      expectedCount: null,
      reason: expect.stringMatching(/sent no item count/u) as string,
    })
    expect(itemIds(uncounted)).toHaveLength(1_000)
    // A page without new items after the last item ends the list.
    expect(uncounted.service.requests).toHaveLength(3)

    const withoutBodies = await download({
      list: () => list,
      behavior: (request) => ({ ...correctAnswer()(request, list), withoutEntity: list.slice(5, 8) }),
    })
    expect(withoutBodies.store.snapshots.get('campaign')?.verdict.reason).toMatch(
      /3 items have no usable data/u,
    )
  })

  it('are asked twice more after a malformed response, which is then reported', async () => {
    const list = idsOf(1_000)
    const spoil = (times: number) => {
      let spoilt = 0
      const behavior: ModelBehavior = (request) => {
        const answer = correctAnswer()(request, list)
        return request.skip === 199 && spoilt++ < times ? { ...answer, ids: null } : answer
      }
      return { list: () => list, behavior }
    }
    expect((await download(spoil(2))).end).toBe('complete')
    expect((await download(spoil(3))).end).toBe('badAnswer')
  })

  it('are asked twice more after a response that cannot be decompressed', async () => {
    const spoil = (times: number): ModelOptions => {
      let spoilt = 0
      return {
        list: () => idsOf(1_000),
        before: ({ skip }) => {
          if (skip === 199 && spoilt++ < times) throw new AppError('badAnswer')
        },
      }
    }
    expect((await download(spoil(2))).end).toBe('complete')
    expect((await download(spoil(3))).end).toBe('badAnswer')
  })

  it('keep a complete snapshot when a download is incomplete', async () => {
    const list = idsOf(1_000)
    const { store } = await download({ list: () => list })
    const outcome = await download(
      { list: () => list, behavior: (request) => ({ ...correctAnswer()(request, list), totalCount: 1_001 }) },
      store,
    )
    expect(outcome.end).toBe('incomplete')
    expect(store.snapshots.get('campaign')?.verdict.state).toBe('complete')
  })

  it('end with a random order, complete only with every item', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 600 }), fc.gen(), async (count, draw) => {
        const list = idsOf(count)
        const outcome = await download({
          list: () => {
            const turn = draw(fc.nat, count - 1)
            return [...list.slice(turn), ...list.slice(0, turn)]
          },
          behavior: correctAnswer(50),
        })
        if (outcome.end === 'complete') expect(itemIds(outcome)).toHaveLength(count)
        else expect(outcome.end).toBe('incomplete')
      }),
      { numRuns: repetitions(15, 40) },
    )
  })

  it('never cause an endless download or a wrong complete state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(700), fc.gen(), async (count, draw) => {
        const list = idsOf(count)
        const outcome = await download({ list: () => list, behavior: misbehaving(draw) })
        expect(['complete', 'incomplete']).toContain(outcome.end)
        expect(outcome.service.requests.length).toBeLessThan(12 * count + 200)
        if (outcome.end !== 'complete') return
        const expected = outcome.store.snapshots.get('campaign')?.verdict.expectedCount
        expect(itemIds(outcome)).toHaveLength(expected ?? -1)
      }),
      { numRuns: repetitions(20, 80) },
    )
  })

  it('leave the snapshot unchanged when canceled at any moment', async () => {
    const old = idsOf(700)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 14 }), fc.nat(12), async (at, turns) => {
        const { store } = await download({ list: () => old })
        const cancel = new AbortController()
        const list = idsOf(2_000, 50_000)
        const cancelSoon = async () => {
          for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
          cancel.abort()
        }
        let cancelling: Promise<void> | undefined
        const outcome = await download(
          {
            list: () => list,
            before: (_request, count) => {
              if (count === at) cancelling = cancelSoon()
            },
          },
          store,
          cancel.signal,
        )
        await cancelling
        // If the snapshot was already being replaced, the download completes.
        expect(['cancelled', 'complete']).toContain(outcome.end)
        expect(new Set(itemIds(outcome))).toEqual(new Set(outcome.end === 'complete' ? list : old))
      }),
      { numRuns: repetitions(15, 60) },
    )
  })
})

describe('the record of a campaign', () => {
  it('is ignored after a cancellation', async () => {
    const cancel = new AbortController()
    const late = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    const old = await download({ list: () => idsOf(10) })
    const downloading = download(
      { list: () => idsOf(20, 100), record: () => late.promise },
      old.store,
      cancel.signal,
    )
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    cancel.abort()
    late.resolve(bytes({ _id: 'campaign' }))
    expect((await downloading).end).toBe('cancelled')
    expect(itemIds(old)).toHaveLength(10)
  })

  const record = (code: 'serviceForbidden' | 'serviceNotFound' | 'serviceFailed') => () =>
    Promise.reject(new AppError(code))

  it.each([
    ['serviceForbidden', 'forbidden'],
    ['serviceNotFound', 'missing'],
  ] as const)('leaves the items usable if it is refused with %s', async (code, state) => {
    const outcome = await download({ list: () => idsOf(10), record: record(code) })
    expect(outcome.end).toBe('complete')
    expect(outcome.store.recordStates).toEqual([state])
    expect(itemIds(outcome)).toHaveLength(10)
  })

  it.each(['serviceForbidden', 'serviceNotFound'] as const)(
    'leaves the snapshot unchanged if it is refused with %s and no items are listed',
    async (code) => {
      const { store } = await download({ list: () => idsOf(10) })
      const outcome = await download({ list: () => [], record: record(code) }, store)
      expect(outcome.end).toBe(code)
      expect(itemIds(outcome)).toHaveLength(10)
    },
  )

  it('fails the download and cancels the pages after any other error', async () => {
    const { store } = await download({ list: () => idsOf(10) })
    const outcome = await download({ list: () => idsOf(100_000), record: record('serviceFailed') }, store)
    expect(outcome.end).toBe('serviceFailed')
    expect(outcome.service.requests.length).toBeLessThan(20)
    expect(itemIds(outcome)).toHaveLength(10)
  })
})
