import type { CampaignSummary } from '../contract/campaign.ts'
import type { Connection } from '../contract/connection.ts'
import { AppError } from '../contract/app-error.ts'
import { CLI_STATUS } from './strings/command-line.ts'
import type { StatusCommand } from './commands.ts'
import { requireFolder, withSession, type Context } from './context.ts'
import { EXIT, exitCodeOf, worseOf, type ExitCode } from './exit-codes.ts'
import { findConnections } from './find-connection.ts'
import { alignColumns } from './table.ts'

/** `status`: prints the downloaded campaigns. Needs no network. */
export async function status(command: StatusCommand, context: Context): Promise<ExitCode> {
  await requireFolder(context, command.dataFolder, 'status')
  const connections = await findConnections(command.choice, 'status', context)
  if (connections.length === 0) context.console.print(CLI_STATUS.noConnections(context.dataFolder))
  let exitCode: ExitCode = EXIT.done
  for (const connection of connections)
    exitCode = worseOf(exitCode, await printConnection(connection, context, Date.now()))
  return exitCode
}

/** Prints the status of a connection, or a warning if its cache cannot be read. */
async function printConnection(connection: Connection, context: Context, now: number): Promise<ExitCode> {
  try {
    const campaigns = await withSession(context, connection, {}, ({ store }) => store.listCampaigns())
    printForPeople(connection, campaigns, context, now)
    printForPrograms(connection, campaigns, context, now)
    return EXIT.done
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    context.console.print(titleOf(connection), '')
    context.console.warning(CLI_STATUS.unreadable(connection.name, error.message))
    context.console.json({ ...connectionJson(connection), error: error.toFault() })
    return exitCodeOf(error.code, false)
  }
}

function titleOf({ name, baseUrl }: Connection): string {
  return baseUrl === null ? name : CLI_STATUS.connection(name, baseUrl)
}

function connectionJson({ id, name, kind, baseUrl }: Connection) {
  return { type: 'connection', id, name, kind, baseUrl } as const
}

function countItems(campaigns: readonly CampaignSummary[]): number {
  return campaigns.reduce((sum, { itemCount }) => sum + itemCount, 0)
}

function printForPeople(
  connection: Connection,
  campaigns: readonly CampaignSummary[],
  { console }: Context,
  now: number,
): void {
  const downloaded = campaigns.filter(({ copy }) => copy !== 'none')
  const lines = [titleOf(connection), `  ${CLI_STATUS.totals(downloaded.length, countItems(downloaded))}`]
  if (downloaded.length < campaigns.length)
    lines.push(`  ${CLI_STATUS.notDownloaded(campaigns.length - downloaded.length)}`)
  const rows = downloaded.map((campaign) => [
    campaign.name ?? campaign.id,
    campaign.reference ?? '',
    itemsOf(campaign),
    campaign.copy === 'complete' ? CLI_STATUS.complete : CLI_STATUS.incomplete,
    campaign.fetchedAt === null ? '' : CLI_STATUS.age(now - campaign.fetchedAt),
    campaign.id,
    recordText(campaign),
  ])
  lines.push(...alignColumns(rows).map((row) => `  ${row}`))
  console.print(...lines, '')
}

function recordText({ recordState, isUnavailable }: CampaignSummary): string {
  if (recordState === 'missing' && isUnavailable) return CLI_STATUS.record.unavailable
  return recordState === 'forbidden' || recordState === 'missing' ? CLI_STATUS.record[recordState] : ''
}

function itemsOf({ itemCount, expectedCount, copy }: CampaignSummary): string {
  return copy === 'complete' || expectedCount === null
    ? CLI_STATUS.items(itemCount)
    : CLI_STATUS.itemsOf(itemCount, expectedCount)
}

function printForPrograms(
  connection: Connection,
  campaigns: readonly CampaignSummary[],
  { console }: Context,
  now: number,
): void {
  const downloaded = campaigns.filter(({ copy }) => copy !== 'none')
  console.json({ ...connectionJson(connection), campaigns: downloaded.length, items: countItems(downloaded) })
  for (const campaign of campaigns) {
    const { id, name, reference, itemCount, expectedCount, copy, incompleteReason, fetchedAt } = campaign
    const { recordState, isUnavailable } = campaign
    console.json({
      type: 'campaign',
      connectionId: connection.id,
      id,
      name,
      reference,
      items: itemCount,
      expected: expectedCount,
      completeness: copy,
      incompleteReason,
      record: recordState,
      unavailable: isUnavailable,
      otherTypes: campaign.otherTypes,
      fetchedAt: fetchedAt === null ? null : new Date(fetchedAt).toISOString(),
      ageSeconds: fetchedAt === null ? null : Math.max(0, Math.round((now - fetchedAt) / 1_000)),
    })
  }
}
