import { AppError } from '../contract/app-error.ts'
import type { Connection, KeyStatus } from '../contract/connection.ts'
import { CLI_MESSAGES } from '../contract/strings/command-line.ts'
import { testConnection } from '../download/test-connection.ts'
import type { Secrets } from '../secrets/types.ts'
import { createService } from '../service/index.ts'
import { readAuthorityFile, savedAuthority } from './authority.ts'
import type { SyncCommand } from './commands.ts'
import type { Context } from './context.ts'
import { findKey } from './find-key.ts'

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
  const found = await findKey(baseUrl, command.connection, 'sync', context)
  const { key } = found
  if (key === null) throw await noKey(context.io.secrets(), found.candidates)
  context.logger.conceal(key)
  context.console.progress(CLI_MESSAGES.checking(new URL(baseUrl).host))
  const authority = given ?? (await savedAuthority(found.connection, context))
  const fetch = context.io.fetchWith(authority)
  const service = createService({ baseUrl, key, fetch, ...CHECK_LIMITS })
  await testConnection(service, context.io.interrupted)
  const connection = found.connection ?? (await context.connections.create({ baseUrl, key }))
  return { connection, secrets: holdKey(key), authority }
}

async function noKey(secrets: Secrets, candidates: readonly Connection[]): Promise<AppError> {
  const error = new AppError('keyMissing')
  const [first] = candidates
  const reason = first === undefined ? null : (await secrets.status(first.id)).reason
  error.message = reason === null ? CLI_MESSAGES.keyMissing : `${CLI_MESSAGES.keyMissing} ${reason}`
  return error
}
