import { randomUUID } from 'node:crypto'
import { AppError, toFault } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadOrigin, JobState, PauseReason } from '../contract/jobs.ts'
import type { PictureRun } from '../contract/pictures.ts'
import { createThrottle } from '../download/throttle.ts'
import type { StoredDownload, Network } from '../download/types.ts'
import { isConnectivityError } from '../download/outages.ts'
import type { PictureCounts } from './types.ts'

const PROGRESS_INTERVAL_MS = 200
/** Ended runs that stay in the list. */
const MAX_ENDED_RUNS = 50

export interface PictureRunsContext {
  readonly connectionId: string
  /** Without it, runs do not wait for a network. */
  readonly network?: Network | undefined
  /** Fetches missing pictures; returns null if none are needed. */
  readonly work: (
    campaignId: string,
    signal: AbortSignal,
    tell: (here: number, total: number) => void,
  ) => Promise<PictureCounts | null>
  readonly onProgress: (run: PictureRun) => void
  /** Called when the unfinished runs may have changed. */
  readonly onQueue?: (() => void) | undefined
  readonly onUnexpected?: ((error: unknown) => string) | undefined
}

interface Run {
  snapshot: PictureRun
  /** Null while it does not run. */
  abort: AbortController | null
  cancelled: boolean
  /** The person has paused it. */
  held: boolean
}

/** The queue of picture runs of one connection: one at a time, at most one for each campaign. */
export interface PictureRuns {
  /** Returns a pending run of the campaign instead of a new one; a request of the person resumes it. */
  start(campaignId: string, campaignName: string | null, origin: DownloadOrigin): PictureRun
  /** Pauses a run (null: all); fetched pictures are kept. */
  pause(jobId: string | null): void
  /** Resumes a run (null: all) on behalf of the person. */
  resume(jobId: string | null): void
  /** Returns the unfinished runs, to be stored. */
  unfinished(): readonly StoredDownload[]
  /** Queues the unfinished runs of an earlier process; paused ones stay paused. */
  restore(left: readonly StoredDownload[]): void
  /** Cancels a run; fetched pictures are kept. */
  cancel(jobId: string): void
  /** Cancels the runs of these campaigns. */
  cancelFor(campaignIds: ReadonlySet<string>): void
  list(): readonly PictureRun[]
  readonly isBusy: boolean
  close(): Promise<void>
}

const isPending = ({ snapshot: { state } }: Run): boolean =>
  state === 'waiting' || state === 'running' || state === 'paused'

export function createPictureRuns(context: PictureRunsContext): PictureRuns {
  const { network } = context
  let runs: readonly Run[] = []
  let running: Promise<void> | null = null
  let closing = false

  function change(run: Run, changes: Partial<PictureRun>): void {
    run.snapshot = { ...run.snapshot, ...changes }
    context.onProgress(run.snapshot)
    context.onQueue?.()
  }

  function add(run: Run): void {
    const ended = runs.filter((known) => !isPending(known))
    runs = [
      ...runs.filter((known) => isPending(known) || ended.indexOf(known) >= ended.length - MAX_ENDED_RUNS),
      run,
    ]
    change(run, {})
  }

  const pendingWith = (jobId: string | null): readonly Run[] =>
    runs.filter((run) => isPending(run) && (jobId === null || run.snapshot.jobId === jobId))

  function reasonToPause({ snapshot, held }: Run): PauseReason | null {
    if (held) return 'person'
    if (network === undefined) return null
    if (!network.state.online) return 'offline'
    return network.state.metered && snapshot.origin !== 'person' ? 'metered' : null
  }

  /** Stops runs that must not run, and starts the next one. */
  function reconcile(): void {
    if (closing) return
    for (const run of runs.filter(isPending)) {
      const reason = reasonToPause(run)
      if (reason !== null) run.abort?.abort()
      const state: JobState = reason !== null ? 'paused' : run.abort === null ? 'waiting' : 'running'
      if (state !== run.snapshot.state || reason !== run.snapshot.pausedBy)
        change(run, { state, pausedBy: reason })
    }
    const next = runs.find(({ snapshot }) => snapshot.state === 'waiting')
    if (running !== null || next === undefined) return
    // Deferred, so that the caller receives the run before its first update.
    running = Promise.resolve()
      .then(() => (next.snapshot.state === 'waiting' && !closing ? work(next) : undefined))
      .finally(() => {
        running = null
        reconcile()
      })
  }

  async function work(run: Run): Promise<void> {
    const abort = new AbortController()
    run.abort = abort
    change(run, { state: 'running', pausedBy: null })
    const progress = createThrottle(() => {
      if (!abort.signal.aborted) context.onProgress(run.snapshot)
    }, PROGRESS_INTERVAL_MS)
    try {
      const counts = await context.work(run.snapshot.campaignId, abort.signal, (here, total) => {
        run.snapshot = { ...run.snapshot, pictures: here, totalPictures: total }
        progress.schedule()
      })
      progress.cancel()
      end(run, counts)
    } catch (error) {
      progress.cancel()
      fail(run, error, abort.signal)
    } finally {
      run.abort = null
    }
  }

  function end(run: Run, counts: PictureCounts | null): void {
    const { here = 0, total = 0, missing = [] } = counts ?? {}
    const state = missing.length === 0 ? 'done' : 'incomplete'
    change(run, { state, pictures: here, totalPictures: total, missing })
  }

  function fail(run: Run, error: unknown, signal: AbortSignal): void {
    if (run.cancelled) change(run, { state: 'cancelled', pausedBy: null })
    // Stopped by `reconcile`; the reason may have ended since.
    else if (signal.aborted || closing)
      change(run, { state: reasonToPause(run) === null ? 'waiting' : 'paused', pausedBy: reasonToPause(run) })
    else {
      const fault = faultOf(error)
      if (isConnectivityError(fault) && network?.check() === false)
        change(run, { state: 'paused', pausedBy: 'offline' })
      else change(run, { state: 'failed', error: fault })
    }
  }

  function faultOf(error: unknown): Fault {
    return error instanceof AppError ? error.toFault() : toFault(error, context.onUnexpected?.(error))
  }

  function cancel(run: Run): void {
    if (!isPending(run) || run.cancelled) return
    run.cancelled = true
    if (run.abort === null) change(run, { state: 'cancelled', pausedBy: null })
    else run.abort.abort()
  }

  const unsubscribe = network?.subscribe(reconcile)

  return {
    start(campaignId, campaignName, origin) {
      if (closing) throw new AppError('shuttingDown')
      const pending = runs.find((run) => run.snapshot.campaignId === campaignId && isPending(run))
      if (pending !== undefined && !pending.cancelled) {
        if (origin === 'person') {
          pending.held = false
          change(pending, { origin })
        }
        reconcile()
        return pending.snapshot
      }
      const snapshot = newRun(context.connectionId, campaignId, campaignName, origin)
      const run: Run = { snapshot, abort: null, cancelled: false, held: false }
      add(run)
      reconcile()
      return run.snapshot
    },
    pause(jobId) {
      for (const run of pendingWith(jobId)) run.held = true
      reconcile()
    },
    resume(jobId) {
      for (const run of pendingWith(jobId)) {
        run.held = false
        change(run, { origin: 'person' })
      }
      reconcile()
    },
    unfinished: () =>
      runs.filter(isPending).map(({ snapshot: { jobId, campaignId, campaignName }, held }) => ({
        jobId,
        campaignId,
        campaignName,
        mode: 'full',
        held,
      })),
    restore(left) {
      const known = new Set(runs.filter(isPending).map(({ snapshot }) => snapshot.campaignId))
      for (const { campaignId, campaignName, held } of left) {
        if (campaignId === null || known.has(campaignId)) continue
        const snapshot = newRun(context.connectionId, campaignId, campaignName, 'resumed')
        add({ snapshot, abort: null, cancelled: false, held })
      }
      reconcile()
    },
    cancel(jobId) {
      const run = runs.find(({ snapshot }) => snapshot.jobId === jobId)
      if (run !== undefined) cancel(run)
    },
    cancelFor(campaignIds) {
      for (const run of runs) if (campaignIds.has(run.snapshot.campaignId)) cancel(run)
    },
    list: () => runs.map(({ snapshot }) => snapshot),
    get isBusy() {
      return runs.some(isPending)
    },
    async close() {
      closing = true
      unsubscribe?.()
      for (const run of runs) run.abort?.abort()
      await running
    },
  }
}

function newRun(
  connectionId: string,
  campaignId: string,
  campaignName: string | null,
  origin: DownloadOrigin,
): PictureRun {
  return {
    jobId: randomUUID(),
    connectionId,
    campaignId,
    campaignName,
    state: 'waiting',
    origin,
    pausedBy: null,
    pictures: 0,
    totalPictures: null,
    missing: [],
    error: null,
  }
}
