import { AppError, toFault } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { jobKey, type DownloadOrigin, type JobState, type PauseReason } from '../contract/jobs.ts'
import type { Job, JobSeed, WaitReason } from './job.ts'
import { JobList } from './job-list.ts'
import { outageWaitMs } from './connectivity.ts'
import { isResumable, Suspended } from './suspended.ts'
import { createThrottle } from './throttle.ts'
import type { StoredDownload } from './stored-downloads.ts'
import type { JobControls, JobSnapshot, Network, QueueContext } from './types.ts'

const PROGRESS_INTERVAL_MS = 100

/** How a run ended; a run that fails rejects instead. */
export interface RunOutcome {
  readonly state: 'done' | 'incomplete'
  readonly error: Fault | null
}

export interface JobQueueOptions<
  Snapshot extends JobSnapshot,
  J extends Job<Snapshot>,
> extends QueueContext<Snapshot> {
  readonly concurrentJobs: number
  readonly create: (seed: JobSeed) => J
  /**
   * Runs a job until it ends or the signal stops it, which has the reason `Suspended` if it continues later.
   * Call `publishSoon` when the snapshot has changed.
   */
  readonly run: (job: J, signal: AbortSignal, publishSoon: () => void) => Promise<RunOutcome>
  /** Returns the reason to wait and retry after a failure; null if waiting does not help. */
  readonly findWaitReason: (job: J, fault: Fault, network: Network) => WaitReason | null
  /** Returns whether a failure concerns every job, so that those that wait to start fail too. */
  readonly concernsAll?: (fault: Fault) => boolean
  /** Discards what the runs of a cancelled job have left. */
  readonly discard?: (job: J) => Promise<void>
  /** Called when a job has ended, before that is published. */
  readonly onEnd?: (job: J) => void
}

export interface JobQueue<Snapshot extends JobSnapshot, J extends Job<Snapshot>> {
  readonly controls: JobControls<Snapshot>
  readonly jobs: JobList<Snapshot, J>
  /** Returns the pending job about the same, which a request of the person resumes, or adds a new one. */
  request(seed: JobSeed): J
  /** Starts what can start after jobs were added, and returns their snapshots. */
  announce(added: readonly J[]): readonly Snapshot[]
  /** Stops jobs that must not run, lets the others wait, and starts the next ones. */
  reconcile(): void
  cancel(job: J): void
  throwIfClosing(): void
}

/**
 * Creates a queue. Each operation only changes the desired state of a job; `reconcile` then stops jobs that
 * must not run and starts the next ones.
 */
export function createJobQueue<Snapshot extends JobSnapshot, J extends Job<Snapshot>>(
  options: JobQueueOptions<Snapshot, J>,
): JobQueue<Snapshot, J> {
  const { network } = options
  const jobs = new JobList<Snapshot, J>()
  const running = new Set<Promise<void>>()
  /** The timers of the jobs that wait and retry. */
  const waits = new Map<J, NodeJS.Timeout>()
  let isClosing = false
  /** Resolves when the queue is stored with the latest additions. */
  let saved: Promise<void> = Promise.resolve()

  const publish = (job: J): void => options.onProgress(job.snapshot)

  function throwIfClosing(): void {
    if (isClosing) throw new AppError('shuttingDown')
  }

  function reasonToPause(job: J): PauseReason | null {
    if (job.needsDecision()) return 'decision'
    if (job.isPausedByPerson) return 'person'
    if (network === undefined) return null
    if (!network.state.online) return 'offline'
    if (job.waitReason !== null) return job.waitReason
    return network.state.metered && job.snapshot.origin !== 'person' ? 'metered' : null
  }

  function reconcile(): void {
    if (isClosing) return
    for (const job of jobs.pending) {
      if (job.isCancelled) continue
      const reason = reasonToPause(job)
      const { state, pausedBy } = job.snapshot
      if (reason === null) {
        if (state === 'paused') job.setState('waiting')
      } else {
        suspend(job)
        job.setState('paused', reason)
      }
      if (state !== job.snapshot.state || pausedBy !== job.snapshot.pausedBy) publish(job)
    }
    options.onQueue?.()
    // Deferred, so that the caller receives the job before its first update.
    queueMicrotask(startWaiting)
  }

  function suspend({ abort }: J): void {
    if (abort?.signal.aborted === false) abort.abort(new Suspended())
  }

  function startWaiting(): void {
    if (isClosing) return
    for (const job of jobs.pending) {
      if (running.size >= options.concurrentJobs) return
      if (job.snapshot.state !== 'waiting' || job.isCancelled || isStopping(jobKey(job.snapshot))) continue
      const work = run(job).finally(() => {
        running.delete(work)
        reconcile()
      })
      running.add(work)
    }
  }

  /** Returns whether a run of a job with this key is still stopping. */
  const isStopping = (key: string): boolean =>
    jobs.all.some((job) => job.abort !== null && jobKey(job.snapshot) === key)

  async function run(job: J): Promise<void> {
    const abort = new AbortController()
    const { signal } = abort
    job.abort = abort
    job.setState('running')
    publish(job)
    await saved
    const progress = createThrottle(() => {
      if (!signal.aborted) publish(job)
    }, PROGRESS_INTERVAL_MS)
    const outcome = await options
      .run(job, signal, progress.schedule)
      .catch((failure: unknown) => ({ state: 'failed' as const, error: faultOf(failure) }))
    progress.cancel()
    job.abort = null

    if (outcome.state !== 'failed') {
      finish(job, outcome.state, outcome.error)
    } else if (job.isCancelled) {
      if (signal.reason instanceof Suspended) await options.discard?.(job)
      finish(job, 'cancelled', null)
    } else if (job.needsDecision()) {
      waitForDecision(job)
    } else if (!signal.aborted) {
      const reason = network === undefined ? null : options.findWaitReason(job, outcome.error, network)
      if (reason !== null) waitAndRetry(reason, job)
      else {
        finish(job, outcome.error.code === 'cancelled' ? 'cancelled' : 'failed', outcome.error)
        if (options.concernsAll?.(outcome.error) === true) failWaiting(outcome.error)
      }
    }
  }

  function failWaiting(fault: Fault): void {
    for (const job of jobs.pending) {
      // The end of a job may have closed the queue, whose jobs continue later.
      if (isClosing) return
      const hasNotStarted = job.snapshot.state === 'waiting' && job.abort === null
      if (hasNotStarted && !job.isCancelled) finish(job, 'failed', fault)
    }
  }

  function faultOf(failure: unknown): Fault {
    const fault = toFault(failure)
    if (fault.code !== 'internal') return fault
    const logged = toFault(new Error('unexpected', { cause: failure }), options.onUnexpected?.(failure))
    return fault.detail === undefined ? logged : { ...logged, detail: fault.detail }
  }

  /** Pauses a job and resolves its completion, because only a person can decide how it continues. */
  function waitForDecision(job: J): void {
    job.setState('paused', 'decision')
    publish(job)
    job.resolveCompletion()
  }

  function waitAndRetry(reason: WaitReason, job: J): void {
    clearTimeout(waits.get(job))
    job.waitReason = reason
    const timer = setTimeout(() => {
      waits.delete(job)
      job.waitReason = null
      reconcile()
    }, outageWaitMs(job.waitCount))
    waits.set(job, timer)
    timer.unref()
    job.waitCount += 1
  }

  function endWaits(): void {
    for (const timer of waits.values()) clearTimeout(timer)
    waits.clear()
    for (const job of jobs.pending) job.waitReason = null
    reconcile()
  }

  function finish(job: J, state: JobState, error: Fault | null): void {
    job.end(state, error)
    options.onEnd?.(job)
    publish(job)
    jobs.trim()
  }

  function cancel(job: J): void {
    if (!job.isPending || job.isCancelled) return
    if (job.abort === null) {
      finish(job, 'cancelled', null)
      void options.discard?.(job)
      return
    }
    job.isCancelled = true
    if (!job.abort.signal.aborted) job.abort.abort()
  }

  function add(seed: JobSeed): J {
    const job = options.create(seed)
    jobs.add(job)
    if (job.needsDecision()) waitForDecision(job)
    else publish(job)
    return job
  }

  function request(seed: JobSeed): J {
    const latest = jobs.latestFor(seed)
    if (latest?.isPending !== true || latest.isCancelled) return add(seed)
    if (seed.origin === 'person') latest.resumeForPerson()
    latest.merge(seed)
    return latest
  }

  const isRetryable = (job: J): boolean =>
    (job.snapshot.state === 'failed' || job.snapshot.state === 'incomplete') &&
    jobs.latestFor(job.snapshot) === job

  function retry(job: J, origin: DownloadOrigin): J {
    throwIfClosing()
    const latest = jobs.latestFor(job.snapshot)
    if (latest?.isPending === true) return latest
    job.requeue(origin)
    jobs.requeue(job)
    publish(job)
    return job
  }

  function restore({ held, ...storedItem }: StoredDownload): J {
    const seed: JobSeed = { ...storedItem, origin: 'resumed' }
    const latest = jobs.latestFor(storedItem)
    if (latest?.isPending === true) {
      latest.merge(seed)
      return latest
    }
    // It failed earlier in this process; the cause may have been fixed since.
    if (latest?.snapshot.state === 'failed') return retry(latest, 'resumed')
    const isFree = storedItem.jobId === undefined || jobs.get(storedItem.jobId) === undefined
    const { jobId: _, ...withoutId } = seed
    const job = add(isFree ? seed : withoutId)
    job.isPausedByPerson = held
    return job
  }

  const isUnfinished = (job: J): boolean =>
    job.isPending ? !job.isCancelled : options.storesUnsuccessful === true && isResumable(job.snapshot)

  function announce(added: readonly J[]): readonly Snapshot[] {
    saved = options.onAdded?.() ?? saved
    reconcile()
    return added.map(({ snapshot }) => snapshot)
  }

  /** Returns one job (none if it is unknown), or all pending ones for null. */
  function jobsOf(jobId: string | null): readonly J[] {
    if (jobId === null) return jobs.pending
    const job = jobs.get(jobId)
    return job === undefined ? [] : [job]
  }

  const unsubscribe = network?.subscribe(endWaits)

  const controls: JobControls<Snapshot> = {
    restore(items) {
      throwIfClosing()
      return announce(items.map(restore))
    },
    dismiss(jobIds) {
      jobs.remove(new Set(jobIds))
    },
    pause(jobId) {
      for (const job of jobsOf(jobId)) job.isPausedByPerson ||= job.isPending && !job.isCancelled
      reconcile()
    },
    resume(jobId) {
      for (const job of jobsOf(jobId)) if (job.snapshot.state === 'paused') job.resumeForPerson()
      reconcile()
    },
    move(jobId, before) {
      const job = jobs.get(jobId)
      const nextJob = before === null ? null : jobs.get(before)
      if (job === undefined || nextJob === undefined) return
      jobs.move(job, nextJob)
      reconcile()
    },
    endWaits,
    retry(jobId) {
      if (jobId === null) return announce(jobs.all.filter(isRetryable).map((job) => retry(job, 'person')))
      const job = jobs.get(jobId)
      if (job === undefined) throw new AppError('notFound')
      const mayBeRetried = !job.isPending && job.snapshot.state !== 'done'
      return announce([mayBeRetried ? retry(job, 'person') : job])
    },
    cancel(jobId) {
      for (const job of jobsOf(jobId)) cancel(job)
      reconcile()
    },
    list: () => jobs.all.map(({ snapshot }) => snapshot),
    unfinished: () => jobs.all.filter(isUnfinished).map((job) => job.toStored()),
    waitForEnd: (jobId) => jobs.get(jobId)?.completion ?? Promise.reject(new AppError('notFound')),
    async waitForEndOrPause(jobId) {
      const job = jobs.get(jobId)
      if (job === undefined) throw new AppError('notFound')
      return Promise.race([job.completion, job.pause])
    },
    async close() {
      if (!isClosing) {
        isClosing = true
        unsubscribe?.()
        for (const timer of waits.values()) clearTimeout(timer)
        jobs.pending.forEach(suspend)
      }
      await Promise.all(running)
      for (const job of jobs.pending) {
        if (job.snapshot.state === 'running') job.setState('waiting')
        publish(job)
        job.resolveCompletion()
      }
    },
  }
  return { controls, jobs, request, announce, reconcile, cancel, throwIfClosing }
}
