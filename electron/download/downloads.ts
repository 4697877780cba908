import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob, DownloadOrigin, PauseReason } from '../contract/jobs.ts'
import { discover } from './discover.ts'
import { downloadCampaign } from './download-campaign.ts'
import { Job } from './job.ts'
import { Queue } from './queue.ts'
import { isResumable, Suspended } from './suspended.ts'
import { runJob } from './run-job.ts'
import type { DownloadContext, Downloads, Engine, StoredDownload, StartOptions } from './types.ts'
import { isOutage, MAX_WAITS_FOR_SERVICE, isConnectivityError, outageWaitMs } from './outages.ts'

/** Each campaign requests several pages at a time; the limiter of the connection applies to all of them. */
const DEFAULT_CONCURRENT_JOBS = 3

const ENGINE: Engine = { downloadCampaign, discover }

/**
 * Creates the downloads of one connection. Each operation only changes the desired state of a job;
 * `reconcile` then stops jobs that must not run and starts the next ones.
 */
export function createDownloads(context: DownloadContext, engine: Engine = ENGINE): Downloads {
  const { network, store, concurrentJobs = DEFAULT_CONCURRENT_JOBS } = context
  const queue = new Queue()
  const running = new Set<Promise<void>>()
  /** Removals of staged rows of cancelled downloads, by campaign; a new run waits for them. */
  const discards = new Map<string | null, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let closing = false
  /** Resolves when the queue is stored with the latest additions. */
  let queueSaved: Promise<void> = Promise.resolve()

  const publish = (job: Job): void => {
    context.onProgress(job.snapshot)
  }

  function reasonToPause({ isPausedByPerson, waitReason, snapshot }: Job): PauseReason | null {
    if (snapshot.deletions !== null) return 'decision'
    if (isPausedByPerson) return 'person'
    if (network === undefined) return null
    if (!network.state.online) return 'offline'
    if (waitReason !== null) return waitReason
    return network.state.metered && snapshot.origin !== 'person' ? 'metered' : null
  }

  /** Stops jobs that must not run, lets the others wait, and starts the next ones. */
  function reconcile(): void {
    if (closing) return
    for (const job of queue.pending) {
      if (job.isCancelled) continue
      const reason = reasonToPause(job)
      const { state, pausedBy } = job.snapshot
      if (reason === null) {
        if (state === 'paused') job.setState('waiting')
      } else {
        if (job.abort?.signal.aborted === false) job.abort.abort(new Suspended())
        job.setState('paused', reason)
      }
      if (state !== job.snapshot.state || pausedBy !== job.snapshot.pausedBy) publish(job)
    }
    context.onQueue?.()
    // Deferred, so that the caller receives the job before its first update.
    queueMicrotask(startWaiting)
  }

  function startWaiting(): void {
    if (closing) return
    for (const job of queue.pending) {
      if (running.size >= concurrentJobs) return
      if (job.snapshot.state !== 'waiting' || isStopping(job.snapshot.campaignId)) continue
      const work = run(job).finally(() => {
        running.delete(work)
        reconcile()
      })
      running.add(work)
    }
  }

  /** Returns whether a run for a campaign is still stopping. */
  const isStopping = (campaignId: string | null): boolean =>
    queue.all.some((job) => job.snapshot.campaignId === campaignId && job.abort !== null)

  async function run(job: Job): Promise<void> {
    const abort = new AbortController()
    const itemsBefore = job.snapshot.items
    job.abort = abort
    job.start()
    publish(job)
    await Promise.all([queueSaved, discards.get(job.snapshot.campaignId)])
    const outcome = await runJob(job, { context, engine, signal: abort.signal })
    job.abort = null
    if (job.snapshot.items > itemsBefore) job.waitCount = 0

    if (outcome.completed) {
      finish(job, outcome.incompleteFault === null ? 'done' : 'incomplete', outcome.incompleteFault)
    } else if (job.isCancelled) {
      if (abort.signal.reason instanceof Suspended) await discard(job)
      finish(job, 'cancelled', new AppError('cancelled').toFault())
    } else if (job.snapshot.deletions !== null) {
      waitForDecision(job)
    } else if (abort.signal.aborted) {
      // `reconcile` has set the state when it stopped the run.
    } else {
      const reason = findWaitReason(job, outcome.fault)
      if (reason !== null) waitFor(reason, job)
      else finish(job, outcome.fault.code === 'cancelled' ? 'cancelled' : 'failed', outcome.fault)
    }
  }

  /** Pauses a job and resolves its completion, because only a person can decide how it continues. */
  function waitForDecision(job: Job): void {
    job.setState('paused', 'decision')
    publish(job)
    job.resolveCompletion()
  }

  /** Returns the reason to wait and retry; null if waiting does not help. */
  function findWaitReason(job: Job, fault: Fault): 'offline' | 'unreachable' | null {
    if (network === undefined) return null
    const { items, origin } = job.snapshot
    if (isConnectivityError(fault)) {
      if (!network.check()) return 'offline'
      // The system reports a network. If no request has succeeded, the address is probably wrong.
      if (fault.code === 'offline') return items > 0 || origin !== 'person' ? 'offline' : null
    }
    return items > 0 && job.waitCount < MAX_WAITS_FOR_SERVICE && isOutage(fault) ? 'unreachable' : null
  }

  function waitFor(reason: 'offline' | 'unreachable', job: Job): void {
    job.waitReason = reason
    const timer = setTimeout(() => {
      timers.delete(timer)
      job.waitReason = null
      reconcile()
    }, outageWaitMs(job.waitCount))
    timers.add(timer)
    timer.unref()
    job.waitCount += 1
  }

  function finish(
    job: Job,
    state: 'done' | 'incomplete' | 'failed' | 'cancelled',
    error: Fault | null,
  ): void {
    job.end(state, error)
    if (state !== 'cancelled' && error?.code !== 'serviceUnauthorized') queueFoundCampaigns(job)
    publish(job)
    queue.trim()
  }

  /** Queues the campaigns that a discovery has found. */
  function queueFoundCampaigns({ thenDownload, foundCampaigns, snapshot }: Job): void {
    if (thenDownload === null) return
    // Also while closing, because the next process continues with them.
    for (const id of foundCampaigns.keys())
      enqueue(id, { mode: thenDownload, origin: snapshot.origin, names: foundCampaigns })
    notifyAdded()
  }

  function notifyAdded(): void {
    queueSaved = context.onAdded?.() ?? queueSaved
  }

  /** Discards the staged rows of a job, by starting a fresh download and abandoning it. */
  async function discard(job: Job): Promise<void> {
    const { campaignId } = job.snapshot
    const removal = (async () => {
      const kind = campaignId === null ? 'discovery' : 'full'
      const { downloadId } = await store.beginDownload(campaignId, kind, { fresh: true })
      await store.abandonDownload(downloadId)
      // Rows that cannot be removed now expire later.
    })().catch(() => undefined)
    discards.set(campaignId, removal)
    await removal
    if (discards.get(campaignId) === removal) discards.delete(campaignId)
  }

  function cancel(job: Job): void {
    if (!job.isPending || job.isCancelled) return
    if (job.abort === null) {
      const hadStagedData = job.mayHaveStagedData
      finish(job, 'cancelled', new AppError('cancelled').toFault())
      if (hadStagedData) void discard(job)
      return
    }
    job.isCancelled = true
    if (!job.abort.signal.aborted) job.abort.abort()
  }

  function add(campaignId: string | null, options: StartOptions): Job {
    if (closing) throw new AppError('shuttingDown')
    return enqueue(campaignId, options)
  }

  function enqueue(campaignId: string | null, options: StartOptions): Job {
    const { mode = 'full', origin = 'person', names } = options
    const latest = queue.latestFor(campaignId)
    if (latest?.isPending === true && !latest.isCancelled) {
      mergeRequest(latest, options)
      return latest
    }
    const campaignName = campaignId === null ? null : (names?.get(campaignId) ?? null)
    const { connectionId } = context
    const job = new Job({ connectionId, campaignId, campaignName, mode, origin }, false)
    queue.add(job)
    publish(job)
    return job
  }

  /** Applies a repeated request to a pending job. */
  function mergeRequest(job: Job, { mode = 'full', origin = 'person' }: StartOptions): void {
    if (origin !== 'person') return
    resumeForPerson(job)
    if (mode === 'full' && job.snapshot.mode === 'recent' && !job.mayHaveStagedData) job.update({ mode })
  }

  /** Resumes a job on behalf of the person. */
  function resumeForPerson(job: Job): void {
    job.isPausedByPerson = false
    job.waitReason = null
    job.update({ origin: 'person' })
  }

  const isUnfinished = (job: Job): boolean =>
    job.isPending ? !job.isCancelled : context.storesUnsuccessful === true && isResumable(job.snapshot)

  const isRetryable = (job: Job): boolean =>
    (job.snapshot.state === 'failed' || job.snapshot.state === 'incomplete') &&
    queue.latestFor(job.snapshot.campaignId) === job

  function retry(job: Job, origin: DownloadOrigin): Job {
    if (closing) throw new AppError('shuttingDown')
    const latest = queue.latestFor(job.snapshot.campaignId)
    if (latest?.isPending === true) return latest
    job.requeue(origin)
    queue.requeue(job)
    publish(job)
    return job
  }

  function restore(item: StoredDownload): Job {
    const { connectionId } = context
    const latest = queue.latestFor(item.campaignId)
    if (latest?.isPending === true) {
      latest.thenDownload ??= item.thenDownload ?? null
      return latest
    }
    // It failed earlier in this process; the cause may have been fixed since.
    if (latest?.snapshot.state === 'failed') return retry(latest, 'resumed')
    const free = item.jobId === undefined || queue.get(item.jobId) === undefined
    const jobId = free ? item.jobId : undefined
    const deletions = context.acceptsDeletions === true ? null : item.deletions
    const job = new Job({ ...item, deletions, jobId, connectionId, origin: 'resumed' }, true)
    job.isPausedByPerson = item.held
    queue.add(job)
    if (job.snapshot.deletions === null) publish(job)
    else waitForDecision(job)
    return job
  }

  /** Reconciles the queue and returns the snapshots of jobs. */
  function reconcileAndList(jobs: readonly Job[]): readonly DownloadJob[] {
    notifyAdded()
    reconcile()
    return jobs.map(({ snapshot }) => snapshot)
  }

  /** Updates one job (null: all of `jobs`), then reconciles. */
  function updateJobs(jobId: string | null, jobs: readonly Job[], update: (job: Job) => void): void {
    const one = jobId === null ? undefined : queue.get(jobId)
    for (const job of jobId === null ? jobs : one === undefined ? [] : [one]) update(job)
    reconcile()
  }

  const unsubscribe = network?.subscribe(() => {
    for (const job of queue.pending) job.waitReason = null
    reconcile()
  })

  return {
    start: (campaignIds, options = {}) =>
      reconcileAndList([...new Set(campaignIds)].map((id) => add(id, options))),
    discover({ thenDownload } = {}) {
      const job = add(null, {})
      job.thenDownload = thenDownload ?? job.thenDownload
      notifyAdded()
      reconcile()
      return job.snapshot
    },
    restore: (items) => {
      if (closing) throw new AppError('shuttingDown')
      return reconcileAndList(items.map(restore))
    },
    restoreFailed(failed) {
      for (const { state, endedAt, error, startedAt, ...seed } of failed) {
        if (queue.get(seed.jobId) !== undefined || queue.latestFor(seed.campaignId) !== undefined) continue
        const job = new Job({ ...seed, connectionId: context.connectionId, origin: 'person' }, true)
        job.end(state, error)
        job.update({ startedAt, endedAt })
        queue.add(job)
      }
    },
    dismiss(jobIds) {
      queue.remove(new Set(jobIds))
    },
    pause(jobId) {
      updateJobs(jobId, queue.pending, (job) => {
        if (job.isPending && !job.isCancelled) job.isPausedByPerson = true
      })
    },
    resume(jobId) {
      updateJobs(jobId, queue.pending, (job) => {
        if (job.snapshot.state === 'paused') resumeForPerson(job)
      })
    },
    move(jobId, before) {
      const job = queue.get(jobId)
      const next = before === null ? null : queue.get(before)
      if (job === undefined || next === undefined) return
      queue.move(job, next)
      reconcile()
    },
    retry(jobId) {
      const one = jobId === null ? undefined : queue.get(jobId)
      if (jobId === null)
        return reconcileAndList(queue.all.filter(isRetryable).map((job) => retry(job, 'person')))
      if (one === undefined) throw new AppError('notFound')
      const mayBeRetried = !one.isPending && one.snapshot.state !== 'done'
      return reconcileAndList(mayBeRetried ? [retry(one, 'person')] : [one])
    },
    decide(jobId, accept) {
      updateJobs(jobId, [], (job) => {
        if (job.snapshot.deletions === null || !job.isPending) return
        if (!accept) {
          cancel(job)
          return
        }
        job.acceptDeletions()
        resumeForPerson(job)
      })
    },
    cancel(jobId) {
      updateJobs(jobId, [], cancel)
    },
    list: () => queue.all.map(({ snapshot }) => snapshot),
    unfinished: () => queue.all.filter(isUnfinished).map(toStoredDownload),
    waitForEnd(jobId) {
      const job = queue.get(jobId)
      return job === undefined ? Promise.reject(new AppError('notFound')) : job.completion
    },
    async close() {
      if (!closing) {
        closing = true
        unsubscribe?.()
        for (const timer of timers) clearTimeout(timer)
        for (const job of queue.pending) {
          if (job.abort?.signal.aborted === false) job.abort.abort(new Suspended())
        }
      }
      await Promise.all([...running, ...discards.values()])
      for (const job of queue.pending) {
        if (job.snapshot.state === 'running') job.setState('waiting')
        publish(job)
        job.resolveCompletion()
      }
    },
  }
}

function toStoredDownload({
  isPausedByPerson,
  thenDownload,
  acceptedDeletions,
  snapshot,
}: Job): StoredDownload {
  const { jobId, campaignId, campaignName, mode, deletions } = snapshot
  return {
    jobId,
    campaignId,
    campaignName,
    mode,
    held: isPausedByPerson,
    thenDownload,
    deletions,
    acceptedDeletions,
  }
}
