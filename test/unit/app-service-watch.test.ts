import { describe, expect, it, vi } from 'vitest'
import type { ServiceStatus } from '../../electron/contract/connection.ts'
import { ServiceWatch } from '../../electron/app/service-watch.ts'

/** A watch with a clock and timers that the test controls, over a service that is up or down. */
function createTestWatch() {
  const setting = { now: 1_000_000, online: true, up: true }
  const changes: [string, ServiceStatus][] = []
  const checked: string[] = []
  let pending: { readonly at: number; readonly call: () => void } | null = null
  const watch = new ServiceWatch({
    isOnline: () => setting.online,
    now: () => setting.now,
    check: (id) => {
      checked.push(id)
      watch.record(id, setting.up, setting.now)
      return Promise.resolve()
    },
    onChange: (id, status) => changes.push([id, status]),
    schedule: (milliseconds, call) => {
      const own = { at: setting.now + milliseconds, call }
      pending = own
      return () => {
        if (pending === own) pending = null
      }
    },
  })
  return {
    watch,
    setting,
    changes,
    checked,
    /** Milliseconds until the next check; null without one. */
    due: () => (pending === null ? null : pending.at - setting.now),
    runDue: async (): Promise<void> => {
      const next = pending
      if (next === null) throw new Error('nothing is scheduled')
      pending = null
      setting.now = next.at
      next.call()
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

describe('ServiceWatch', () => {
  it('checks an opened connection once, and again when its service was not used for 5 minutes', async () => {
    const { watch, checked, due, runDue, setting } = createTestWatch()
    watch.watch(['a'])
    expect(due()).toBe(2_000)
    await runDue()
    expect(checked).toEqual(['a'])
    expect(watch.statusOf('a')).toEqual({ state: 'reachable', since: null })
    expect(due()).toBe(300_000)
    setting.now += 200_000
    watch.record('a', true, setting.now)
    expect(due()).toBe(300_000)
    await runDue()
    expect(checked).toEqual(['a', 'a'])
    setting.up = false
    await runDue()
    expect(checked).toEqual(['a', 'a', 'a'])
    expect(watch.statusOf('a').state).toBe('unreachable')
  })

  it('sends one request in 5 minutes for an idle application', async () => {
    vi.useFakeTimers()
    try {
      const checked: number[] = []
      const watch = new ServiceWatch({
        isOnline: () => true,
        check: (id) => {
          checked.push(Date.now())
          watch.record(id, true, Date.now())
          return Promise.resolve()
        },
        onChange: () => undefined,
      })
      watch.watch(['a'])
      const start = Date.now() + 2_000
      await vi.advanceTimersByTimeAsync(1_000_000)
      expect(checked.map((at) => at - start)).toEqual([0, 300_000, 600_000, 900_000])
      watch.watch([])
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('checks at once after a change of the network, even a service that was just used', async () => {
    const { watch, checked, due, runDue, setting } = createTestWatch()
    watch.checkNow()
    expect(due()).toBeNull()
    watch.watch(['a'])
    setting.online = false
    await runDue()
    expect(checked).toEqual([])
    expect(watch.statusOf('a').state).toBe('unknown')
    setting.online = true
    watch.checkNow()
    await runDue()
    expect(checked).toEqual(['a'])
    setting.up = false
    watch.checkNow()
    expect(due()).toBe(0)
    await runDue()
    expect(checked).toEqual(['a', 'a'])
    expect(watch.statusOf('a').state).toBe('unreachable')
  })

  it('does not check a connection that was just used', () => {
    const { watch, checked, due, setting } = createTestWatch()
    watch.watch(['a'])
    watch.record('a', true, setting.now)
    expect(due()).toBe(300_000)
    setting.now += 100_000
    watch.watch(['a'])
    expect(due()).toBe(200_000)
    expect(checked).toEqual([])
  })

  it('keeps the time of the first failure, checks at growing intervals, and notices recovery', async () => {
    const { watch, changes, checked, due, runDue, setting } = createTestWatch()
    watch.watch(['a'])
    watch.record('a', true, setting.now)
    setting.up = false
    const since = setting.now + 5
    watch.record('a', false, since)
    watch.record('a', false, since + 100)
    const pauses: (number | null)[] = []
    for (let round = 0; round < 8; round += 1) {
      pauses.push(due())
      await runDue()
      expect(watch.statusOf('a')).toEqual({ state: 'unreachable', since })
    }
    expect(pauses).toEqual([15_000, 15_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000])
    setting.up = true
    await runDue()
    expect(due()).toBe(300_000)
    expect(checked).toHaveLength(9)
    expect(changes.map(([, { state }]) => state)).toEqual(['reachable', 'unreachable', 'reachable'])
  })

  it('checks when the window gets focus, unless the service was used recently', async () => {
    const { watch, checked, due, runDue, setting } = createTestWatch()
    watch.watch(['a'])
    watch.record('a', true, setting.now)
    setting.now += 299_999
    watch.refresh()
    expect(due()).toBe(1)
    setting.now += 1
    watch.refresh()
    expect(due()).toBe(0)
    await runDue()
    expect(checked).toEqual(['a'])
    watch.record('a', false, setting.now)
    watch.refresh()
    expect(due()).toBe(0)
  })

  it('waits for a network, and ignores connections that are not open', async () => {
    const { watch, checked, due, runDue, setting } = createTestWatch()
    watch.watch(['a'])
    watch.record('a', false, setting.now)
    setting.online = false
    await runDue()
    expect(checked).toEqual([])
    expect(due()).not.toBeNull()
    watch.watch([])
    expect(due()).toBeNull()
    watch.record('b', false, setting.now)
    expect(due()).toBeNull()
    watch.forget('b')
    expect(watch.statusOf('b').state).toBe('unknown')
  })

  it('checks each of several connections until it is no longer watched', async () => {
    vi.useFakeTimers()
    try {
      const checked: string[] = []
      const watch = new ServiceWatch({
        isOnline: () => true,
        check: (id) => {
          checked.push(id)
          watch.record(id, id === 'a', Date.now())
          return Promise.resolve()
        },
        onChange: () => undefined,
      })
      watch.watch(['a'])
      await vi.advanceTimersByTimeAsync(1_000)
      watch.watch(['a', 'b'])
      await vi.advanceTimersByTimeAsync(2_000)
      expect(checked).toEqual(['a', 'b'])
      watch.watch(['b'])
      await vi.advanceTimersByTimeAsync(300_000)
      expect(checked.slice(2)).not.toContain('a')
      expect(checked.length).toBeGreaterThan(5)
      watch.forget('b')
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
