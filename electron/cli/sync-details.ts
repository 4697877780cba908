import type { DetailsResult } from '../contract/campaign.ts'
import type { Fault } from '../contract/faults.ts'
import { CLI_DETAILS_RUN, CLI_MESSAGES } from './strings/command-line.ts'
import type { ConnectionSession } from '../app/types.ts'
import { fetchDetails } from '../download/fetch-details.ts'
import type { SyncCommand } from './commands.ts'
import { withSession, type Context } from './context.ts'
import { faultText, redactFault } from './errors.ts'
import { EXIT, exitCodeOf, interruptedExitCode, worseOf, type ExitCode } from './exit-codes.ts'
import { createWaitPrinter } from './retry-options.ts'
import type { SyncSource } from './sync-source.ts'

/** `sync --details`: fetches the records of campaigns that are not downloaded, without their items. */
export async function syncDetails(
  command: SyncCommand,
  { connection, secrets, tls }: SyncSource,
  context: Context,
): Promise<ExitCode> {
  const { console, io } = context
  const options = { secrets, tls, retry: command.retry, onWait: createWaitPrinter(console) }
  return withSession(context, connection, options, async (session) => {
    let exitCode: ExitCode = EXIT.done
    const redact = (fault: Fault): Fault => redactFault(fault, context.logger)
    const warn = (fault: Fault, sentence: (text: string) => string): void => {
      exitCode = worseOf(exitCode, exitCodeOf(fault.code, true))
      console.warning(sentence(faultText(fault)))
    }
    if (command.campaigns === 'all' && !io.interrupted.aborted) {
      const fault = await discover(session, context)
      if (fault !== null) warn(redact(fault), CLI_MESSAGES.searchIncomplete)
    }
    const { ids, added } = await campaignsToFetch(command, session)
    const unknownToService: string[] = []
    const counts: Record<DetailsResult, number> = {
      fetched: 0,
      forbidden: 0,
      missing: 0,
      skipped: 0,
      failed: 0,
    }
    const end = io.interrupted.aborted
      ? null
      : await fetchDetails(ids, {
          service: await session.service(),
          store: session.store,
          signal: io.interrupted,
          onResult: (id, result, fault) => {
            counts[result] += 1
            if (result === 'missing' && added.includes(id)) unknownToService.push(id)
            const error = fault === null ? null : redact(fault)
            if (error !== null) warn(error, (text) => CLI_DETAILS_RUN.failed(id, text))
            console.json({ type: 'details', id, result, error })
            console.progress(CLI_DETAILS_RUN.progress(sumOf(counts), ids.length))
          },
        })
    await session.store.removeCampaigns(unknownToService)
    const interrupted = interruptedExitCode(io.interrupted)
    if (interrupted !== null) exitCode = interrupted
    else if (end !== null) warn(redact(end), CLI_DETAILS_RUN.ended)
    console.message(CLI_DETAILS_RUN.result(counts, ids.length - sumOf(counts)))
    const { skipped: _skipped, ...others } = counts
    console.json({
      type: 'sync',
      connectionId: connection.id,
      ...others,
      pending: ids.length - sumOf(counts),
      exitCode,
    })
    return exitCode
  })
}

/** Searches for campaigns. Returns the fault of an incomplete search; null if it is complete. */
async function discover({ downloads }: ConnectionSession, { console, io }: Context): Promise<Fault | null> {
  const stop = (): void => void downloads.close()
  io.interrupted.addEventListener('abort', stop)
  try {
    const { jobId } = downloads.discover()
    const { campaignsFound, error } = await downloads.waitForEnd(jobId)
    console.message(CLI_MESSAGES.found(campaignsFound))
    return error
  } finally {
    io.interrupted.removeEventListener('abort', stop)
  }
}

/** The campaigns to fetch, and those among them that were not known, which get a row for their records. */
interface CampaignsToFetch {
  readonly ids: readonly string[]
  readonly added: readonly string[]
}

/** Returns the named campaigns, or those of which nothing was fetched yet. */
async function campaignsToFetch(
  { campaigns }: SyncCommand,
  { store }: ConnectionSession,
): Promise<CampaignsToFetch> {
  const known = await store.listCampaigns()
  if (campaigns.length > 0 && campaigns !== 'all' && campaigns !== 'downloaded') {
    const knownIds = new Set(known.map(({ id }) => id))
    const added = campaigns.filter((id) => !knownIds.has(id))
    await store.addCampaigns(added.map((id) => ({ id, name: null, items: null })))
    return { ids: campaigns, added }
  }
  const ids = known
    .filter(({ copy, recordState }) => copy === 'none' && recordState === 'never')
    .map(({ id }) => id)
  return { ids, added: [] }
}

function sumOf(counts: Readonly<Record<DetailsResult, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
