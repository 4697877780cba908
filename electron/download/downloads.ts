import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob, DownloadOrigin, PauseReason } from '../contract/jobs.ts'
import { discover } from './discover.ts'
import { downloadCampaign } from './download-campaign.ts'
import { Job } from './job.ts'
import { Queue } from './queue.ts'
import { isResumable, Released } from './released.ts'
import { runJob } from './run-job.ts'
import type { DownloadContext, Downloads, Engine, KeptDownload, StartOptions } from './types.ts'
import { isOutage, MAX_WAITS_FOR_SERVICE, isConnectivityError, pauseMs } from './outages.ts'

/** Campaigns side by side; each keeps several pages in flight, and the connection's gate limits them together. */
const DEFAULT_JOBS_AT_A_TIME = 3

const ENGINE: Engine = { downloadCampaign, discover }

/**
 * The downloads of one connection. Every operation changes what is wanted of a job and then lets the queue settle:
 * what must not run is stopped, what may run goes on, and what is next is begun.
 */
export function createDownloads(context: DownloadContext, engine: Engine = ENGINE): Downloads {
  const { network, store, jobsAtATime = DEFAULT_JOBS_AT_A_TIME } = context
  const queue = new Queue()
  const running = new Set<Promise<void>>()
  /** Removals of what cancelled downloads had staged, by campaign; a new run of it waits for its end. */
  const discarding = new Map<string | null, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let closing = false
  /** Resolves when what was added last is kept. */
  let kept: Promise<void> = Promise.resolve()

  const announce = (job: Job): void => {
    context.onProgress(job.snapshot)
  }

  function reasonToPause({ held, waitsFor, snapshot }: Job): PauseReason | null {
    if (snapshot.deletions !== null) return 'decision'
    if (held) return 'person'
    if (network === undefined) return null
    if (!network.state.online) return 'offline'
    if (waitsFor !== null) return waitsFor
    return network.state.metered && snapshot.origin !== 'person' ? 'metered' : null
  }

  /** Stops what must not run and lets the rest wait for its turn; then begins what is next. */
  function settle(): void {
    if (closing) return
    for (const job of queue.pending) {
      if (job.cancelled) continue
      const reason = reasonToPause(job)
      const { state, pausedBy } = job.snapshot
      if (reason === null) {
        if (state === 'paused') job.stand('waiting')
      } else {
        if (job.run?.signal.aborted === false) job.run.abort(new Released())
        job.stand('paused', reason)
      }
      if (state !== job.snapshot.state || pausedBy !== job.snapshot.pausedBy) announce(job)
    }
    context.onQueue?.()
    // Later, so that the caller has a job before its first news.
    queueMicrotask(startWaiting)
  }

  function startWaiting(): void {
    if (closing) return
    for (const job of queue.pending) {
      if (running.size >= jobsAtATime) return
      if (job.snapshot.state !== 'waiting' || isOnItsWayOut(job.snapshot.campaignId)) continue
      const work = run(job).finally(() => {
        running.delete(work)
        settle()
      })
      running.add(work)
    }
  }

  /** Whether a run for that campaign, paused or cancelled, has still to end. */
  const isOnItsWayOut = (campaignId: string | null): boolean =>
    queue.all.some((job) => job.isFor(campaignId) && job.run !== null)

  async function run(job: Job): Promise<void> {
    const abort = new AbortController()
    const itemsBefore = job.snapshot.items
    job.run = abort
    job.begin()
    announce(job)
    await Promise.all([kept, discarding.get(job.snapshot.campaignId)])
    const outcome = await runJob(job, { context, engine, signal: abort.signal })
    job.run = null
    if (job.snapshot.items > itemsBefore) job.waits = 0

    if (outcome.completed) {
      finish(job, outcome.shortfall === null ? 'done' : 'incomplete', outcome.shortfall)
    } else if (job.cancelled) {
      if (abort.signal.reason instanceof Released) await discard(job)
      finish(job, 'cancelled', new AppError('cancelled').toFault())
    } else if (job.snapshot.deletions !== null) {
      waitForDecision(job)
    } else if (abort.signal.aborted) {
      // Paused, or waiting again already: as it was put when it was stopped.
    } else {
      const reason = obstacle(job, outcome.fault)
      if (reason !== null) waitFor(reason, job)
      else finish(job, outcome.fault.code === 'cancelled' ? 'cancelled' : 'failed', outcome.fault)
    }
  }

  /** For whoever waits for its end, there is nothing to wait for until a person has decided. */
  function waitForDecision(job: Job): void {
    job.stand('paused', 'decision')
    announce(job)
    job.settle()
  }

  /** Returns what the job has to wait for before it can continue; null when waiting does not help. */
  function obstacle(job: Job, fault: Fault): 'offline' | 'unreachable' | null {
    if (network === undefined) return null
    const { items, origin } = job.snapshot
    if (isConnectivityError(fault)) {
      if (!network.check()) return 'offline'
      // The system reports a network. If no request succeeded so far, the address is more likely wrong.
      if (fault.code === 'offline') return items > 0 || origin !== 'person' ? 'offline' : null
    }
    return items > 0 && job.waits < MAX_WAITS_FOR_SERVICE && isOutage(fault) ? 'unreachable' : null
  }

  function waitFor(reason: 'offline' | 'unreachable', job: Job): void {
    job.waitsFor = reason
    const timer = setTimeout(() => {
      timers.delete(timer)
      job.waitsFor = null
      settle()
    }, pauseMs(job.waits))
    timers.add(timer)
    timer.unref()
    job.waits += 1
  }

  function finish(
    job: Job,
    state: 'done' | 'incomplete' | 'failed' | 'cancelled',
    error: Fault | null,
  ): void {
    job.end(state, error)
    if (state !== 'cancelled' && error?.code !== 'serviceUnauthorized') downloadFound(job)
    announce(job)
    queue.trim()
  }

  /** Queues what a discovery has found. */
  function downloadFound({ thenDownload, found, snapshot }: Job): void {
    if (thenDownload === null) return
    // Also while the queue closes: the next run continues with them.
    for (const id of found.keys()) enqueue(id, { mode: thenDownload, origin: snapshot.origin, names: found })
    addedSome()
  }

  function addedSome(): void {
    kept = context.onAdded?.() ?? kept
  }

  /** Removes what runs of this job have left staged: one that begins afresh clears it away, and is abandoned. */
  async function discard(job: Job): Promise<void> {
    const { campaignId } = job.snapshot
    const removal = (async () => {
      const kind = campaignId === null ? 'discovery' : 'full'
      const { downloadId } = await store.beginDownload(campaignId, kind, { fresh: true })
      await store.abandonDownload(downloadId)
      // What cannot be removed now is removed when it is too old.
    })().catch(() => undefined)
    discarding.set(campaignId, removal)
    await removal
    if (discarding.get(campaignId) === removal) discarding.delete(campaignId)
  }

  function cancel(job: Job): void {
    if (!job.isPending || job.cancelled) return
    if (job.run === null) {
      const begun = job.begun
      finish(job, 'cancelled', new AppError('cancelled').toFault())
      if (begun) void discard(job)
      return
    }
    job.cancelled = true
    if (!job.run.signal.aborted) job.run.abort()
  }

  function add(campaignId: string | null, options: StartOptions): Job {
    if (closing) throw new AppError('shuttingDown')
    return enqueue(campaignId, options)
  }

  function enqueue(campaignId: string | null, options: StartOptions): Job {
    const { mode = 'full', origin = 'person', names } = options
    const latest = queue.latestFor(campaignId)
    if (latest?.isPending === true && !latest.cancelled) {
      askAgain(latest, options)
      return latest
    }
    const campaignName = campaignId === null ? null : (names?.get(campaignId) ?? null)
    const { connectionId } = context
    const job = new Job({ connectionId, campaignId, campaignName, mode, origin }, false)
    queue.add(job)
    announce(job)
    return job
  }

  /** A download that is under way, and is asked for once more. */
  function askAgain(job: Job, { mode = 'full', origin = 'person' }: StartOptions): void {
    if (origin !== 'person') return
    takeOver(job)
    if (mode === 'full' && job.snapshot.mode === 'recent' && !job.begun) job.change({ mode })
  }

  /** The person wants it now, whoever asked for it before. */
  function takeOver(job: Job): void {
    job.held = false
    job.waitsFor = null
    job.change({ origin: 'person' })
  }

  const isKept = (job: Job): boolean =>
    job.isPending ? !job.cancelled : context.keepsUnsuccessful === true && isResumable(job.snapshot)

  const retryable = (job: Job): boolean =>
    (job.snapshot.state === 'failed' || job.snapshot.state === 'incomplete') &&
    queue.latestFor(job.snapshot.campaignId) === job

  function retry(job: Job, origin: DownloadOrigin): Job {
    if (closing) throw new AppError('shuttingDown')
    const latest = queue.latestFor(job.snapshot.campaignId)
    if (latest?.isPending === true) return latest
    job.again(origin)
    queue.readd(job)
    announce(job)
    return job
  }

  function restore(item: KeptDownload): Job {
    const { connectionId } = context
    const latest = queue.latestFor(item.campaignId)
    if (latest?.isPending === true) {
      latest.thenDownload ??= item.thenDownload ?? null
      return latest
    }
    // It failed before, in this run of the application; what has been mended since may let it go on.
    if (latest?.snapshot.state === 'failed') return retry(latest, 'resumed')
    const free = item.jobId === undefined || queue.get(item.jobId) === undefined
    const jobId = free ? item.jobId : undefined
    const deletions = context.acceptsDeletions === true ? null : item.deletions
    const job = new Job({ ...item, deletions, jobId, connectionId, origin: 'resumed' }, true)
    job.held = item.held
    queue.add(job)
    if (job.snapshot.deletions === null) announce(job)
    else waitForDecision(job)
    return job
  }

  /** The snapshots of jobs after the queue has settled. */
  function settled(jobs: readonly Job[]): readonly DownloadJob[] {
    addedSome()
    settle()
    return jobs.map(({ snapshot }) => snapshot)
  }

  /** Does something with one job, or with all that it can be done with. */
  function each(jobId: string | null, jobs: readonly Job[], act: (job: Job) => void): void {
    const one = jobId === null ? undefined : queue.get(jobId)
    for (const job of jobId === null ? jobs : one === undefined ? [] : [one]) act(job)
    settle()
  }

  const unsubscribe = network?.subscribe(() => {
    for (const job of queue.pending) job.waitsFor = null
    settle()
  })

  return {
    start: (campaignIds, options = {}) => settled([...new Set(campaignIds)].map((id) => add(id, options))),
    discover({ thenDownload } = {}) {
      const job = add(null, {})
      job.thenDownload = thenDownload ?? job.thenDownload
      addedSome()
      settle()
      return job.snapshot
    },
    restore: (items) => {
      if (closing) throw new AppError('shuttingDown')
      return settled(items.map(restore))
    },
    restoreFailed(failed) {
      for (const { state, endedAt, error, startedAt, ...seed } of failed) {
        if (queue.get(seed.jobId) !== undefined || queue.latestFor(seed.campaignId) !== undefined) continue
        const job = new Job({ ...seed, connectionId: context.connectionId, origin: 'person' }, true)
        job.end(state, error)
        job.change({ startedAt, endedAt })
        queue.add(job)
      }
    },
    dismiss(jobIds) {
      queue.remove(new Set(jobIds))
    },
    pause(jobId) {
      each(jobId, queue.pending, (job) => {
        if (job.isPending && !job.cancelled) job.held = true
      })
    },
    resume(jobId) {
      each(jobId, queue.pending, (job) => {
        if (job.snapshot.state === 'paused') takeOver(job)
      })
    },
    move(jobId, before) {
      const job = queue.get(jobId)
      const next = before === null ? null : queue.get(before)
      if (job === undefined || next === undefined) return
      queue.move(job, next)
      settle()
    },
    retry(jobId) {
      const one = jobId === null ? undefined : queue.get(jobId)
      if (jobId === null) return settled(queue.all.filter(retryable).map((job) => retry(job, 'person')))
      if (one === undefined) throw new AppError('notFound')
      const mayBeRetried = !one.isPending && one.snapshot.state !== 'done'
      return settled(mayBeRetried ? [retry(one, 'person')] : [one])
    },
    decide(jobId, accept) {
      each(jobId, [], (job) => {
        if (job.snapshot.deletions === null || !job.isPending) return
        if (!accept) {
          cancel(job)
          return
        }
        job.acceptDeletions()
        takeOver(job)
      })
    },
    cancel(jobId) {
      each(jobId, [], cancel)
    },
    list: () => queue.all.map(({ snapshot }) => snapshot),
    kept: () => queue.all.filter(isKept).map(keptForm),
    finished(jobId) {
      const job = queue.get(jobId)
      return job === undefined ? Promise.reject(new AppError('notFound')) : job.ended
    },
    async close() {
      if (!closing) {
        closing = true
        unsubscribe?.()
        for (const timer of timers) clearTimeout(timer)
        for (const job of queue.pending) {
          if (job.run?.signal.aborted === false) job.run.abort(new Released())
        }
      }
      await Promise.all([...running, ...discarding.values()])
      for (const job of queue.pending) {
        if (job.snapshot.state === 'running') job.stand('waiting')
        announce(job)
        job.settle()
      }
    },
  }
}

function keptForm({ held, thenDownload, acceptedDeletions, snapshot }: Job): KeptDownload {
  const { jobId, campaignId, campaignName, mode, deletions } = snapshot
  return { jobId, campaignId, campaignName, mode, held, thenDownload, deletions, acceptedDeletions }
}
