import type { Connection } from '../contract/connection.ts'
import { CLI_MISSING, CLI_STATUS, CLI_USAGE } from './strings/command-line.ts'
import { filterConnections } from './choose-snapshot-source.ts'
import { downloadHint } from './command-hint.ts'
import { describeChoices } from './describe-choices.ts'
import type { CampaignsCommand, CommandName, ConnectionChoice, TimelineCommand } from './commands.ts'
import { listConnections, requireFolder, type Context } from './context.ts'
import { UsageError } from './errors.ts'

/** Returns the connections that match a choice. Throws a `UsageError` if a named one does not exist. */
export async function findConnections(
  choice: ConnectionChoice,
  command: CommandName,
  context: Context,
): Promise<readonly Connection[]> {
  const connections = await listConnections(context)
  return choice.connection === null && choice.baseUrl === null
    ? connections
    : filterConnections(connections, choice, command)
}

/** Returns the only connection of a list. Throws a `UsageError` that lists them if there are several. */
export function requireOne(connections: readonly Connection[], command: CommandName): Connection | undefined {
  const [only, another] = connections
  if (another !== undefined)
    throw new UsageError(CLI_MISSING.severalConnections(describeChoices(connections)), command)
  return only
}

/**
 * Returns the only connection of the data folder that matches a command; null, which is printed, if there is
 * no connection. Throws a `UsageError` that lists them if there are several, and if there is none for a file.
 */
export async function findOnlyConnection(
  { name, dataFolder, choice, output }: CampaignsCommand | TimelineCommand,
  context: Context,
): Promise<Connection | null> {
  await requireFolder(context, dataFolder, name)
  const only = requireOne(await findConnections(choice, name, context), name)
  if (only !== undefined) return only
  if (output !== null)
    throw new UsageError(
      CLI_MISSING.noDownloads(context.dataFolder, downloadHint([], ['--all'], context)),
      'none',
    )
  context.console.print(CLI_STATUS.noConnections(context.dataFolder))
  return null
}

/**
 * Returns the base address of a choice, else of the connection that it names, else of the only connection to
 * a service; null for the sample data. Throws a `UsageError` if there is none, or more than one.
 */
export async function resolveAddress(
  choice: ConnectionChoice,
  command: CommandName,
  context: Context,
): Promise<string | null> {
  // An address may be new.
  if (choice.baseUrl !== null) return choice.baseUrl
  const matches = await findConnections(choice, command, context)
  const candidates = choice.connection === null ? matches.filter(({ kind }) => kind === 'service') : matches
  const only = requireOne(candidates, command)
  if (only === undefined) throw new UsageError(CLI_USAGE.missingOption('--base-url'), command)
  return only.baseUrl
}
