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
/** Runs that have ended and are still told of. */
const MAX_ENDED_RUNS = 50

export interface PictureRunsContext {
  readonly connectionId: string
  /** Left out: runs wait for no network, and fail when there is none. */
  readonly network?: Network | undefined
  /** Fetches what is missing; null: nothing is wanted. */
  readonly work: (
    campaignId: string,
    signal: AbortSignal,
    tell: (here: number, total: number) => void,
  ) => Promise<PictureCounts | null>
  readonly onProgress: (run: PictureRun) => void
  /** What is still to come may have changed. */
  readonly onQueue?: (() => void) | undefined
  readonly onUnexpected?: ((error: unknown) => string) | undefined
}

interface Run {
  snapshot: PictureRun
  /** Stops the work; null while there is none. */
  abort: AbortController | null
  cancelled: boolean
  /** The person has paused it. */
  held: boolean
}

/** The picture runs of one connection: one at a time, a campaign at most once. */
export interface PictureRuns {
  /** One that is under way for the campaign is given back as it is; the person makes it their own. */
  start(campaignId: string, campaignName: string | null, origin: DownloadOrigin): PictureRun
  /** Holds a run (null: every one) until it is let go on; what it has fetched is kept. */
  pause(jobId: string | null): void
  /** Lets a run (null: every one) go on, now as one that the person asks for. */
  resume(jobId: string | null): void
  /** Those that are still to come, for the next run of the application. */
  unfinished(): readonly StoredDownload[]
  /** Queues what an earlier run of the application has left; held ones stay so. */
  restore(left: readonly StoredDownload[]): void
  /** Ends a run; what it has fetched is kept. */
  cancel(jobId: string): void
  /** Ends the runs of these campaigns. */
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

  /** Stops what must not run, and begins what is next. */
  function settle(): void {
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
    // Later, so that the caller has the run before its first news.
    running = Promise.resolve()
      .then(() => (next.snapshot.state === 'waiting' && !closing ? work(next) : undefined))
      .finally(() => {
        running = null
        settle()
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
    // Paused by settle; or the network comes and goes faster than that.
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

  const unsubscribe = network?.subscribe(settle)

  return {
    start(campaignId, campaignName, origin) {
      if (closing) throw new AppError('shuttingDown')
      const pending = runs.find((run) => run.snapshot.campaignId === campaignId && isPending(run))
      if (pending !== undefined && !pending.cancelled) {
        if (origin === 'person') {
          pending.held = false
          change(pending, { origin })
        }
        settle()
        return pending.snapshot
      }
      const snapshot = newRun(context.connectionId, campaignId, campaignName, origin)
      const run: Run = { snapshot, abort: null, cancelled: false, held: false }
      add(run)
      settle()
      return run.snapshot
    },
    pause(jobId) {
      for (const run of pendingWith(jobId)) run.held = true
      settle()
    },
    resume(jobId) {
      for (const run of pendingWith(jobId)) {
        run.held = false
        change(run, { origin: 'person' })
      }
      settle()
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
      settle()
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
