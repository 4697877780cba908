import { AppError } from '../contract/app-error.ts'
import type { Connection, KeyStatus } from '../contract/connection.ts'
import { CLI_MESSAGES, CLI_USAGE } from './strings/command-line.ts'
import type { Secrets } from '../secrets/types.ts'
import { DEFAULT_TLS, type TlsSettings } from '../service/tls-settings.ts'
import { testService } from '../app/test-service.ts'
import { describeChoices } from './describe-choices.ts'
import { commandHint } from './command-hint.ts'
import type { ConnectionChoice, SyncCommand } from './commands.ts'
import type { Context } from './context.ts'
import { UsageError } from './errors.ts'
import { findConnections, requireOne, resolveAddress } from './find-connection.ts'
import { findKey } from './find-key.ts'
import { createWaitPrinter } from './retry-options.ts'
import { completeTls, readTlsFiles } from './tls.ts'

/** The connection from which a sync downloads. */
export interface SyncSource {
  readonly connection: Connection
  readonly secrets: Secrets
  readonly tls: TlsSettings
}

const SESSION_KEY: KeyStatus = { storage: 'session', reason: null }

/** Returns a key for this run only: a key from the environment is never saved to the keychain. */
function keyForThisRun(key: string): Secrets {
  return {
    get: () => Promise.resolve(key),
    set: () => Promise.resolve(SESSION_KEY),
    remove: () => Promise.resolve(),
    status: () => Promise.resolve(SESSION_KEY),
  }
}

/**
 * Finds the connection and its key, and tests the service. A new connection is created only after a
 * successful test, so that an invalid address or key creates nothing.
 */
export async function openSource(command: SyncCommand, context: Context): Promise<SyncSource> {
  const { source } = command
  const sampleSource = async (): Promise<SyncSource> => ({
    connection: await context.connections.createSample(),
    secrets: keyForThisRun(''),
    tls: DEFAULT_TLS,
  })
  if (source === 'sample') return sampleSource()
  const choice = await chooseOnly(source, context)
  const baseUrl = await resolveAddress(choice, 'sync', context)
  if (baseUrl === null) return sampleSource()
  const named = await readTlsFiles(command, 'sync', context.env)
  const keyResult = await findKey(baseUrl, choice.connection, 'sync', context)
  const { key } = keyResult
  if (key === null) throw await missingKeyError(context.io.secrets(), keyResult.candidates)
  context.logger.conceal(key)
  context.console.progress(CLI_MESSAGES.checking(new URL(baseUrl).host))
  const tls = await completeTls(named, baseUrl, keyResult.connection, context)
  await testService({
    baseUrl,
    key,
    fetch: context.io.fetchWith(tls),
    retry: command.retry,
    onWait: createWaitPrinter(context.console),
    isNew: keyResult.connection === null,
    signal: context.io.interrupted,
  })
  const connection = keyResult.connection ?? (await createConnection(baseUrl, key, command, context))
  return { connection, secrets: keyForThisRun(key), tls }
}

/**
 * Returns a choice that names a connection or an address; one without both names the only connection, which
 * its id keeps even if the key is another one. Throws a `UsageError` if there are none or several.
 */
async function chooseOnly(choice: ConnectionChoice, context: Context): Promise<ConnectionChoice> {
  if (choice.connection !== null || choice.baseUrl !== null) return choice
  const only = requireOne(await findConnections(choice, 'sync', context), 'sync')
  if (only === undefined) throw new UsageError(CLI_USAGE.needsOne('--base-url', '--sample'), 'sync')
  return { ...choice, connection: only.id }
}

/**
 * Creates the connection of an address and a key. If the address has others, another key was used before: it
 * may have been replaced, so a warning shows how to continue with the earlier downloads.
 */
async function createConnection(
  baseUrl: string,
  key: string,
  { campaigns }: SyncCommand,
  context: Context,
): Promise<Connection> {
  const connection = await context.connections.create({ baseUrl, key })
  const others = (await context.connections.findByAddress(baseUrl)).filter(({ id }) => id !== connection.id)
  const [other] = others
  if (other === undefined) return connection
  const mode = campaigns === 'all' ? '--all' : '--recent'
  const lines = CLI_MESSAGES.createdForKey({
    created: describeChoices([connection]),
    others: describeChoices(others),
    continueWith: commandHint(['sync', '--connection', other.id, mode], context),
    removeWith: commandHint(['forget', '--connection', connection.id], context),
  })
  for (const line of lines) context.console.warning(line)
  return connection
}

async function missingKeyError(secrets: Secrets, candidates: readonly Connection[]): Promise<AppError> {
  const error = new AppError('keyMissing')
  const [first] = candidates
  const reason = first === undefined ? null : (await secrets.status(first.id)).reason
  error.message = reason === null ? CLI_MESSAGES.keyMissing : `${CLI_MESSAGES.keyMissing} ${reason}`
  return error
}
