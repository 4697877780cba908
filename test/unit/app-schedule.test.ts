import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_LABELS, type AutomaticDownloads, type Connection } from '../../electron/contract/connection.ts'
import { createSchedule, type ScheduleClock } from '../../electron/app/schedule.ts'

const MINUTE = 60_000
const JITTER = 5_000

function connection(id: string, automatic: Partial<AutomaticDownloads>): Connection {
  return {
    id,
    name: id,
    kind: 'service',
    baseUrl: 'https://print.example',
    createdAt: 0,
    labels: NO_LABELS,
    automatic: { onStart: false, everyMinutes: null, campaignIds: ['campaign'], ...automatic },
    authority: null,
    clientCertificate: null,
  }
}

/** A clock that only the test moves. */
interface ManualClock extends ScheduleClock {
  turn(milliseconds: number): Promise<void>
  /** Changes the time without the timers, as when the computer sleeps, or the clock is set. */
  jump(milliseconds: number): void
}

function manualClock(random: number): ManualClock {
  let now = 1_000 * MINUTE
  const calls = new Set<{ at: number; readonly call: () => void }>()
  const rest = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return {
    now: () => now,
    random: () => random,
    after(milliseconds, call) {
      const entry = { at: now + milliseconds, call }
      calls.add(entry)
      return () => calls.delete(entry)
    },
    jump(milliseconds) {
      now += milliseconds
      for (const entry of calls) entry.at += milliseconds
    },
    async turn(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        await rest()
        const [next] = [...calls].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        calls.delete(next)
        now = Math.max(now, next.at)
        next.call()
      }
      now = end
      await rest()
    },
  }
}

function open({ random = 0, tookMs = 0 } = {}) {
  const clock = manualClock(random)
  const started: (readonly [id: string, minute: number])[] = []
  const ends = new Map<string, number>()
  const unexpected: unknown[] = []
  const state = { running: 0, maxRunning: 0, fails: false, isLocked: false }
  const zero = clock.now()
  const schedule = createSchedule({
    clock,
    run: async ({ id }) => {
      started.push([id, (clock.now() - zero) / MINUTE])
      state.running += 1
      state.maxRunning = Math.max(state.maxRunning, state.running)
      if (tookMs > 0) await new Promise<void>((resolve) => void clock.after(tookMs, resolve))
      state.running -= 1
      if (state.fails) throw new Error('failed')
      return !state.isLocked
    },
    lastEnd: (id) => Promise.resolve(ends.get(id) ?? null),
    recordEnd: (id, at) => {
      ends.set(id, at)
      return Promise.resolve()
    },
    onUnexpected: (error) => unexpected.push(error),
  })
  return { clock, started, ends, unexpected, state, schedule, zero }
}

describe('automatic downloads', () => {
  it('are off until the person turns them on', async () => {
    const { schedule, clock, started } = open()
    await schedule.begin([
      connection('a', {}),
      connection('b', { onStart: true, everyMinutes: 5, campaignIds: [] }),
    ])
    expect(schedule.isOn).toBe(false)
    await clock.turn(10_000 * MINUTE)
    expect(started).toEqual([])
  })

  it('are over after the run at the start if there is no interval', async () => {
    const { schedule, clock, started } = open()
    await schedule.begin([connection('a', { onStart: true })])
    expect(schedule.isOn).toBe(true)
    await clock.turn(MINUTE)
    expect(started).toEqual([['a', 0]])
    expect(schedule.isOn).toBe(false)
    await schedule.changed(connection('a', { onStart: true, everyMinutes: 10 }))
    await clock.turn(10 * MINUTE)
    expect(started).toHaveLength(2)
  })

  it('run once at start, then at an interval after the end of the previous one', async () => {
    const { schedule, clock, started, ends, zero } = open({ tookMs: 4 * MINUTE })
    await schedule.begin([
      connection('a', { onStart: true }),
      connection('b', { onStart: true, everyMinutes: 10 }),
    ])
    await clock.turn(30 * MINUTE)
    expect(started).toEqual([
      ['a', 0],
      ['b', 0],
      ['b', 14],
      ['b', 28],
    ])
    expect(ends.get('a')).toBe(zero + 4 * MINUTE)
    expect(ends.get('b')).toBe(zero + 18 * MINUTE)
  })

  it('count the interval across a restart, and run at once if it has passed', async () => {
    const { schedule, clock, started, ends, zero } = open()
    ends.set('a', zero - 20 * MINUTE)
    ends.set('b', zero - 90 * MINUTE)
    // The computer’s clock was set back.
    ends.set('d', zero + 900 * MINUTE)
    await schedule.begin(['a', 'b', 'c', 'd'].map((id) => connection(id, { everyMinutes: 60 })))
    await clock.turn(61 * MINUTE)
    expect(started).toEqual([
      ['b', 0],
      ['a', 40],
      ['c', 60],
      ['d', 60],
      ['b', 60],
    ])
  })

  it('start with a random delay', async () => {
    const { schedule, clock, started } = open({ random: 0.5 })
    await schedule.begin([connection('a', { onStart: true, everyMinutes: 10 })])
    await clock.turn(11 * MINUTE)
    expect(started.map(([, minute]) => minute * MINUTE)).toEqual([JITTER / 2, 10 * MINUTE + JITTER])
  })

  it('follow changed settings, and do not start when they are turned on', async () => {
    const { schedule, clock, started } = open()
    await schedule.begin([])
    await schedule.changed(connection('a', { everyMinutes: 60 }))
    await clock.turn(59 * MINUTE)
    expect(started).toEqual([])
    await schedule.changed(connection('a', { everyMinutes: 90 }))
    await clock.turn(20 * MINUTE)
    expect(started).toEqual([])
    await schedule.changed(connection('a', { everyMinutes: 30 }))
    await clock.turn(0)
    expect(started).toEqual([['a', 79]])
    await schedule.changed(connection('a', { everyMinutes: null }))
    expect(schedule.isOn).toBe(false)
    await schedule.changed(connection('a', { everyMinutes: 5 }))
    schedule.forget('a')
    await clock.turn(1_000 * MINUTE)
    expect(started).toHaveLength(1)
  })

  it('continue after a failure, and stop with the application', async () => {
    const { schedule, clock, started, state, unexpected } = open()
    state.fails = true
    await schedule.begin([connection('a', { onStart: true, everyMinutes: 10 })])
    await clock.turn(10 * MINUTE)
    expect(started).toHaveLength(2)
    expect(unexpected).toHaveLength(2)
    schedule.close()
    await clock.turn(100 * MINUTE)
    expect(started).toHaveLength(2)
  })

  it('run when they are due after the computer has slept', async () => {
    const { schedule, clock, started } = open()
    await schedule.begin([connection('a', { everyMinutes: 60 }), connection('b', { everyMinutes: 600 })])
    await clock.turn(10 * MINUTE)
    clock.jump(480 * MINUTE)
    await clock.turn(120 * MINUTE)
    expect(started).toEqual([
      ['a', 491],
      ['a', 551],
      ['b', 600],
    ])
  })

  it('are not delayed when the clock is set back', async () => {
    const { schedule, clock, started } = open()
    await schedule.begin([connection('a', { everyMinutes: 60 })])
    await clock.turn(10 * MINUTE)
    clock.jump(-600 * MINUTE)
    await clock.turn(50 * MINUTE)
    expect(started).toEqual([['a', -540]])
  })

  it('are repeated after a locked keychain, also those that run only at the start', async () => {
    const { schedule, clock, started, state, ends, zero } = open()
    state.isLocked = true
    await schedule.begin([
      connection('a', { onStart: true }),
      connection('b', { onStart: true, everyMinutes: 60 }),
    ])
    await clock.turn(7 * MINUTE)
    expect(ends.size).toBe(0)
    state.isLocked = false
    await clock.turn(60 * MINUTE)
    expect(started).toEqual([
      ['a', 0],
      ['b', 0],
      ['a', 5],
      ['b', 5],
      ['a', 10],
      ['b', 10],
    ])
    expect(ends).toEqual(
      new Map([
        ['a', zero + 10 * MINUTE],
        ['b', zero + 10 * MINUTE],
      ]),
    )
  })

  it('never run twice at once for a connection, whatever settings change', async () => {
    const step = fc.record({
      turn: fc.nat({ max: 20 * MINUTE }),
      everyMinutes: fc.option(fc.integer({ min: 5, max: 15 })),
      onStart: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step), fc.integer({ min: 1, max: 30 * MINUTE }), async (steps, tookMs) => {
        const { schedule, clock, state } = open({ tookMs })
        await schedule.begin([connection('a', { onStart: true, everyMinutes: 5 })])
        for (const { turn, everyMinutes, onStart } of steps) {
          await clock.turn(turn)
          await schedule.changed(connection('a', { onStart, everyMinutes }))
        }
        await clock.turn(100 * MINUTE)
        expect(state.maxRunning).toBeLessThanOrEqual(1)
      }),
    )
  })
})
