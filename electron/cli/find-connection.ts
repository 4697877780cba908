import type { Connection } from '../contract/connection.ts'
import { CLI_MISSING, CLI_USAGE } from '../contract/strings/command-line.ts'
import { describeChoices, filterConnections } from './choose-snapshot-source.ts'
import type { Choice, CommandName } from './commands.ts'
import { listConnections, type Context } from './context.ts'
import { UsageError } from './errors.ts'

/**
 * Returns the connections that a choice leaves, all without one. Throws a `UsageError` where a named one is
 * missing.
 */
export async function findConnections(
  choice: Choice,
  command: CommandName,
  context: Context,
): Promise<readonly Connection[]> {
  const connections = await listConnections(context)
  return choice.connection === null && choice.baseUrl === null
    ? connections
    : filterConnections(connections, choice, command)
}

/**
 * Returns the only one of several connections. Throws a `UsageError` that names them where there is more than
 * one.
 */
export function requireOne(connections: readonly Connection[], command: CommandName): Connection | undefined {
  const [only, another] = connections
  if (another !== undefined) throw new UsageError(CLI_MISSING.several(describeChoices(connections)), command)
  return only
}

/**
 * Returns the base address of a choice, else of the connection that it names, else of the only connection to
 * a service; null for the sample data. Throws a `UsageError` where there is none, or more than one.
 */
export async function resolveAddress(
  choice: Choice,
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
