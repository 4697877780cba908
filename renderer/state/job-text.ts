import type { DownloadJob } from '../../electron/contract/jobs.ts'
import type { PictureRun, MissingPictures } from '../../electron/contract/pictures.ts'
import { otherTypesText } from '../../electron/contract/column-labels.ts'
import { messages } from '../../electron/contract/messages.ts'
import { detailsNotFetched, detailsOutcome } from '../../electron/contract/details-outcome.ts'
import { exportOutcome, exportProgress, exportRunning } from './export-text.ts'
import type { Format } from './format.ts'
import { isDownload, isExport, isPictures, type Job } from './jobs.svelte.ts'
import { shownName } from '../../electron/contract/clip-text.ts'

/** Describes a running job: "Downloading Summer 2026". */
export function runningText(job: Job): string {
  if (isExport(job)) return exportRunning(job)
  if (isPictures(job)) return messages.pictures.fetching({ name: campaignOf(job) })
  if (job.kind === 'discovery') return messages.campaigns.finding
  if (job.kind === 'details') return messages.details.fetching
  return messages.status.downloading({ name: campaignOf(job) })
}

/** Returns the name of the campaign or file of a job, where the state is shown separately. */
export function subjectOf(job: Job): string {
  if (isExport(job)) return job.fileName
  if (isPictures(job)) return messages.pictures.of({ name: campaignOf(job) })
  return job.kind === 'campaign' ? campaignOf(job) : runningText(job)
}

/** Returns the progress of a job; null if it is unknown. */
export function amountOf(job: Job): { readonly done: number; readonly total: number | null } {
  if (isDownload(job)) return { done: job.items, total: job.totalItems }
  if (isPictures(job)) return { done: job.pictures, total: job.totalPictures }
  return { done: job.rows, total: job.totalRows }
}

/** Returns the name of a job's campaign, or its id if nothing else is known. */
export function campaignOf(job: DownloadJob | PictureRun): string {
  return shownName(job.campaignName ?? job.campaignId ?? '')
}

function itemsText(job: DownloadJob): string {
  return job.totalItems === null
    ? messages.counts.items({ count: job.items })
    : messages.status.items({ done: job.items, total: job.totalItems })
}

/** Returns the progress of a job: items or rows, pages, rate and remaining time, as far as known. */
export function progressText(job: Job, format: Format): string {
  if (isPictures(job)) return picturesText(job)
  if (isExport(job)) return exportProgress(job)
  if (job.kind === 'details') return detailsText(job, format)
  const parts = [
    itemsText(job),
    messages.status.pages({ count: job.pages }),
    job.itemsPerSecond === null ? null : messages.status.rate({ count: job.itemsPerSecond }),
    job.secondsLeft === null ? null : messages.status.left({ duration: format.duration(job.secondsLeft) }),
  ]
  if (job.kind === 'discovery') {
    parts.unshift(messages.campaigns.found({ count: job.campaignsFound }))
  }
  return parts.filter((part) => part !== null).join(' · ')
}

/** Returns the progress of a running job with its phase, items and remaining time. */
export function phaseText(job: Job, format: Format): string {
  if (!isDownload(job) || job.kind !== 'campaign') return progressText(job, format)
  const phase =
    job.mode === 'recent' && job.phase === 'reading'
      ? messages.queue.recentReading
      : messages.queue.phases[job.phase]
  // Before the first response there is no progress.
  if (job.pages === 0) return phase
  const parts = [phase, itemsText(job)]
  if (job.secondsLeft !== null)
    parts.push(messages.status.left({ duration: format.duration(job.secondsLeft) }))
  return parts.join(' · ')
}

/** Returns who started a download, and notes of main about it. */
export function backgroundText(job: Job): string | null {
  if (!isDownload(job)) return null
  const origin = job.origin === 'person' ? null : messages.queue.origins[job.origin]
  const types = job.otherTypes === undefined ? null : otherTypesText(job.otherTypes)
  const parts = [origin, job.note, recordNote(job), types].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.map((part) => part.replace(/(?<![.!?])$/u, '.')).join(' ')
}

/** Returns a note if the record was refused although the items were downloaded. */
function recordNote({ recordState }: DownloadJob): string | null {
  if (recordState === 'forbidden') return messages.queue.completeness.forbiddenText
  return recordState === 'missing' ? messages.queue.completeness.detailsMissingText : null
}

/**
 * Returns the state of the queue if nothing runs: "3 downloads wait for the network". Null if it is empty.
 */
export function restingText(jobs: readonly Job[]): string | null {
  const waiting = jobs.filter((job) => job.state === 'waiting' && !isPictures(job)).length
  const undecided = jobs.filter((job) => isDownload(job) && job.pausedBy === 'decision').length
  if (undecided > 0) return messages.queue.decideMany({ count: undecided })
  if (waiting > 0) return messages.queue.waitingMany({ count: waiting })
  const paused = jobs
    .filter((job): job is DownloadJob | PictureRun => !isExport(job))
    .filter((job) => job.state === 'paused')
  if (paused.length === 0) return null
  const count = paused.length
  const reasons = new Set(paused.map((job) => job.pausedBy))
  if (reasons.size > 1) return messages.queue.pausedMany({ count })
  if (reasons.has('offline')) return messages.queue.offlineMany({ count })
  if (reasons.has('unreachable')) return messages.queue.unreachableMany({ count })
  if (reasons.has('metered')) return messages.queue.meteredMany({ count })
  return messages.queue.pausedMany({ count })
}

/** Returns the progress of a job in few characters: "3,400 / 6,000". */
export function shortProgress(job: Job, format: Format): string {
  const { done, total } = amountOf(job)
  if (total === null) return done === 0 ? '' : format.number(done)
  return messages.status.of({ done, total })
}

/** Returns how much of a failed download was fetched; null if that is unknown or nothing. */
export function fetchedText(job: Job): string | null {
  if (!isDownload(job) || job.kind !== 'campaign' || job.state !== 'failed') return null
  const { items, totalItems, error, phase } = job
  if (totalItems === null || items === 0) return null
  const fetched = messages.queue.fetched({ done: items, total: totalItems })
  // What a commit could not store is fetched again.
  const continues = error?.retryable === true && phase !== 'saving'
  return continues ? `${fetched} ${messages.queue.continues}` : fetched
}

/** The outcome of a job: a title, and a line of numbers if there are some. */
interface OutcomeLines {
  readonly title: string
  readonly line: string | null
}

/** Returns the outcome of a job in two lines. */
export function outcomeLines(job: Job, format: Format): OutcomeLines {
  if (isExport(job) && job.state === 'done' && job.bytes > 0)
    return { title: outcomeText(job), line: format.bytes(job.bytes) }
  if (!isDownload(job) || job.state !== 'done') return { title: outcomeText(job), line: null }
  if (job.kind === 'discovery')
    return { title: messages.campaigns.found({ count: job.campaignsFound }), line: null }
  if (job.kind === 'details') return detailsOutcomeLines(job)
  const name = campaignOf(job)
  const title =
    job.mode === 'recent' ? messages.queue.upToDate({ name }) : messages.queue.downloaded({ name })
  const changes = changeCountOf(job)
  const parts = [
    messages.counts.items({ count: job.items }),
    changes === 0 ? null : messages.queue.changes({ count: changes }),
  ]
  return { title, line: parts.filter((part) => part !== null).join(', ') }
}

/** Returns the number of changed items of a download; 0 for a first one, which only adds. */
export function changeCountOf(job: Job): number {
  if (!isDownload(job) || job.changes === null) return 0
  const { added, changed, deleted } = job.changes
  return added === job.items && changed === 0 && deleted === 0 ? 0 : added + changed + deleted
}

/** Returns the outcome of a job as a sentence. */
export function outcomeText(job: Job): string {
  const { outcomes } = messages.status
  if (isPictures(job)) return picturesOutcome(job)
  if (isExport(job)) return exportOutcome(job)
  if (job.kind === 'discovery') {
    if (job.state === 'failed') return outcomes.discoveryFailed
    if (job.state === 'cancelled') return outcomes.discoveryCancelled
    return outcomes.discovered({ count: job.campaignsFound })
  }
  if (job.kind === 'details') return detailsOutcomeText(job)
  const name = campaignOf(job)
  if (job.state === 'failed') return outcomes.failed({ name })
  if (job.state === 'cancelled') return outcomes.cancelled({ name })
  if (job.state === 'incomplete') return outcomes.incomplete({ name })
  const successText = job.mode === 'recent' ? outcomes.upToDate : outcomes.downloaded
  return successText({ name, count: job.items })
}

function detailsText({ items, totalItems, secondsLeft }: DownloadJob, format: Format): string {
  const progress = messages.details.progress({ done: items, total: totalItems ?? items })
  return secondsLeft === null
    ? progress
    : `${progress} · ${messages.status.left({ duration: format.duration(secondsLeft) })}`
}

function detailsOutcomeText({ state, details }: DownloadJob): string {
  if (state === 'cancelled') return messages.details.cancelled
  return state === 'failed' || details === undefined ? messages.details.failed : detailsOutcome(details)
}

function detailsOutcomeLines(job: DownloadJob): OutcomeLines {
  const { details } = job
  if (details === undefined) return { title: outcomeText(job), line: null }
  return { title: messages.details.title({ count: details.fetched }), line: detailsNotFetched(details) }
}

function picturesText({ pictures, totalPictures }: PictureRun): string {
  const outcomeStrings = messages.pictures
  return totalPictures === null
    ? outcomeStrings.counting
    : outcomeStrings.ofTotal({ have: pictures, total: totalPictures })
}

function picturesOutcome(run: PictureRun): string {
  const outcomeStrings = messages.pictures.outcomes
  const name = campaignOf(run)
  if (run.state === 'failed') return outcomeStrings.failed({ name })
  if (run.state === 'cancelled') return outcomeStrings.cancelled({ name })
  if (run.state === 'incomplete')
    return outcomeStrings.incomplete({ name, missing: missingText(run.missing) })
  return outcomeStrings.done({ name, count: run.pictures })
}

/** Returns the outcome of several jobs as a sentence, problems first. */
export function outcomesText(jobs: readonly Job[]): string {
  const [only] = jobs
  if (only === undefined) return ''
  if (jobs.length === 1) return outcomeText(only)
  const problems = jobs.filter((job) => job.state === 'failed' || job.state === 'incomplete')
  const downloaded = jobs.filter(
    (job): job is DownloadJob => isDownload(job) && job.kind === 'campaign' && job.state === 'done',
  )
  if (problems.length === 0 && downloaded.length < 2) return outcomeText(only)
  const items = downloaded.reduce((sum, job) => sum + job.items, 0)
  const sentences = [
    downloaded.length === 0
      ? null
      : messages.status.outcomes.downloadedMany({ campaigns: downloaded.length, items }),
    problems.length === 0 ? null : messages.status.outcomes.problems({ count: problems.length }),
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ')
}

/**
 * Returns the number of missing pictures with the reasons: "3 missing: file not found (2), not fetched yet
 * (1)", or "2 missing: file not found". Empty if none is missing.
 */
export function missingText(missing: readonly MissingPictures[]): string {
  const pictureStrings = messages.pictures
  const count = missing.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return ''
  const reasons = missing.map(({ problem, count: few }) => {
    const reason = pictureStrings.problems[problem ?? 'notYet']
    return missing.length === 1 ? reason : pictureStrings.reason({ reason, count: few })
  })
  return pictureStrings.missing({ count, reasons: reasons.join(', ') })
}
