import { AppError } from '../contract/app-error.ts'
import type { Connection } from '../contract/connection.ts'
import { CLI_DETAILS, CLI_MISSING } from './strings/command-line.ts'
import { createConnectionKeys } from '../app/connection-keys.ts'
import { filterConnections } from './choose-snapshot-source.ts'
import { describeChoices } from './describe-choices.ts'
import type { CommandName } from './commands.ts'
import type { Context } from './context.ts'
import { UsageError } from './errors.ts'
import { requireOne } from './find-connection.ts'

const KEY_VARIABLE = 'CAMPAIGN_DESK_API_KEY'

/** The key for an address with its connection. */
export interface FoundKey {
  /** Null: there is none. */
  readonly key: string | null
  /** Null: there is none yet. */
  readonly connection: Connection | null
  /** Connections whose keychain entries were read. */
  readonly candidates: readonly Connection[]
}

/**
 * Returns the key of the environment, else of the keychain. Throws a `UsageError` if the named connection
 * does not exist or several match, and `keyWithheld` if the connection has changed since its key was saved.
 */
export async function findKey(
  baseUrl: string,
  connection: string | null,
  command: CommandName,
  context: Context,
): Promise<FoundKey> {
  const key = (context.env[KEY_VARIABLE] ?? '').trim()
  if (key === '') return readKeychain(baseUrl, connection, command, context)
  context.console.detail(CLI_DETAILS.keyFromEnvironment)
  return { key, connection: await findConnection(baseUrl, key, connection, command, context), candidates: [] }
}

/** Returns the connection of an address and a key, or the named one; null for a new one. */
async function findConnection(
  baseUrl: string,
  key: string,
  connection: string | null,
  command: CommandName,
  { connections }: Context,
): Promise<Connection | null> {
  if (connection === null) return (await connections.findByAddress(baseUrl, key))[0] ?? null
  const matches = filterConnections(await connections.list(), { connection, baseUrl }, command)
  return requireOne(matches, command) ?? null
}

async function readKeychain(
  baseUrl: string,
  connection: string | null,
  command: CommandName,
  context: Context,
): Promise<FoundKey> {
  const { connections, io } = context
  const candidates =
    connection === null
      ? await connections.findByAddress(baseUrl)
      : filterConnections(await connections.list(), { connection, baseUrl }, command)
  const keys = createConnectionKeys({ secrets: io.secrets(), connections })
  const foundKeys: FoundKey[] = []
  const withheldErrors: AppError[] = []
  for (const candidate of candidates) {
    try {
      const key = await keys.get(candidate)
      if (key !== null) foundKeys.push({ key, connection: candidate, candidates })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'keyWithheld') throw error
      withheldErrors.push(error)
    }
  }
  const [only, another] = foundKeys
  if (only === undefined && withheldErrors[0] !== undefined) throw withheldErrors[0]
  if (only === undefined) return { key: null, connection: candidates[0] ?? null, candidates }
  if (another !== undefined) {
    const choices = describeChoices(foundKeys.flatMap((each) => each.connection ?? []))
    throw new UsageError(CLI_MISSING.severalConnections(choices), command)
  }
  context.console.detail(CLI_DETAILS.keyFromKeychain)
  return only
}
