import { clipText, shownName } from '../contract/clip-text.ts'
import { escapeControls } from '../contract/escape-text.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import { messages } from '../contract/messages.ts'
import { detailsOutcome } from '../contract/details-outcome.ts'
import type { RunSummary } from '../app/queue-run.ts'

/** Shorter runs are not reported. */
const LONG_MS = 30_000

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export interface NotificationText {
  readonly title: string
  readonly body: string
}

/**
 * Returns the notification of a queue run that has ended; null if it was too short to report.
 * @param platform on Linux, notification servers interpret markup in the body (Desktop Notifications
 * Specification)
 */
export function notificationText(summary: RunSummary, platform: NodeJS.Platform): NotificationText | null {
  const text = plainText(summary)
  if (text === null || platform !== 'linux') return text
  return { ...text, body: text.body.replaceAll(/[&<>]/gu, (character) => ENTITIES[character] ?? character) }
}

function plainText({ jobs, durationMs }: RunSummary): NotificationText | null {
  const [only, another] = jobs
  const undecided = jobs.filter(({ deletions }) => deletions !== null).length
  if (only === undefined || (durationMs <= LONG_MS && undecided === 0)) return null
  const { notifications } = messages
  if (another === undefined) {
    if (only.kind === 'details') return ofDetails(only)
    return only.kind === 'discovery' ? ofSearch(only) : ofOne(only)
  }

  const count = (state: DownloadJob['state']): number =>
    jobs.filter((job) => job.kind === 'campaign' && job.state === state).length
  const [done, incomplete, failed] = [count('done'), count('incomplete'), count('failed')]
  const search = jobs.findLast((job) => job.kind === 'discovery')
  const details = jobs.findLast((job) => job.kind === 'details')?.details
  const parts = [
    done > 0 ? notifications.completeMany({ count: done }) : '',
    incomplete > 0 ? notifications.incompleteMany({ count: incomplete }) : '',
    failed > 0 ? notifications.failedMany({ count: failed }) : '',
    undecided > 0 ? notifications.decideMany({ count: undecided }) : '',
    search === undefined ? '' : notifications.found({ count: search.campaignsFound }),
    details === undefined ? '' : detailsOutcome(details),
  ]
  return { title: notifications.several, body: parts.filter((part) => part !== '').join(' ') }
}

/** A reason may quote the service. */
function reasonOf({ message }: Fault): string {
  return escapeControls(clipText(message))
}

function ofOne(job: DownloadJob): NotificationText {
  const { notifications } = messages
  const name = shownName(escapeControls(job.campaignName ?? job.campaignId ?? ''))
  if (job.deletions !== null) {
    const { deleted, of } = job.deletions
    return { title: notifications.decide, body: notifications.decideOf({ name, deleted, count: of }) }
  }
  if (job.error === null) {
    // After a download of changes, the number of fetched items is not the number of items.
    const recent = job.mode === 'recent'
    const body = recent ? notifications.upToDate({ name }) : notifications.itemsOf({ name, count: job.items })
    return { title: notifications.complete, body }
  }
  const title = job.state === 'incomplete' ? notifications.incomplete : notifications.failed
  return { title, body: notifications.reasonOf({ name, reason: reasonOf(job.error) }) }
}

function ofSearch({ error, state, campaignsFound }: DownloadJob): NotificationText {
  const { notifications } = messages
  if (error === null)
    return { title: notifications.searched, body: notifications.found({ count: campaignsFound }) }
  const title = state === 'incomplete' ? notifications.searchedIncomplete : notifications.searchFailed
  return { title, body: reasonOf(error) }
}

function ofDetails({ error, state, details }: DownloadJob): NotificationText {
  const { notifications } = messages
  if (error !== null)
    return {
      title: state === 'incomplete' ? notifications.detailsIncomplete : notifications.detailsFailed,
      body: reasonOf(error),
    }
  return { title: notifications.detailsFetched, body: details === undefined ? '' : detailsOutcome(details) }
}
