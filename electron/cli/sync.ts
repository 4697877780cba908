import type { Fault } from '../contract/faults.ts'
import type { DownloadJob, DownloadMode } from '../contract/jobs.ts'
import { CLI_MESSAGES } from '../contract/strings/command-line.ts'
import type { ConnectionSession } from '../workspace/types.ts'
import type { SyncCommand } from './commands.ts'
import { withSession, type Context } from './context.ts'
import { EXIT, exitCodeOf, worseOf, type ExitCode } from './exit-codes.ts'
import { openSource } from './sync-source.ts'

/** `sync`: downloads campaigns one after the other; a failure of one does not keep the others from it. */
export async function sync(command: SyncCommand, context: Context): Promise<ExitCode> {
  const { connection, secrets, authority } = await openSource(command, context)
  const found = new Set<string>()
  const listeners = {
    secrets,
    authority,
    onProgress: (job: DownloadJob) => {
      showProgress(job, context)
    },
    onChanged: (campaignIds: readonly string[]) => {
      for (const id of campaignIds) found.add(id)
    },
  }
  return withSession(context, connection, listeners, async (session) => {
    // What has been fetched is kept, so that another run can go on where this one was stopped.
    const stop = (): void => {
      void session.downloads.close()
    }
    context.io.interrupted.addEventListener('abort', stop)
    try {
      const run = new SyncRun(session, context, command.mode)
      if (command.campaigns === 'unfinished') {
        await run.resume()
      } else {
        await run.download(await run.campaigns(command.campaigns, found))
      }
      return run.end()
    } finally {
      context.io.interrupted.removeEventListener('abort', stop)
    }
  })
}

function showProgress(job: DownloadJob, { console }: Context): void {
  if (job.state !== 'running') return
  console.progress(
    job.campaignId === null
      ? CLI_MESSAGES.searching(job.items, job.totalItems, job.campaignsFound)
      : CLI_MESSAGES.downloading(job.campaignName ?? job.campaignId, job.items, job.totalItems),
  )
}

class SyncRun {
  readonly #session: ConnectionSession
  readonly #context: Context
  readonly #mode: DownloadMode
  #asked = 0
  #complete = 0
  #items = 0
  #exitCode: ExitCode = EXIT.done

  constructor(session: ConnectionSession, context: Context, mode: DownloadMode) {
    this.#session = session
    this.#context = context
    this.#mode = mode
  }

  /** The ids of the campaigns that are asked for. `found`: those that a search adds while it runs. */
  async campaigns(
    which: Exclude<SyncCommand['campaigns'], 'unfinished'>,
    found: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    if (which === 'here') {
      const known = await this.#session.store.listCampaigns()
      return known.filter(({ copy }) => copy !== 'none').map(({ id }) => id)
    }
    if (which !== 'all') return which
    await this.#findCampaigns()
    this.#context.console.message(CLI_MESSAGES.found(found.size))
    return [...found]
  }

  /** What a search has found before it failed is worth downloading all the same. */
  async #findCampaigns(): Promise<void> {
    if (this.#isInterrupted()) return
    const { downloads } = this.#session
    const { error } = await downloads.finished(downloads.discover().jobId)
    if (error === null) return
    this.#note(error)
    if (!this.#isInterrupted()) this.#context.console.message(CLI_MESSAGES.searchIncomplete(error.message))
  }

  async download(ids: readonly string[]): Promise<void> {
    this.#asked = ids.length
    const { downloads } = this.#session
    for (const id of ids) {
      if (this.#isInterrupted()) return
      const [started] = downloads.start([id], { mode: this.#mode })
      if (started !== undefined && !(await this.#finish(id, started))) return
    }
  }

  /** Goes on with what earlier runs have left unfinished. */
  async resume(): Promise<void> {
    const jobs = (await this.#session.resumeUnfinished()).filter(({ campaignId }) => campaignId !== null)
    this.#asked = jobs.length
    this.#context.console.message(CLI_MESSAGES.resuming(jobs.length))
    for (const job of jobs) {
      if (this.#isInterrupted() || !(await this.#finish(job.campaignId ?? '', job))) return
    }
  }

  /** False when there is no sense in going on: with a key that is refused here, every campaign would be refused. */
  async #finish(id: string, started: DownloadJob): Promise<boolean> {
    const job = await this.#session.downloads.finished(started.jobId)
    await this.#report(id, job)
    return job.error?.code !== 'serviceUnauthorized'
  }

  async #report(id: string, job: DownloadJob): Promise<void> {
    const { console } = this.#context
    const summary = (await this.#session.store.getCampaign(id))?.summary
    const knownName = summary?.name ?? job.campaignName
    const name = knownName ?? id
    const items = summary?.itemCount ?? 0
    if (job.note !== null) console.message(CLI_MESSAGES.note(name, job.note))
    if (job.state === 'done') {
      this.#complete += 1
      this.#items += items
      console.message(CLI_MESSAGES.campaignComplete(name, items))
    } else if (job.error !== null) {
      this.#note(job.error)
      const say = job.state === 'incomplete' ? CLI_MESSAGES.campaignIncomplete : CLI_MESSAGES.campaignFailed
      console.message(say(name, job.error.message))
    }
    // A run that was stopped keeps what it has fetched: such a job has not ended.
    const result = job.state === 'done' ? 'complete' : job.error === null ? 'interrupted' : job.state
    const expected = job.state === 'done' ? (summary?.expectedCount ?? null) : job.totalItems
    const { mode, note, error } = job
    console.json({ type: 'campaign', id, name: knownName, result, mode, items, expected, note, error })
  }

  end(): ExitCode {
    const { console } = this.#context
    if (this.#isInterrupted()) {
      this.#exitCode = worseOf(this.#exitCode, EXIT.incomplete)
      console.message(CLI_MESSAGES.interrupted)
    } else if (this.#exitCode === EXIT.done) {
      console.message(CLI_MESSAGES.synced(this.#complete, this.#items))
    } else if (this.#asked > 1) {
      console.message(CLI_MESSAGES.syncedInPart(this.#complete, this.#asked))
    }
    console.json({
      type: 'sync',
      connectionId: this.#session.connection.id,
      campaigns: this.#asked,
      complete: this.#complete,
      items: this.#items,
      exitCode: this.#exitCode,
    })
    return this.#exitCode
  }

  #isInterrupted(): boolean {
    return this.#context.io.interrupted.aborted
  }

  #note(error: Fault): void {
    this.#exitCode = worseOf(this.#exitCode, exitCodeOf(error.code, true))
  }
}
