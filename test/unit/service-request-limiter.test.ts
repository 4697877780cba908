import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { createService } from '../../electron/service/create-service.ts'
import { RequestLimiter, type RequestSlot } from '../../electron/service/request-limiter.ts'
import type { Clock } from '../../electron/service/retry.ts'
import type { ReadPermit } from '../../electron/service/types.ts'
import { turnToGive } from '../support/turns.ts'

/** A clock that moves only when the test says so. */
class HandClock implements Clock {
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

/** Lets everything go on that waits for nothing but its turn. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Requests at a gate, by number. */
class Visitors {
  readonly inside = new Map<number, RequestSlot>()
  readonly entered: number[] = []
  readonly #gate: RequestLimiter
  #next = 0

  constructor(gate: RequestLimiter) {
    this.#gate = gate
  }

  async come(count = 1, signal?: AbortSignal, turn?: ReadPermit): Promise<void> {
    for (let each = 0; each < count; each += 1) {
      const number = this.#next++
      this.#gate.acquire(signal, turn).then(
        (pass) => {
          this.entered.push(number)
          this.inside.set(number, pass)
        },
        () => undefined,
      )
    }
    await settle()
  }

  async leave(
    tell?: 'reportSuccess' | 'reportOverload',
    number = [...this.inside.keys()][0] ?? -1,
  ): Promise<void> {
    const pass = this.inside.get(number)
    this.inside.delete(number)
    if (tell !== undefined) pass?.[tell]()
    pass?.release()
    await settle()
  }
}

function gateOf(most?: number) {
  const clock = new HandClock()
  const gate = new RequestLimiter(clock, most)
  return { clock, gate, visitors: new Visitors(gate) }
}

describe('the request limiter', () => {
  it('allows four requests, and starts the others in order', async () => {
    const { visitors } = gateOf()
    await visitors.come(7)
    expect(visitors.entered).toEqual([0, 1, 2, 3])
    await visitors.leave('reportSuccess', 2)
    await visitors.leave('reportSuccess', 0)
    expect(visitors.entered).toEqual([0, 1, 2, 3, 4, 5])
    expect(visitors.inside.size).toBe(4)
  })

  it('keeps the order of waiting requests', async () => {
    const { visitors } = gateOf(1)
    await visitors.come(3)
    const leaving = visitors.leave('reportSuccess')
    const coming = visitors.come()
    await Promise.all([leaving, coming])
    for (let each = 0; each < 3; each += 1) await visitors.leave()
    expect(visitors.entered).toEqual([0, 1, 2, 3])
  })

  it('gives extra slots to requests without a pending permit, up to a limit', async () => {
    const { visitors } = gateOf()
    const later = turnToGive()
    await visitors.come(4)
    for (const pass of visitors.inside.values()) pass.startWaiting()
    // Another one that would wait for its turn too does not get in; it keeps its place until its turn has
    // come.
    await visitors.come(1, undefined, later.turn)
    expect(visitors.entered).toHaveLength(4)
    await visitors.come(1)
    expect(visitors.entered.at(-1)).toBe(5)
    later.give()
    await settle()
    expect(visitors.entered.at(-1)).toBe(4)
    await visitors.come(1)
    expect(visitors.inside.size).toBe(6)
    await visitors.leave('reportSuccess', 4)
    expect(visitors.entered.at(-1)).toBe(6)
    // Once their turn has come, they count as ever.
    for (const pass of visitors.inside.values()) pass.stopWaiting()
    for (let each = 0; each < 2; each += 1) await visitors.leave('reportSuccess')
    await visitors.come(1)
    expect(visitors.inside.size).toBe(4)
  })

  it('starts a repeated request that others wait for, at any limit', async () => {
    const { visitors } = gateOf()
    await visitors.come(4)
    for (const number of [1, 2, 3]) visitors.inside.get(number)?.startWaiting()
    await visitors.leave('reportOverload', 0)
    for (let each = 0; each < 3; each += 1) {
      await visitors.come(1)
      expect(visitors.inside.size).toBe(4)
      await visitors.leave('reportOverload', [...visitors.inside.keys()].at(-1))
    }
  })

  it('halves its limit after overload, down to one', async () => {
    const { visitors } = gateOf()
    await visitors.come(20)
    await visitors.leave('reportOverload')
    expect(visitors.inside.size).toBe(3)
    // The others were under way already: the same burst, counted once.
    for (let each = 0; each < 3; each += 1) await visitors.leave('reportOverload')
    expect(visitors.inside.size).toBe(2)
    await visitors.leave('reportOverload')
    await visitors.leave('reportOverload')
    expect(visitors.inside.size).toBe(1)
    await visitors.leave('reportOverload')
    expect(visitors.inside.size).toBe(1)
  })

  it('grows by one after several successes, up to its initial limit', async () => {
    const { visitors } = gateOf()
    await visitors.come(200)
    for (let each = 0; each < 4; each += 1) await visitors.leave('reportOverload')
    expect(visitors.inside.size).toBe(2)
    const sizes: number[] = []
    for (let each = 0; each < 60; each += 1) {
      await visitors.leave('reportSuccess')
      sizes.push(visitors.inside.size)
    }
    expect(sizes.slice(0, 7)).toEqual([2, 2, 2, 2, 2, 2, 2])
    expect(sizes[7]).toBe(3)
    expect(Math.max(...sizes)).toBe(4)
    expect(sizes.at(-1)).toBe(4)
  })

  it('pauses until the later of two requested times', async () => {
    const { clock, gate, visitors } = gateOf()
    gate.pauseUntil(clock.now() + 5_000)
    await visitors.come(3)
    expect(visitors.entered).toEqual([])
    gate.pauseUntil(clock.now() + 8_000)
    gate.pauseUntil(clock.now() + 1_000)
    await clock.move(7_999)
    expect(visitors.entered).toEqual([])
    await clock.move(1)
    expect(visitors.entered).toEqual([0, 1, 2])
  })

  it('pauses requests that already wait', async () => {
    const { clock, gate, visitors } = gateOf(1)
    await visitors.come(2)
    gate.pauseUntil(clock.now() + 1_000)
    await visitors.leave()
    expect(visitors.entered).toEqual([0])
    await clock.move(1_000)
    expect(visitors.entered).toEqual([0, 1])
  })

  it('removes a canceled request from the queue', async () => {
    const { clock, gate, visitors } = gateOf(1)
    const controller = new AbortController()
    gate.pauseUntil(clock.now() + 1_000)
    await visitors.come(2, controller.signal)
    expect(clock.sleeping).toBe(1)
    const refused = expect(gate.acquire(controller.signal)).rejects.toThrow()
    controller.abort()
    await refused
    expect(clock.sleeping).toBe(0)
    await visitors.come()
    await clock.move(1_000)
    expect(visitors.entered).toEqual([2])
    await expect(gate.acquire(AbortSignal.abort())).rejects.toThrow()
  })

  it('never exceeds its limit, keeps the order, and starts every request', async () => {
    const event = fc.constantFrom('come', 'reportSuccess', 'reportOverload', 'hold', 'move', 'cancel')
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(event, { maxLength: 60 }),
        async (most, events) => {
          const { clock, gate, visitors } = gateOf(most)
          let cancelled = new AbortController()
          for (const what of events) {
            if (what === 'come') await visitors.come(1, cancelled.signal)
            else if (what === 'hold') gate.pauseUntil(clock.now() + 500)
            else if (what === 'move') await clock.move(300)
            else if (what === 'cancel') {
              cancelled.abort()
              cancelled = new AbortController()
              await settle()
            } else await visitors.leave(what)
            expect(visitors.inside.size).toBeLessThanOrEqual(most)
          }
          const before = visitors.entered.length
          await visitors.come(10)
          await clock.move(10_000)
          for (let each = 0; each < 100; each += 1) await visitors.leave('reportSuccess')
          expect(visitors.entered.length).toBeGreaterThanOrEqual(before + 10)
          expect(visitors.entered).toEqual([...visitors.entered].sort((a, b) => a - b))
          expect(clock.sleeping).toBe(0)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the requests of a connection', () => {
  const ok = (): Response => new Response('{}', { headers: { 'content-type': 'application/json' } })

  it('all wait after one Retry-After, without counting towards a time limit', async () => {
    const clock = new HandClock()
    const asked: number[] = []
    const answers = [new Response('{}', { status: 429, headers: { 'retry-after': '30' } })]
    const service = createService(
      {
        baseUrl: 'https://print.example',
        key: 'K',
        timeouts: { responseMs: 20, idleMs: 20 },
        fetch: () => {
          asked.push(clock.now())
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
    // Longer than the limit for an answer, in real time.
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(asked).toEqual([begun])
    await clock.move(30_000)
    await Promise.all([first, ...others])
    expect(asked).toEqual([begun, begun + 30_000, begun + 30_000, begun + 30_000])
  })

  it('can be canceled while they wait', async () => {
    const clock = new HandClock()
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
