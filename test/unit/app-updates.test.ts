import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { NO_MANAGED_UPDATES, type ManagedUpdates } from '../../electron/contract/managed.ts'
import type { UpdatePreferences, UpdateRelease, UpdateStatus } from '../../electron/contract/updates.ts'
import type { NetworkState } from '../../electron/download/types.ts'
import {
  NO_RECORD,
  Updates,
  type UpdateEngine,
  type UpdateRecord,
  type UpdatesOptions,
} from '../../electron/app/updates.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const RELEASE: UpdateRelease = { version: '2.0.0', date: null, releaseNotes: 'Faster.' }

/** An engine that finds no version. */
const ENGINE: UpdateEngine = {
  find: () => Promise.resolve(null),
  download: () => Promise.resolve(),
  cancelDownload: () => undefined,
  discard: () => undefined,
  quitAndInstall: () => undefined,
}

/** Updates with an engine, a network and a clock that only the test moves. */
function open(options: Partial<UpdatesOptions> = {}, stored: Partial<UpdateRecord> = {}) {
  let now = 1_000 * DAY
  let random = 0
  const timers = new Set<{ readonly at: number; readonly call: () => void }>()
  const listeners = new Set<() => void>()
  const network = { state: { online: true, metered: false } as NetworkState }
  const engine = {
    release: RELEASE as UpdateRelease | null,
    findError: null as Error | null,
    channels: [] as string[],
    checks: [] as number[],
    downloads: 0,
    discards: 0,
    installs: 0,
    end: Promise.withResolvers<undefined>(),
  }
  const announced: string[] = []
  const statuses: UpdateStatus[] = []
  let record: UpdateRecord = { ...NO_RECORD, ...stored }
  const rest = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }
  const zero = now
  const updates = new Updates({
    method: 'self',
    preferences: { mode: 'automatic', channel: 'stable' },
    managed: Promise.resolve(NO_MANAGED_UPDATES),
    network: {
      get state() {
        return network.state
      },
      check: () => network.state.online,
      refresh: () => Promise.resolve(),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    logger: {
      file: '',
      log: () => undefined,
      unexpected: () => 'id',
      conceal: () => undefined,
      redact: (text) => text,
      flush: () => Promise.resolve(),
    },
    createEngine: (channel) => {
      engine.channels.push(channel)
      return Promise.resolve({
        find: () => {
          engine.checks.push((now - zero) / HOUR)
          if (engine.findError !== null) return Promise.reject(engine.findError)
          return Promise.resolve(engine.release)
        },
        download: (onProgress) => {
          engine.downloads += 1
          engine.end = Promise.withResolvers<undefined>()
          onProgress(1, 4)
          return engine.end.promise
        },
        cancelDownload: () => engine.end.reject(new AppError('cancelled')),
        discard: () => {
          engine.discards += 1
        },
        quitAndInstall: () => {
          engine.installs += 1
        },
      })
    },
    loadRecord: () => Promise.resolve(record),
    saveRecord: (saved) => {
      record = saved
      return Promise.resolve()
    },
    onStatus: (status) => statuses.push(status),
    announce: ({ release, state }) => {
      announced.push(`${state} ${release?.version ?? ''}`)
      return true
    },
    clock: {
      now: () => now,
      random: () => random,
      after(milliseconds, call) {
        const timer = { at: now + milliseconds, call }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
    ...options,
  })
  return {
    updates,
    engine,
    announced,
    statuses,
    record: () => record,
    setRandom: (value: number) => (random = value),
    rest,
    pass: async (milliseconds: number): Promise<void> => {
      const end = now + milliseconds
      for (;;) {
        await rest()
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        timers.delete(next)
        now = next.at
        next.call()
      }
      now = end
      await rest()
    },
    setNetwork: async (state: NetworkState): Promise<void> => {
      network.state = state
      for (const listener of listeners) listener()
      await rest()
    },
  }
}

const mode = (changed: UpdatePreferences['mode']) => ({
  preferences: { mode: changed, channel: 'stable' } as const,
})

describe('automatic updates', () => {
  it('are not checked at the start, but some time later', async () => {
    const { updates, engine, pass } = open()
    void updates.start()
    await pass(9_000)
    expect(engine.channels).toEqual([])
    await pass(2_000)
    expect(engine.checks).toHaveLength(1)
  })

  it('are checked once a day, also after another start', async () => {
    const { updates, engine, pass, record } = open()
    engine.release = null
    void updates.start()
    await pass(3 * DAY)
    expect(engine.checks.map(Math.floor)).toEqual([0, 24, 48])
    const again = open({}, { triedAt: (record().triedAt ?? 0) - 3 * DAY })
    void again.updates.start()
    await again.pass(HOUR)
    expect(again.engine.checks).toHaveLength(1)
    const soon = open({}, { triedAt: 1_000 * DAY - HOUR })
    void soon.updates.start()
    await soon.pass(HOUR)
    expect(soon.engine.checks).toEqual([])
  })

  it('are spread over some hours', async () => {
    const { updates, engine, pass, setRandom } = open()
    setRandom(0.9)
    engine.release = null
    void updates.start()
    await pass(3 * DAY)
    expect(engine.checks.map(Math.floor)).toEqual([0, 28, 56])
  })

  it('are downloaded, announced once, and never again in another run', async () => {
    const { updates, engine, announced, pass, rest, record } = open()
    void updates.start()
    await pass(10_000)
    expect(updates.status).toMatchObject({
      state: 'downloading',
      release: RELEASE,
      progress: { done: 1, total: 4 },
    })
    expect(announced).toEqual([])
    engine.end.resolve(undefined)
    await rest()
    expect(updates.status).toMatchObject({ state: 'ready', progress: null })
    expect(announced).toEqual(['ready 2.0.0'])
    const again = open({}, { ...record(), triedAt: null })
    void again.updates.start()
    await again.pass(10_000)
    again.engine.end.resolve(undefined)
    await again.rest()
    expect(again.updates.status.state).toBe('ready')
    expect(again.announced).toEqual([])
  })

  it('use no metered network, and continue on another one', async () => {
    const { updates, engine, pass, rest, setNetwork } = open()
    await setNetwork({ online: true, metered: true })
    void updates.start()
    await pass(HOUR)
    expect(engine.channels).toEqual([])
    await updates.check()
    await rest()
    expect(updates.status).toMatchObject({ state: 'available', isWaiting: true })
    expect([updates.needsMetered, engine.downloads]).toEqual([true, 0])
    await setNetwork({ online: true, metered: false })
    expect(updates.status).toMatchObject({ state: 'downloading', isWaiting: false })
    await setNetwork({ online: true, metered: true })
    expect(updates.status).toMatchObject({ state: 'available', isWaiting: true })
  })

  it('continue on a metered network if the person asked', async () => {
    const { updates, engine, rest, setNetwork } = open()
    await setNetwork({ online: true, metered: true })
    await updates.check()
    updates.download()
    await rest()
    await setNetwork({ online: false, metered: true })
    expect(updates.status.state).toBe('downloading')
    engine.end.resolve(undefined)
    await rest()
    expect(updates.status.state).toBe('ready')
  })

  it('only announce a version if the person wants a notice, or the installation cannot replace itself', async () => {
    for (const options of [mode('notify'), { method: 'package' as const }, { method: 'manual' as const }]) {
      const { updates, engine, announced, pass } = open(options)
      void updates.start()
      await pass(3 * DAY)
      expect([engine.downloads, announced]).toEqual([0, ['available 2.0.0']])
    }
  })

  it.each([mode('never'), { method: 'notSetUp' as const }])(
    'do nothing if they are off (%j)',
    async (options) => {
      const { updates, engine, pass, statuses } = open(options)
      void updates.start()
      await pass(10 * DAY)
      expect(engine.channels).toEqual([])
      expect(statuses).toEqual([])
    },
  )

  it('are not installed after another channel was chosen, or updates were turned off', async () => {
    for (const preferences of [
      { mode: 'automatic', channel: 'beta' },
      { mode: 'never', channel: 'stable' },
    ] as const) {
      const { updates, engine, rest } = open()
      await updates.check()
      engine.end.resolve(undefined)
      await rest()
      expect(updates.status.state).toBe('ready')
      engine.release = null
      updates.setPreferences(preferences)
      await rest()
      expect(engine.discards).toBe(1)
      expect(updates.status).toMatchObject({ release: null })
      expect(updates.requestRestart()).toBe(false)
      expect(engine.channels).toEqual(preferences.mode === 'never' ? ['stable'] : ['stable', 'beta'])
    }
  })

  it('do not report a failed check after they were turned off', async () => {
    const found = Promise.withResolvers<null>()
    const { updates, rest } = open({
      createEngine: () => Promise.resolve({ ...ENGINE, find: () => found.promise }),
    })
    const check = updates.check()
    await rest()
    updates.setPreferences({ mode: 'never', channel: 'stable' })
    found.reject(new AppError('updateCheckFailed'))
    expect(await check).toMatchObject({ state: 'idle', fault: null })
  })

  it('report why a check failed, and check again on the next day', async () => {
    const { updates, engine, pass } = open()
    engine.findError = new AppError('updateRejected', { params: { reason: 'it is not signed' } })
    void updates.start()
    await pass(12 * HOUR)
    expect(updates.status).toMatchObject({
      state: 'failed',
      release: null,
      fault: { code: 'updateRejected' },
    })
    expect(engine.checks).toHaveLength(1)
    expect(updates.status.checkedAt).toBeNull()
    engine.findError = null
    await pass(DAY)
    expect(updates.status.state).toBe('downloading')
    expect(updates.status.checkedAt).not.toBeNull()
  })

  it('restart the application only if the person chose that and did not decide to stay', async () => {
    const { updates, engine, rest } = open()
    expect([updates.requestRestart(), updates.wantsRestart]).toEqual([false, false])
    await updates.check()
    engine.end.resolve(undefined)
    await rest()
    expect([updates.requestRestart(), updates.wantsRestart]).toEqual([true, true])
    updates.cancelRestart()
    expect(updates.wantsRestart).toBe(false)
    await updates.quitAndInstall()
    expect(engine.installs).toBe(1)
  })

  it('can be canceled, and are then downloaded when the person asks', async () => {
    const { updates, engine, rest } = open(mode('notify'))
    await updates.check()
    updates.download()
    await rest()
    updates.cancelDownload()
    await rest()
    expect(updates.status).toMatchObject({ state: 'available', isWaiting: false, fault: null })
    updates.download()
    await rest()
    engine.end.reject(new AppError('updateDamaged'))
    await rest()
    expect(updates.status).toMatchObject({
      state: 'failed',
      release: RELEASE,
      fault: { code: 'updateDamaged' },
    })
    updates.download()
    await rest()
    expect(updates.status).toMatchObject({ state: 'downloading', fault: null })
  })
})

describe('updates that the organization manages', () => {
  const managed = (value: Partial<ManagedUpdates>): Partial<UpdatesOptions> => ({
    managed: Promise.resolve({ ...NO_MANAGED_UPDATES, ...value }),
  })

  it('are not checked if it has turned them off, not even by the person', async () => {
    const { updates, engine, pass } = open(managed({ mode: 'off' }))
    void updates.start()
    await pass(3 * DAY)
    const { state, fault } = await updates.check()
    expect(engine.checks).toEqual([])
    expect(state).toBe('failed')
    expect(fault?.code).toBe('updatesManaged')
  })

  it('follow it instead of the person', async () => {
    const { updates, engine, pass } = open({ ...mode('never'), ...managed({ mode: 'on', channel: 'beta' }) })
    void updates.start()
    await pass(DAY)
    expect(engine.channels).toEqual(['beta'])
    expect(engine.downloads).toBe(1)
    updates.setPreferences({ mode: 'notify', channel: 'stable' })
    await pass(2 * DAY)
    expect(engine.channels).toEqual(['beta'])
    expect(engine.discards).toBe(0)
  })
})
