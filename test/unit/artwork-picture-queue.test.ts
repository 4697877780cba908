import { describe, expect, it } from 'vitest'
import { createPictureRuns, type PictureRunsContext } from '../../electron/artwork/picture-queue.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import type { Network, NetworkState } from '../../electron/download/types.ts'

const COMPLETE = { total: 1, available: 1, bytes: 1, missing: [] }

function fakeNetwork(first: NetworkState): Network & { readonly set: (next: NetworkState) => void } {
  let state = first
  const listeners = new Set<() => void>()
  return {
    get state() {
      return state
    },
    check: () => state.online,
    refresh: () => Promise.resolve(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      state = next
      for (const listener of listeners) listener()
    },
  }
}

function createRuns(context: Partial<PictureRunsContext> = {}) {
  const states: string[] = []
  const runs = createPictureRuns({
    connectionId: 'c',
    fetchMissing: () => Promise.resolve(COMPLETE),
    onProgress: ({ campaignId, state, pausedBy }) => states.push(`${campaignId} ${pausedBy ?? state}`),
    ...context,
  })
  return { runs, states }
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('cancelled')))
  })

describe('picture runs', () => {
  it('wait for an unmetered network unless the person requests them', async () => {
    const network = fakeNetwork({ online: true, metered: true })
    const { runs, states } = createRuns({ network })
    runs.start('a', null, 'schedule')
    network.set({ online: false, metered: false })
    expect(states).toEqual(['a waiting', 'a metered', 'a offline'])
    network.set({ online: true, metered: false })
    await expect.poll(() => states.at(-1)).toBe('a done')
    network.set({ online: true, metered: true })
    runs.start('b', null, 'person')
    await expect.poll(() => states.at(-1)).toBe('b done')
    await runs.close()
  })

  it('resume when the network returns during a run', async () => {
    const network = fakeNetwork({ online: true, metered: false })
    let works = 0
    const { runs, states } = createRuns({
      network,
      fetchMissing: (_id, signal) => {
        works += 1
        return works === 1 ? untilAborted(signal) : Promise.resolve(COMPLETE)
      },
    })
    runs.start('a', null, 'schedule')
    await expect.poll(() => works).toBe(1)
    network.set({ online: false, metered: false })
    await expect.poll(() => states.at(-1)).toBe('a offline')
    network.set({ online: true, metered: false })
    await expect.poll(() => states.at(-1)).toBe('a done')
    expect(works).toBe(2)
  })

  it('run one at a time, once per campaign, and give way when canceled', async () => {
    const { runs, states } = createRuns({
      fetchMissing: (campaignId, signal) =>
        campaignId === 'a' ? untilAborted(signal) : Promise.resolve(COMPLETE),
    })
    const first = runs.start('a', 'A', 'schedule')
    expect(runs.start('a', 'A', 'person').jobId).toBe(first.jobId)
    runs.start('b', 'B', 'schedule')
    await expect.poll(() => states.includes('a running')).toBe(true)
    expect(runs.list().map(({ state }) => state)).toEqual(['running', 'waiting'])
    expect(runs.isBusy).toBe(true)
    runs.cancel(first.jobId)
    await expect.poll(() => runs.isBusy).toBe(false)
    expect(runs.list().map(({ state, origin }) => [state, origin])).toEqual([
      ['cancelled', 'person'],
      ['done', 'schedule'],
    ])
  })

  it('stay paused by the person when the previous run ends', async () => {
    let works = 0
    const { runs, states } = createRuns({
      fetchMissing: (_id, signal) => {
        works += 1
        return works === 1 ? untilAborted(signal) : Promise.resolve(COMPLETE)
      },
    })
    const { jobId } = runs.start('a', null, 'schedule')
    runs.start('b', null, 'schedule')
    await expect.poll(() => works).toBe(1)
    runs.pause(null)
    await expect.poll(() => runs.list().map(({ pausedBy }) => pausedBy)).toEqual(['person', 'person'])
    expect(runs.unfinished()).toMatchObject([
      { campaignId: 'a', held: true },
      { campaignId: 'b', held: true },
    ])
    runs.resume(jobId)
    await expect.poll(() => states.at(-1)).toBe('a done')
    expect(runs.list().map(({ state, origin }) => [state, origin])).toEqual([
      ['done', 'person'],
      ['paused', 'schedule'],
    ])
    expect(runs.start('b', null, 'person').state).not.toBe('paused')
    await expect.poll(() => runs.isBusy).toBe(false)
  })

  it('resume after a restart unless the person paused them', async () => {
    const first = createRuns({ fetchMissing: (_id, signal) => untilAborted(signal) })
    first.runs.start('a', 'A', 'person')
    const { jobId } = first.runs.start('b', 'B', 'person')
    first.runs.pause(jobId)
    await first.runs.close()
    const { runs, states } = createRuns()
    runs.start('c', null, 'person')
    runs.restore([
      ...first.runs.unfinished(),
      { campaignId: 'c', campaignName: null, mode: 'full', held: true },
    ])
    await expect.poll(() => states.includes('a done') && states.includes('c done')).toBe(true)
    expect(runs.list().map(({ campaignName, state, origin }) => [campaignName, state, origin])).toEqual([
      [null, 'done', 'person'],
      ['A', 'done', 'resumed'],
      ['B', 'paused', 'resumed'],
    ])
    await runs.close()
  })

  it('report the error of a failed run', async () => {
    const { runs } = createRuns({
      fetchMissing: () => Promise.reject(new AppError('unreachable', { params: { host: 'h' } })),
    })
    runs.start('a', null, 'person')
    await expect.poll(() => runs.list()[0]?.state).toBe('failed')
    expect(runs.list()[0]?.error).toMatchObject({ code: 'unreachable' })
  })
})
