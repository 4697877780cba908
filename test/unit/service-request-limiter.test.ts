import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { createService } from '../../electron/service/create-service.ts'
import { RequestLimiter, type RequestSlot } from '../../electron/service/request-limiter.ts'
import type { Clock } from '../../electron/service/retry.ts'
import type { ReadPermit } from '../../electron/service/types.ts'
import { controlledPermit } from '../support/controlled-permit.ts'

/** A clock that only the test moves. */
class ManualClock implements Clock {
  time = Date.UTC(2026, 9, 1, 12)
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()

  now(): number {
    return this.time
  }
  random(): number {
    return 0
  }
  get sleeping(): number {
    return this.#sleepers.size
  }
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { until: this.time + milliseconds, wake: resolve }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper)
        reject(new Error('aborted'))
      })
    })
  }
  async move(milliseconds: number): Promise<void> {
    this.time += milliseconds
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.until > this.time) continue
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
    await settle()
  }
}

/** Lets pending callbacks run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Numbered requests to a limiter. */
class Requests {
  readonly running = new Map<number, RequestSlot>()
  readonly started: number[] = []
  readonly #limiter: RequestLimiter
  #next = 0

  constructor(limiter: RequestLimiter) {
    this.#limiter = limiter
  }

  async add(count = 1, signal?: AbortSignal, turn?: ReadPermit): Promise<void> {
    for (let each = 0; each < count; each += 1) {
      const number = this.#next++
      this.#limiter.acquire(signal, turn).then(
        (slot) => {
          this.started.push(number)
          this.running.set(number, slot)
        },
        () => undefined,
      )
    }
    await settle()
  }

  async finish(
    report?: 'reportSuccess' | 'reportOverload',
    number = [...this.running.keys()][0] ?? -1,
  ): Promise<void> {
    const slot = this.running.get(number)
    this.running.delete(number)
    if (report !== undefined) slot?.[report]()
    slot?.release()
    await settle()
  }
}

function createLimiter(most?: number) {
  const clock = new ManualClock()
  const limiter = new RequestLimiter(clock, most)
  return { clock, limiter, requests: new Requests(limiter) }
}

describe('the request limiter', () => {
  it('allows four requests, and starts the others in order', async () => {
    const { requests } = createLimiter()
    await requests.add(7)
    expect(requests.started).toEqual([0, 1, 2, 3])
    await requests.finish('reportSuccess', 2)
    await requests.finish('reportSuccess', 0)
    expect(requests.started).toEqual([0, 1, 2, 3, 4, 5])
    expect(requests.running.size).toBe(4)
  })

  it('keeps the order of waiting requests', async () => {
    const { requests } = createLimiter(1)
    await requests.add(3)
    const leaving = requests.finish('reportSuccess')
    const coming = requests.add()
    await Promise.all([leaving, coming])
    for (let each = 0; each < 3; each += 1) await requests.finish()
    expect(requests.started).toEqual([0, 1, 2, 3])
  })

  it('gives extra slots to requests without a pending permit, up to a limit', async () => {
    const { requests } = createLimiter()
    const later = controlledPermit()
    await requests.add(4)
    for (const slot of requests.running.values()) slot.startWaiting()
    // Another request that would wait too is not started; it keeps its position until its permit is granted.
    await requests.add(1, undefined, later.permit)
    expect(requests.started).toHaveLength(4)
    await requests.add(1)
    expect(requests.started.at(-1)).toBe(5)
    later.grant()
    await settle()
    expect(requests.started.at(-1)).toBe(4)
    await requests.add(1)
    expect(requests.running.size).toBe(6)
    await requests.finish('reportSuccess', 4)
    expect(requests.started.at(-1)).toBe(6)
    // With granted permits, they count as usual.
    for (const slot of requests.running.values()) slot.stopWaiting()
    for (let each = 0; each < 2; each += 1) await requests.finish('reportSuccess')
    await requests.add(1)
    expect(requests.running.size).toBe(4)
  })

  it('starts a repeated request that others wait for, at any limit', async () => {
    const { requests } = createLimiter()
    await requests.add(4)
    for (const number of [1, 2, 3]) requests.running.get(number)?.startWaiting()
    await requests.finish('reportOverload', 0)
    for (let each = 0; each < 3; each += 1) {
      await requests.add(1)
      expect(requests.running.size).toBe(4)
      await requests.finish('reportOverload', [...requests.running.keys()].at(-1))
    }
  })

  it('halves its limit after overload, down to one', async () => {
    const { requests } = createLimiter()
    await requests.add(20)
    await requests.finish('reportOverload')
    expect(requests.running.size).toBe(3)
    // The others were already running: the same burst counts once.
    for (let each = 0; each < 3; each += 1) await requests.finish('reportOverload')
    expect(requests.running.size).toBe(2)
    await requests.finish('reportOverload')
    await requests.finish('reportOverload')
    expect(requests.running.size).toBe(1)
    await requests.finish('reportOverload')
    expect(requests.running.size).toBe(1)
  })

  it('grows by one after several successes, up to its initial limit', async () => {
    const { requests } = createLimiter()
    await requests.add(200)
    for (let each = 0; each < 4; each += 1) await requests.finish('reportOverload')
    expect(requests.running.size).toBe(2)
    const sizes: number[] = []
    for (let each = 0; each < 60; each += 1) {
      await requests.finish('reportSuccess')
      sizes.push(requests.running.size)
    }
    expect(sizes.slice(0, 7)).toEqual([2, 2, 2, 2, 2, 2, 2])
    expect(sizes[7]).toBe(3)
    expect(Math.max(...sizes)).toBe(4)
    expect(sizes.at(-1)).toBe(4)
  })

  it('pauses until the later of two requested times', async () => {
    const { clock, limiter, requests } = createLimiter()
    limiter.pauseUntil(clock.now() + 5_000)
    await requests.add(3)
    expect(requests.started).toEqual([])
    limiter.pauseUntil(clock.now() + 8_000)
    limiter.pauseUntil(clock.now() + 1_000)
    await clock.move(7_999)
    expect(requests.started).toEqual([])
    await clock.move(1)
    expect(requests.started).toEqual([0, 1, 2])
  })

  it('pauses requests that already wait', async () => {
    const { clock, limiter, requests } = createLimiter(1)
    await requests.add(2)
    limiter.pauseUntil(clock.now() + 1_000)
    await requests.finish()
    expect(requests.started).toEqual([0])
    await clock.move(1_000)
    expect(requests.started).toEqual([0, 1])
  })

  it('removes a canceled request from the queue', async () => {
    const { clock, limiter, requests } = createLimiter(1)
    const controller = new AbortController()
    limiter.pauseUntil(clock.now() + 1_000)
    await requests.add(2, controller.signal)
    expect(clock.sleeping).toBe(1)
    const refused = expect(limiter.acquire(controller.signal)).rejects.toThrow()
    controller.abort()
    await refused
    expect(clock.sleeping).toBe(0)
    await requests.add()
    await clock.move(1_000)
    expect(requests.started).toEqual([2])
    await expect(limiter.acquire(AbortSignal.abort())).rejects.toThrow()
  })

  it('never exceeds its limit, keeps the order, and starts every request', async () => {
    const event = fc.constantFrom('come', 'reportSuccess', 'reportOverload', 'hold', 'move', 'cancel')
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(event, { maxLength: 60 }),
        async (most, events) => {
          const { clock, limiter, requests } = createLimiter(most)
          let cancelled = new AbortController()
          for (const what of events) {
            if (what === 'come') await requests.add(1, cancelled.signal)
            else if (what === 'hold') limiter.pauseUntil(clock.now() + 500)
            else if (what === 'move') await clock.move(300)
            else if (what === 'cancel') {
              cancelled.abort()
              cancelled = new AbortController()
              await settle()
            } else await requests.finish(what)
            expect(requests.running.size).toBeLessThanOrEqual(most)
          }
          const before = requests.started.length
          await requests.add(10)
          await clock.move(10_000)
          for (let each = 0; each < 100; each += 1) await requests.finish('reportSuccess')
          expect(requests.started.length).toBeGreaterThanOrEqual(before + 10)
          expect(requests.started).toEqual([...requests.started].sort((a, b) => a - b))
          expect(clock.sleeping).toBe(0)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('requests of a connection', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const ok = (): Response => new Response('{}', { headers: { 'content-type': 'application/json' } })

  it('all wait after one Retry-After, without counting towards a time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const clock = new ManualClock()
    const requestTimes: number[] = []
    const answers = [new Response('{}', { status: 429, headers: { 'retry-after': '30' } })]
    const service = createService(
      {
        baseUrl: 'https://print.example',
        key: 'K',
        timeouts: { responseMs: 20, idleMs: 20 },
        fetch: () => {
          requestTimes.push(clock.now())
          return Promise.resolve(answers.shift() ?? ok())
        },
      },
      clock,
    )
    const begun = clock.now()
    const first = service.listItems({ limit: 1, skip: 0 })
    await settle()
    const others = [service.listItems({ limit: 1, skip: 1 }), service.getCampaign('a')]
    await settle()
    // Longer than the time limit of a response.
    await vi.advanceTimersByTimeAsync(40)
    expect(requestTimes).toEqual([begun])
    await clock.move(30_000)
    await Promise.all([first, ...others])
    expect(requestTimes).toEqual([begun, begun + 30_000, begun + 30_000, begun + 30_000])
  })

  it('can be canceled while they wait', async () => {
    const clock = new ManualClock()
    const service = createService(
      {
        baseUrl: 'https://print.example',
        key: 'K',
        maxConcurrent: 1,
        fetch: () => new Promise(() => undefined),
      },
      clock,
    )
    const controller = new AbortController()
    const { signal } = controller
    const hanging = service.listItems({ limit: 1, skip: 0 }, { signal })
    const waiting = service.listItems({ limit: 1, skip: 1 }, { signal })
    await settle()
    controller.abort()
    for (const work of [hanging, waiting]) {
      const error: unknown = await work.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(AppError)
      expect((error as AppError).code).toBe('cancelled')
    }
  })
})
