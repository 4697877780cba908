import { existsSync } from 'node:fs'
import { AppError } from '../contract/app-error.ts'
import type { Connection, ConnectionFootprint } from '../contract/connection.ts'
import { escapeControls } from '../contract/escape-text.ts'
import { CLI_FORGET, CLI_USAGE } from './strings/command-line.ts'
import { forgetConnection } from '../app/connections.ts'
import { connectionLayout } from '../app/layout.ts'
import { parseConnectionChoice, parseCommonOptions } from './common-options.ts'
import type { ForgetCommand } from './commands.ts'
import { listConnections, requireFolder, withSession, type Context } from './context.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { findConnections, requireOne } from './find-connection.ts'
import type { GivenOptions } from './options.ts'
import { UsageError } from './errors.ts'

export function parseForget(options: GivenOptions): ForgetCommand {
  const [first, second] = ['connection', 'base-url', 'sample'].filter((name) => options.has(name))
  if (first === undefined) throw new UsageError(CLI_FORGET.noTarget, 'forget')
  if (second !== undefined && options.has('sample'))
    throw new UsageError(CLI_USAGE.notBoth('--sample', `--${first}`), 'forget')
  return {
    name: 'forget',
    ...parseCommonOptions(options),
    target: options.has('sample') ? 'sample' : parseConnectionChoice(options, 'forget'),
    confirmed: options.has('yes'),
  }
}

/** `forget`: removes a connection with all its data, after listing what will be lost. */
export async function forget(command: ForgetCommand, context: Context): Promise<ExitCode> {
  await requireFolder(context, command.dataFolder, 'forget')
  const { console, io } = context
  const connection = await findTarget(command, context)
  const { id, name, kind, baseUrl } = connection
  const footprint = await measure(connection, context)
  rejectIfOpen(connection, context)
  const { secrets, hasKey } = await findKeyEntry(connection, context)
  const losses = CLI_FORGET.losses({ ...footprint, hasKey })
  if (!command.confirmed) {
    for (const line of CLI_FORGET.warning(name, baseUrl, losses)) console.warning(line)
    if (io.confirm === null) throw new UsageError(CLI_FORGET.needsYes, 'none')
    await console.settle()
    if (!(await io.confirm(escapeControls(CLI_FORGET.question(name)))))
      throw new UsageError(CLI_FORGET.notRemoved, 'none')
    // Another process may have opened it meanwhile.
    rejectIfOpen(connection, context)
  }
  await forgetConnection(id, context.connections, secrets)
  console.message(CLI_FORGET.forgotten(name))
  console.json({ type: 'forget', id, name, kind, baseUrl, ...footprint, key: hasKey })
  return EXIT.done
}

async function findTarget({ target }: ForgetCommand, context: Context): Promise<Connection> {
  const matches =
    target === 'sample'
      ? (await listConnections(context)).filter(({ kind }) => kind === 'sample')
      : await findConnections(target, 'forget', context)
  const only = requireOne(matches, 'forget')
  if (only === undefined) throw new UsageError(CLI_FORGET.noSample, 'none')
  return only
}

/** Measures a connection; one whose cache cannot be opened can also be removed. */
async function measure(
  connection: Connection,
  context: Context,
): Promise<
  | ConnectionFootprint
  | (Pick<ConnectionFootprint, 'bytes'> & Record<'campaigns' | 'items' | 'reviews' | 'photos', null>)
> {
  try {
    return await withSession(context, connection, {}, (session) => session.footprint())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const bytes = await context.connections.bytesOnDisk(connection.id)
    return { campaigns: null, items: null, reviews: null, photos: null, bytes }
  }
}

/**
 * Rejects a connection that another process has open. The last process that closes the database removes its
 * log, and this one has just closed it.
 */
function rejectIfOpen({ id }: Connection, { dataFolder }: Context): void {
  const { databaseFile } = connectionLayout(dataFolder, id)
  if (existsSync(`${databaseFile}-wal`)) throw new AppError('cacheBusy')
}

async function findKeyEntry({ id, kind }: Connection, { io }: Context) {
  if (kind === 'sample') return { secrets: null, hasKey: false }
  const secrets = io.secrets()
  const { storage } = await secrets.status(id)
  return { secrets, hasKey: storage === 'keychain' }
}
