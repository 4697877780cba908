import type { DownloadJob } from '../../electron/contract/jobs.ts'
import type { PictureRun, MissingPictures } from '../../electron/contract/pictures.ts'
import { otherTypesText } from '../../electron/contract/strings/columns.ts'
import { strings } from '../../electron/contract/strings/app.ts'
import { exportOutcome, exportProgress, exportRunning } from './export-text.ts'
import type { Format } from './format.ts'
import { isDownload, isExport, isPictures, type Job } from './jobs.svelte.ts'
import { shownName } from '../../electron/contract/clip-text.ts'

const words = strings.status

/** What a job is about, as it is running: "Downloading Summer 2026". */
export function runningText(job: Job): string {
  if (isExport(job)) return exportRunning(job)
  if (isPictures(job)) return strings.pictures.fetching(campaignOf(job))
  if (job.kind === 'discovery') return strings.campaigns.finding
  return words.downloading(campaignOf(job))
}

/** What a job is about, where its state is said elsewhere: the campaign's or the file's name. */
export function subjectOf(job: Job): string {
  if (isExport(job)) return job.fileName
  if (isPictures(job)) return strings.pictures.of(campaignOf(job))
  return job.kind === 'discovery' ? strings.campaigns.finding : campaignOf(job)
}

/** How much is done, and of how much; null: nobody knows. */
export function amountOf(job: Job): { readonly done: number; readonly total: number | null } {
  if (isDownload(job)) return { done: job.items, total: job.totalItems }
  if (isPictures(job)) return { done: job.pictures, total: job.totalPictures }
  return { done: job.rows, total: job.totalRows }
}

/** What a download's campaign is called; its id as long as nothing else is known. */
export function campaignOf(job: DownloadJob | PictureRun): string {
  return shownName(job.campaignName ?? job.campaignId ?? '')
}

function itemsText(job: DownloadJob, format: Format): string {
  return job.totalItems === null
    ? strings.count.items(job.items, format.number(job.items))
    : words.items(format.number(job.items), job.totalItems, format.number(job.totalItems))
}

/** How far it is: items or rows, pages, rate and time left, as much as is known. */
export function progressText(job: Job, format: Format): string {
  if (isPictures(job)) return picturesText(job, format)
  if (isExport(job)) return exportProgress(job, format)
  const parts = [
    itemsText(job, format),
    words.pages(job.pages, format.number(job.pages)),
    job.itemsPerSecond === null ? null : words.rate(format.number(job.itemsPerSecond)),
    job.secondsLeft === null ? null : words.left(format.duration(job.secondsLeft)),
  ]
  if (job.kind === 'discovery') {
    parts.unshift(strings.campaigns.found(job.campaignsFound, format.number(job.campaignsFound)))
  }
  return parts.filter((part) => part !== null).join(' · ')
}

/** How far a running job is, and what it is doing just now: its phase, its items and the time left. */
export function phaseText(job: Job, format: Format): string {
  if (!isDownload(job) || job.kind === 'discovery') return progressText(job, format)
  const phase =
    job.mode === 'recent' && job.phase === 'reading'
      ? strings.queue.recentReading
      : strings.queue.phases[job.phase]
  // Before the first answer there is nothing to count.
  if (job.pages === 0) return phase
  const parts = [phase, itemsText(job, format)]
  if (job.secondsLeft !== null) parts.push(words.left(format.duration(job.secondsLeft)))
  return parts.join(' · ')
}

/** What is worth knowing of the way a download takes: who asked for it, and what main says of it. */
export function backgroundText(job: Job): string | null {
  if (!isDownload(job)) return null
  const origin = job.origin === 'person' ? null : strings.queue.origins[job.origin]
  const types = job.otherTypes === undefined ? null : otherTypesText(job.otherTypes, String)
  const parts = [origin === null ? null : capitalised(origin), job.note, recordNote(job), types].filter(
    (part) => part !== null,
  )
  return parts.length === 0 ? null : parts.map((part) => part.replace(/(?<![.!?])$/u, '.')).join(' ')
}

/** The record was refused although the items were downloaded. */
function recordNote({ recordState }: DownloadJob): string | null {
  if (recordState === 'forbidden') return strings.seal.forbiddenText
  return recordState === 'missing' ? strings.seal.detailsMissingText : null
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What the queue stands at when nothing runs: "3 downloads wait for the network". Null when it is empty. */
export function restingText(jobs: readonly Job[], format: Format): string | null {
  const words = strings.queue
  const waiting = jobs.filter((job) => job.state === 'waiting' && !isPictures(job)).length
  const undecided = jobs.filter((job) => isDownload(job) && job.pausedBy === 'decision').length
  if (undecided > 0) return words.decideMany(undecided, format.number(undecided))
  if (waiting > 0) return words.waitingMany(waiting, format.number(waiting))
  const paused = jobs
    .filter((job): job is DownloadJob | PictureRun => !isExport(job))
    .filter((job) => job.state === 'paused')
  if (paused.length === 0) return null
  const shown = format.number(paused.length)
  const reasons = new Set(paused.map((job) => job.pausedBy))
  if (reasons.size > 1) return words.pausedMany(paused.length, shown)
  if (reasons.has('offline')) return words.offlineMany(paused.length, shown)
  if (reasons.has('unreachable')) return words.unreachableMany(paused.length, shown)
  if (reasons.has('metered')) return words.meteredMany(paused.length, shown)
  return words.pausedMany(paused.length, shown)
}

/** How far it is, in as few characters as will do: "3,400 / 6,000". */
export function shortProgress(job: Job, format: Format): string {
  const { done, total } = amountOf(job)
  if (total === null) return done === 0 ? '' : format.number(done)
  return words.of(format.number(done), format.number(total))
}

/** How a job ended, as a sentence. */
export function outcomeText(job: Job, format: Format): string {
  const said = words.outcomes
  if (isPictures(job)) return picturesOutcome(job, format)
  if (isExport(job)) return exportOutcome(job, format)
  if (job.kind === 'discovery') {
    if (job.state === 'failed') return said.discoveryFailed
    if (job.state === 'cancelled') return said.discoveryCancelled
    return said.discovered(job.campaignsFound, format.number(job.campaignsFound))
  }
  const name = campaignOf(job)
  if (job.state === 'failed') return said.failed(name)
  if (job.state === 'cancelled') return said.cancelled(name)
  if (job.state === 'incomplete') return said.incomplete(name)
  const say = job.mode === 'recent' ? said.upToDate : said.downloaded
  return say(name, job.items, format.number(job.items))
}

function picturesText({ pictures, totalPictures }: PictureRun, format: Format): string {
  const said = strings.pictures
  return totalPictures === null
    ? said.counting
    : said.ofTotal(format.number(pictures), totalPictures, format.number(totalPictures))
}

function picturesOutcome(run: PictureRun, format: Format): string {
  const said = strings.pictures.outcomes
  const name = campaignOf(run)
  if (run.state === 'failed') return said.failed(name)
  if (run.state === 'cancelled') return said.cancelled(name)
  if (run.state === 'incomplete') return said.incomplete(name, missingText(run.missing, format))
  return said.done(name, run.pictures, format.number(run.pictures))
}

/** How several jobs ended, in one sentence: problems first. */
export function outcomesText(jobs: readonly Job[], format: Format): string {
  const [only] = jobs
  if (only === undefined) return ''
  if (jobs.length === 1) return outcomeText(only, format)
  const problems = jobs.filter((job) => job.state === 'failed' || job.state === 'incomplete')
  const downloaded = jobs.filter(
    (job): job is DownloadJob => isDownload(job) && job.kind === 'campaign' && job.state === 'done',
  )
  if (problems.length === 0 && downloaded.length < 2) return outcomeText(only, format)
  const items = downloaded.reduce((sum, job) => sum + job.items, 0)
  const sentences = [
    downloaded.length === 0
      ? null
      : words.outcomes.downloadedMany(
          downloaded.length,
          format.number(downloaded.length),
          items,
          format.number(items),
        ),
    problems.length === 0 ? null : words.outcomes.problems(problems.length, format.number(problems.length)),
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ')
}

/** What is missing and why: "3 missing: file not found (2), not fetched yet (1)". Empty when nothing is. */
export function missingText(missing: readonly MissingPictures[], format: Format): string {
  const words = strings.pictures
  const count = missing.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return ''
  const reasons = missing.map(({ problem, count: few }) =>
    words.reason(words.problems[problem ?? 'notYet'], format.number(few)),
  )
  return words.missing(format.number(count), reasons.join(', '))
}
