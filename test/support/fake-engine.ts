import { AppError } from '../../electron/contract/app-error.ts'
import type { FaultCode } from '../../electron/contract/faults.ts'
import { shouldKeepStaging } from '../../electron/download/suspended.ts'
import type { Engine, JobUpdate, JobRun, Network, NetworkState } from '../../electron/download/types.ts'
import type { StoreWriter } from '../../electron/store/operations.ts'

/** A run of the fake engine, which continues until the test ends it. */
export interface FakeRun {
  readonly campaignId: string | null
  readonly mode: JobRun['mode']
  readonly signal: AbortSignal
  report(update: JobUpdate): void
  complete(): void
  incomplete(): void
  fail(code: FaultCode, requestedWait?: string): void
}

export interface FakeEngine extends Engine {
  /** Runs that have not ended, including stopped ones that are still ending. */
  readonly active: readonly FakeRun[]
  /** Campaigns in the order in which their runs started. */
  readonly started: readonly (string | null)[]
  /** Campaigns with staged items, of a run or released by one. */
  readonly staged: ReadonlySet<string | null>
  /** Lets stopped runs end. */
  releaseStopped(): void
  readonly store: StoreWriter
}

/** An engine controlled by the test, with the part of a store that a queue uses. */
export function fakeEngine({ endsAtOnce = true } = {}): FakeEngine {
  const active = new Set<FakeRun>()
  const started: (string | null)[] = []
  const staged = new Set<string | null>()
  let pendingStops: (() => void)[] = []

  const startRun = (campaignId: string | null, run: JobRun): Promise<null> => {
    if ([...active].some((other) => other.campaignId === campaignId))
      throw new Error(`Two runs at a time of ${String(campaignId)}`)
    const { promise, resolve, reject } = Promise.withResolvers<null>()
    started.push(campaignId)
    staged.add(campaignId)
    const end = (settle: () => void, keepsStaged: boolean): void => {
      if (!active.delete(fake)) return
      if (!keepsStaged) staged.delete(campaignId)
      settle()
    }
    const fake: FakeRun = {
      campaignId,
      mode: run.mode,
      signal: run.signal,
      report: run.report,
      complete: () => {
        end(() => resolve(null), false)
      },
      incomplete: () => {
        end(() => {
          // An incomplete result, as the engine returns it.
          resolve(new AppError('downloadIncomplete').toFault() as unknown as null)
        }, false)
      },
      fail: (code, requestedWait) => {
        const error = new AppError(code, { params: { requestedWait } })
        end(() => reject(error), shouldKeepStaging(run.signal, error))
      },
    }
    active.add(fake)
    const onAbort = (): void => {
      const endStopped = (): void => fake.fail('cancelled')
      if (endsAtOnce) queueMicrotask(endStopped)
      else pendingStops.push(endStopped)
    }
    if (run.signal.aborted) onAbort()
    else run.signal.addEventListener('abort', onAbort, { once: true })
    return promise
  }

  /** Campaigns by the ids of their downloads. */
  const downloadCampaigns: (string | null)[] = []
  const refuse = (): never => {
    throw new Error('A queue does not call this')
  }
  return {
    get active() {
      return [...active]
    },
    started,
    staged,
    releaseStopped() {
      const stops = pendingStops
      pendingStops = []
      for (const endStopped of stops) endStopped()
    },
    downloadCampaign: startRun,
    discover: (run) => startRun(null, run),
    store: {
      beginDownload: (campaignId) => {
        staged.add(campaignId)
        return Promise.resolve({
          downloadId: downloadCampaigns.push(campaignId) - 1,
          journal: [],
          record: null,
          discovered: null,
          completeSnapshot: null,
        })
      },
      abandonDownload: (downloadId) => {
        staged.delete(downloadCampaigns[downloadId] ?? null)
        return Promise.resolve()
      },
      finishDiscovery: refuse,
      stageDiscovered: refuse,
      beginPass: refuse,
      releaseDownload: refuse,
      listUnfinished: refuse,
      stagePage: refuse,
      stageRecord: refuse,
      commitDownload: refuse,
      addCampaigns: refuse,
      storeRecords: refuse,
      setRecordState: refuse,
      removeCampaigns: refuse,
      markSeen: refuse,
      markUnseen: refuse,
      storeFindings: refuse,
      recordUses: refuse,
    },
  }
}

export interface FakeNetwork extends Network {
  set(state: Partial<NetworkState>): void
}

/** A network controlled by the test. */
export function fakeNetwork(initial: Partial<NetworkState> = {}): FakeNetwork {
  const listeners = new Set<() => void>()
  let state: NetworkState = { online: true, metered: false, ...initial }
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
    set(changes) {
      state = { ...state, ...changes }
      for (const listener of listeners) listener()
    },
  }
}
