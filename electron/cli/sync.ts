import type { Fault } from '../contract/faults.ts'
import type { DownloadJob } from '../contract/jobs.ts'
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
    const stop = (): void => {
      for (const { jobId } of session.downloads.list()) session.downloads.cancel(jobId)
    }
    context.io.interrupted.addEventListener('abort', stop)
    try {
      const run = new SyncRun(session, context)
      if (command.campaigns === 'all') {
        await run.findCampaigns()
        context.console.message(CLI_MESSAGES.found(found.size))
      }
      await run.download(command.campaigns === 'all' ? [...found] : command.campaigns)
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
  #asked = 0
  #complete = 0
  #items = 0
  #exitCode: ExitCode = EXIT.done

  constructor(session: ConnectionSession, context: Context) {
    this.#session = session
    this.#context = context
  }

  /** What a search has found before it failed is worth downloading all the same. */
  async findCampaigns(): Promise<void> {
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
      const [started] = downloads.start([id])
      if (started === undefined) continue
      const job = await downloads.finished(started.jobId)
      await this.#report(id, job)
      // With a key that is refused here, every other campaign would be refused too.
      if (job.error?.code === 'serviceUnauthorized') return
    }
  }

  async #report(id: string, job: DownloadJob): Promise<void> {
    const { console } = this.#context
    const summary = (await this.#session.store.getCampaign(id))?.summary
    const knownName = summary?.name ?? job.campaignName
    const name = knownName ?? id
    const items = summary?.itemCount ?? 0
    if (job.error === null) {
      this.#complete += 1
      this.#items += items
      console.message(CLI_MESSAGES.campaignComplete(name, items))
    } else {
      this.#note(job.error)
      const say = job.state === 'incomplete' ? CLI_MESSAGES.campaignIncomplete : CLI_MESSAGES.campaignFailed
      if (job.state !== 'cancelled') console.message(say(name, job.error.message))
    }
    const result = job.error === null ? 'complete' : job.state
    const expected = summary?.expectedCount ?? null
    console.json({ type: 'campaign', id, name: knownName, result, items, expected, error: job.error })
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
