import type { CampaignRecord, CampaignSummary } from '../contract/campaign.ts'
import { clipText, MAX_NAME_LENGTH } from '../contract/clip-text.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob, JobKind, PendingDeletions, SnapshotChanges } from '../contract/jobs.ts'
import { CLI_DETAILS_RUN, CLI_MESSAGES } from './strings/command-line.ts'
import { messages } from '../contract/messages.ts'
import { deletionsNotAcceptedError } from '../download/incomplete-reason.ts'
import type { ConnectionSession } from '../app/types.ts'
import { commandHint } from './command-hint.ts'
import type { SyncCommand } from './commands.ts'
import { withSession, type Context } from './context.ts'
import { EXIT, exitCodeOf, interruptedExitCode, worseOf, type ExitCode } from './exit-codes.ts'
import { createWaitPrinter } from './retry-options.ts'
import { faultText, redactFault } from './errors.ts'
import { syncDetails } from './sync-details.ts'
import { openSource } from './sync-source.ts'

/** `sync`: downloads campaigns one at a time, and continues after a failure. */
export async function sync(command: SyncCommand, context: Context): Promise<ExitCode> {
  const source = await openSource(command, context)
  if (command.details) return syncDetails(command, source, context)
  const { connection, secrets, tls } = source
  let stop = (): void => undefined
  const options = {
    secrets,
    tls,
    retry: command.retry,
    onWait: createWaitPrinter(context.console),
    keepsQueue: true,
    acceptsDeletions: command.acceptsDeletions,
    onProgress: (job: DownloadJob) => {
      showProgress(job, context)
      // A refused key would be refused for every campaign.
      if (job.error?.code === 'serviceUnauthorized') stop()
    },
  }
  return withSession(context, connection, options, async (session) => {
    // The queue and the staged rows remain, so that another run can continue.
    stop = () => void session.downloads.close()
    context.io.interrupted.addEventListener('abort', stop)
    try {
      const run = new SyncRun(session, command, context)
      await run.start()
      await run.finish()
      return run.end()
    } finally {
      context.io.interrupted.removeEventListener('abort', stop)
    }
  })
}

function showProgress(job: DownloadJob, { console }: Context): void {
  if (job.state !== 'running') return
  console.progress(progressText(job))
}

function progressText({
  kind,
  campaignId,
  campaignName,
  campaignsFound,
  items,
  totalItems,
}: DownloadJob): string {
  if (kind === 'details') return CLI_DETAILS_RUN.progress(items, totalItems ?? items)
  return campaignId === null
    ? CLI_MESSAGES.searching(items, totalItems, campaignsFound)
    : CLI_MESSAGES.downloading(campaignName ?? campaignId, items, totalItems)
}

class SyncRun {
  readonly #session: ConnectionSession
  readonly #command: SyncCommand
  readonly #context: Context
  readonly #reported = new Set<string>()
  /** Number of unfinished downloads that other processes work on. */
  #unfinishedElsewhere = 0
  #requested = 0
  #complete = 0
  #items = 0
  #changes: SnapshotChanges = { added: 0, changed: 0, deleted: 0 }
  #exitCode: ExitCode = EXIT.done

  constructor(session: ConnectionSession, command: SyncCommand, context: Context) {
    this.#session = session
    this.#command = command
    this.#context = context
  }

  /** Queues the downloads of the command. */
  async start(): Promise<void> {
    const { downloads, store } = this.#session
    const { campaigns, mode, resumes } = this.#command
    // The listener does not notice an interruption while the cache opened.
    if (this.#isInterrupted()) return
    if (resumes) await this.#resume()
    const ids =
      campaigns === 'downloaded'
        ? (await store.listCampaigns()).filter(({ copy }) => copy !== 'none').map(({ id }) => id)
        : campaigns
    if (this.#isInterrupted()) return
    if (campaigns === 'downloaded' && ids.length === 0)
      this.#context.console.message(CLI_MESSAGES.noneDownloaded)
    if (ids === 'all') downloads.discover({ thenDownload: mode })
    else downloads.start(ids, { mode })
  }

  async #resume(): Promise<void> {
    const { console } = this.#context
    const jobs = await this.#session.resumeUnfinished()
    const others = await this.#session.listUnfinishedElsewhere()
    this.#unfinishedElsewhere = others.length
    if (jobs.length > 0 || others.length === 0) console.message(CLI_MESSAGES.resuming(countUnfinished(jobs)))
    if (others.length > 0) console.warning(CLI_MESSAGES.unfinishedElsewhere(countUnfinished(others)))
  }

  /** Waits for each download in the order of the queue and reports its result; discoveries add downloads. */
  async finish(): Promise<void> {
    const { downloads } = this.#session
    for (;;) {
      const jobs = downloads.list().filter(({ jobId }) => !this.#reported.has(jobId))
      if (jobs.length === 0) return
      for (const { jobId } of jobs) {
        const job = await downloads.waitForEnd(jobId)
        this.#reported.add(jobId)
        if (job.kind === 'discovery') await this.#reportDiscovery(job)
        else if (job.kind === 'details') this.#reportDetails(job)
        else await this.#report(job)
      }
    }
  }

  async #reportDiscovery({ state, error: fault, campaignsFound }: DownloadJob): Promise<void> {
    const { console } = this.#context
    const error = this.#redact(fault)
    const notListed = state === 'done' ? await this.#listNotFound(campaignsFound) : []
    if (state === 'done') {
      console.message(CLI_MESSAGES.found(campaignsFound))
      if (notListed.length > 0)
        console.warning(CLI_MESSAGES.notListed(notListed.map(({ id, name }) => name ?? id)))
    } else if (error !== null) {
      this.#recordFault(error)
      console.warning(CLI_MESSAGES.searchIncomplete(faultText(error)))
      if (campaignsFound > 0) console.message(CLI_MESSAGES.foundSoFar(campaignsFound))
    }
    const result = state === 'done' ? 'complete' : error === null ? 'interrupted' : state
    console.json({ type: 'discovery', result, campaigns: campaignsFound, notListed, error })
  }

  /** Returns downloaded campaigns with items of which a complete discovery found none. */
  async #listNotFound(campaignsFound: number): Promise<readonly Pick<CampaignSummary, 'id' | 'name'>[]> {
    const { downloads, store } = this.#session
    const found = new Set(downloads.list().flatMap(({ campaignId }) => campaignId ?? []))
    // A discovery of the window need not queue what it finds.
    if (found.size < campaignsFound) return []
    return (await store.listCampaigns())
      .filter(({ id, copy, itemCount }) => copy !== 'none' && itemCount > 0 && !found.has(id))
      .map(({ id, name }) => ({ id, name: name === null ? null : clipText(name, MAX_NAME_LENGTH) }))
  }

  /** Reports details that the window has requested. */
  #reportDetails({ state, error: fault, details, items, totalItems }: DownloadJob): void {
    if (details === undefined) return
    const { console } = this.#context
    const error = this.#redact(fault)
    if (error !== null) {
      this.#recordFault(error)
      console.warning(faultText(error))
    }
    console.message(CLI_DETAILS_RUN.result(details, (totalItems ?? items) - items))
    const result = state === 'done' ? 'complete' : error === null ? 'interrupted' : state
    console.json({ type: 'details', result, ...details, error })
  }

  async #report(job: DownloadJob): Promise<void> {
    this.#requested += 1
    if (job.deletions !== null) {
      await this.#reportDeletions(job, job.deletions)
      return
    }
    // The queue was closed before it started.
    if (job.error === null && job.state !== 'done' && job.pages === 0) return
    const { console } = this.#context
    const id = job.campaignId ?? ''
    const campaign = await this.#session.store.getCampaign(id)
    const summary = campaign?.summary
    const knownName = summary?.name ?? job.campaignName
    const name = knownName ?? id
    const items = summary?.itemCount ?? 0
    const error = this.#redact(job.error)
    if (job.note !== null) console.message(CLI_MESSAGES.note(name, job.note))
    if (job.state === 'done') {
      this.#complete += 1
      this.#items += items
      console.message(CLI_MESSAGES.campaignComplete(name, items, job.changes))
    } else if (error !== null) {
      this.#recordFault(error)
      const sentence =
        job.state === 'incomplete' ? CLI_MESSAGES.campaignIncomplete : CLI_MESSAGES.campaignFailed
      console.warning(sentence(name, faultText(error)))
    }
    if (job.otherTypes !== undefined)
      console.message(CLI_MESSAGES.note(name, CLI_MESSAGES.otherTypes(job.otherTypes)))
    if (job.changes !== null) this.#changes = addChanges(this.#changes, job.changes)
    this.#warnOfRefusedRecord(job, name, campaign)
    // An interrupted job has not ended, and its staged rows remain.
    const result = job.state === 'done' ? 'complete' : error === null ? 'interrupted' : job.state
    const expected = job.state === 'done' ? (summary?.expectedCount ?? null) : job.totalItems
    const { mode, note, changes, recordState: record } = job
    const { added = null, changed = null, deleted = null } = changes ?? {}
    console.json({
      ...{ type: 'campaign', id, name: knownName, result, mode, items, expected },
      ...{ added, changed, deleted, record, note, error },
      otherTypes: job.otherTypes,
    })
  }

  async #reportDeletions(job: DownloadJob, { deleted, of }: PendingDeletions): Promise<void> {
    const { console } = this.#context
    const { campaignId: id, campaignName, mode, note, recordState: record } = job
    const campaign = await this.#session.store.getCampaign(id ?? '')
    const name = campaign?.summary.name ?? campaignName
    const error = deletionsNotAcceptedError({ deleted, of }).toFault()
    this.#recordFault(error)
    console.warning(CLI_MESSAGES.deletionsNotAccepted(name ?? id ?? '', deleted, of))
    this.#warnOfRefusedRecord(job, name ?? id ?? '', campaign)
    console.json({
      ...{ type: 'campaign', id, name, result: 'deletionsNotAccepted', mode, items: of, expected: null },
      ...{ added: 0, changed: 0, deleted: 0, wouldDelete: deleted, record, note, error },
    })
  }

  #warnOfRefusedRecord({ recordState }: DownloadJob, name: string, campaign: CampaignRecord | null): void {
    if (recordState !== 'forbidden' && recordState !== 'missing') return
    const keepsEarlier = (campaign?.json ?? null) !== null
    this.#context.console.warning(
      CLI_MESSAGES.note(name, messages.download.recordRefused[recordState]({ keepsEarlier })),
    )
  }

  /** Prints the overall result and returns the exit code. */
  end(): ExitCode {
    const { console } = this.#context
    const unfinished = this.#session.downloads.unfinished()
    const pending = unfinished.length
    const undecided = unfinished.filter(({ deletions }) => (deletions ?? null) !== null).length
    const continued = pending - undecided
    if (pending + this.#unfinishedElsewhere > 0) this.#exitCode = worseOf(this.#exitCode, EXIT.incomplete)
    const interrupted = interruptedExitCode(this.#context.io.interrupted)
    if (interrupted !== null) {
      this.#exitCode = interrupted
      console.warning(
        continued === 0
          ? CLI_MESSAGES.syncInterrupted
          : CLI_MESSAGES.syncInterruptedWith(continued, this.#resumeHint()),
      )
    } else if (this.#exitCode === EXIT.done) {
      if (this.#requested > 0) console.message(CLI_MESSAGES.synced(this.#complete, this.#items))
    } else {
      if (this.#requested > 1) console.warning(CLI_MESSAGES.syncedInPart(this.#complete, this.#requested))
      if (continued > 0) console.warning(CLI_MESSAGES.pending(continued, this.#resumeHint()))
    }
    // Continuing alone does not apply them, however often it is repeated.
    if (undecided > 0)
      console.warning(CLI_MESSAGES.pendingDeletions(undecided, this.#resumeHint('--accept-deletions')))
    console.json({
      type: 'sync',
      connectionId: this.#session.connection.id,
      campaigns: this.#requested,
      complete: this.#complete,
      items: this.#items,
      ...this.#changes,
      pending: pending + this.#unfinishedElsewhere,
      exitCode: this.#exitCode,
    })
    return this.#exitCode
  }

  /** Returns the command that continues with the connection and the certificates of this run. */
  #resumeHint(...more: readonly string[]): string {
    const { authorityFile, clientCertificateFile } = this.#command
    const certificates = [
      ...(authorityFile === null ? [] : ['--ca', authorityFile]),
      ...(clientCertificateFile === null ? [] : ['--client-cert', clientCertificateFile]),
    ]
    const words = ['sync', '--connection', this.#session.connection.id, '--resume', ...more, ...certificates]
    return commandHint(words, this.#context)
  }

  #isInterrupted(): boolean {
    return this.#context.io.interrupted.aborted
  }

  #redact(fault: Fault | null): Fault | null {
    return fault === null ? null : redactFault(fault, this.#context.logger)
  }

  #recordFault({ code }: Fault): void {
    this.#exitCode = worseOf(this.#exitCode, exitCodeOf(code, true))
  }
}

/**
 * Returns the number of campaigns, and whether searches for campaigns and fetches of details are among the
 * jobs.
 */
function countUnfinished(
  jobs: readonly { readonly kind?: JobKind; readonly campaignId: string | null }[],
): Parameters<(typeof CLI_MESSAGES)['resuming']>[0] {
  const campaigns = jobs.filter(({ campaignId }) => campaignId !== null).length
  const details = jobs.filter(({ kind }) => kind === 'details').length
  return { campaigns, searches: jobs.length > campaigns + details, details: details > 0 }
}

function addChanges(one: SnapshotChanges, other: SnapshotChanges): SnapshotChanges {
  return {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    deleted: one.deleted + other.deleted,
  }
}
