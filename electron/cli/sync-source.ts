import { AppError } from '../contract/app-error.ts'
import type { Connection, KeyStatus } from '../contract/connection.ts'
import { CLI_MESSAGES, CLI_MISSING } from '../contract/strings/command-line.ts'
import { testConnection } from '../download/test-connection.ts'
import type { Secrets } from '../secrets/types.ts'
import { createService } from '../service/index.ts'
import { readAuthorityFile, savedAuthority } from './authority.ts'
import { describeChoices, narrow } from './choose-connection.ts'
import type { SyncCommand } from './commands.ts'
import type { Context } from './context.ts'
import { UsageError } from './usage-error.ts'

export const KEY_VARIABLE = 'CAMPAIGN_DESK_API_KEY'

/** Where a sync gets its campaigns from. */
export interface Source {
  readonly connection: Connection
  readonly secrets: Secrets
  /** PEM of what is trusted beside the system's authorities. */
  readonly authority: string | null
}

/** Whoever waits at a prompt, or a script with a schedule, wants to hear soon that it does not work. */
const CHECK_LIMITS = { timeouts: { answerMs: 15_000, idleMs: 15_000 }, retry: { attempts: 2 } }

const FOR_THIS_RUN: KeyStatus = { place: 'session', reason: null }

/** The key for this run only: a key from the environment is never put into the keychain. */
function holdKey(key: string): Secrets {
  return {
    get: () => Promise.resolve(key),
    set: () => Promise.resolve(FOR_THIS_RUN),
    remove: () => Promise.resolve(),
    status: () => Promise.resolve(FOR_THIS_RUN),
  }
}

/**
 * Finds the connection and its key, and asks the service once. A connection that is not there yet is made only
 * after a good answer, so that a wrong address or a wrong key leaves nothing behind.
 */
export async function openSource(command: SyncCommand, context: Context): Promise<Source> {
  if (command.source === 'sample')
    return { connection: await context.connections.createSample(), secrets: holdKey(''), authority: null }
  const { baseUrl } = command.source
  const given = await readAuthorityFile(command.authorityFile, 'sync')
  const fromEnvironment = context.env[KEY_VARIABLE] ?? ''
  const found =
    fromEnvironment === ''
      ? await fromKeychain(baseUrl, command, context)
      : { key: fromEnvironment, connection: await knownBy(baseUrl, fromEnvironment, command, context) }
  context.logger.conceal(found.key)
  context.console.progress(CLI_MESSAGES.checking(new URL(baseUrl).host))
  const authority = given ?? (await savedAuthority(found.connection, context))
  const fetch = context.io.fetchWith(authority)
  const service = createService({ baseUrl, key: found.key, fetch, ...CHECK_LIMITS })
  await testConnection(service, context.io.interrupted)
  const connection = found.connection ?? (await context.connections.create({ baseUrl, key: found.key }))
  return { connection, secrets: holdKey(found.key), authority }
}

/** The connection that belongs to the address and the key, or the one that was named; null for a new one. */
async function knownBy(
  baseUrl: string,
  key: string,
  { connection }: SyncCommand,
  { connections }: Context,
): Promise<Connection | null> {
  if (connection === null) return (await connections.findByAddress(baseUrl, key))[0] ?? null
  return narrow(await connections.list(), { connection, baseUrl }, 'sync')[0] ?? null
}

async function fromKeychain(
  baseUrl: string,
  { connection }: SyncCommand,
  { connections, io }: Context,
): Promise<{ readonly key: string; readonly connection: Connection }> {
  const there = await connections.findByAddress(baseUrl)
  const candidates = connection === null ? there : narrow(there, { connection, baseUrl }, 'sync')
  const secrets = io.secrets()
  const withKeys: { readonly key: string; readonly connection: Connection }[] = []
  for (const candidate of candidates) {
    const key = await secrets.get(candidate.id)
    if (key !== null) withKeys.push({ key, connection: candidate })
  }
  const [only, another] = withKeys
  if (only === undefined) throw await noKey(secrets, candidates)
  if (another !== undefined) {
    const choices = describeChoices(withKeys.map((each) => each.connection))
    throw new UsageError(CLI_MISSING.several(choices), 'sync')
  }
  return only
}

async function noKey(secrets: Secrets, candidates: readonly Connection[]): Promise<AppError> {
  const error = new AppError('keyMissing')
  const [first] = candidates
  const reason = first === undefined ? null : (await secrets.status(first.id)).reason
  error.message = reason === null ? CLI_MESSAGES.keyMissing : `${CLI_MESSAGES.keyMissing} ${reason}`
  return error
}
