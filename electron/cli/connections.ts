import { AppError } from '../contract/app-error.ts'
import type { Connection, KeyStatus } from '../contract/connection.ts'
import { createConnectionKeys } from '../app/connection-keys.ts'
import { CLI_CONNECTIONS, CLI_STATUS } from './strings/command-line.ts'
import { parseCommonOptions } from './common-options.ts'
import type { ConnectionsCommand } from './commands.ts'
import { listConnections, requireFolder, withSession, type Context } from './context.ts'
import { EXIT, exitCodeOf, type ExitCode, worseOf } from './exit-codes.ts'
import type { GivenOptions } from './options.ts'
import { alignColumns } from './table.ts'

/** Indexes of the columns with numbers. */
const NUMBER_COLUMNS = [2, 3, 4]

export function parseConnections(options: GivenOptions): ConnectionsCommand {
  return { name: 'connections', ...parseCommonOptions(options) }
}

/** `connections`: lists the connections with the locations of their keys. */
export async function listAllConnections(command: ConnectionsCommand, context: Context): Promise<ExitCode> {
  await requireFolder(context, command.dataFolder, 'connections')
  const { console } = context
  const connections = await listConnections(context)
  const rows: (readonly string[])[] = []
  const keyReasons = new Set<string>()
  let exitCode: ExitCode = EXIT.done
  for (const connection of connections) {
    const { id, name, kind, baseUrl } = connection
    const counts = await countItems(connection, context)
    const bytes = await context.connections.bytesOnDisk(id)
    const key = await keyStatus(connection, context)
    if (key.reason !== null) keyReasons.add(key.reason)
    if (counts instanceof AppError) {
      exitCode = worseOf(exitCode, exitCodeOf(counts.code, false))
      console.warning(CLI_STATUS.unreadable(name, counts.message))
    }
    const { campaigns, items } = counts instanceof AppError ? { campaigns: null, items: null } : counts
    const address = baseUrl ?? CLI_CONNECTIONS.noAddress
    rows.push([
      name,
      address,
      ...CLI_CONNECTIONS.numbers(campaigns, items, bytes),
      CLI_CONNECTIONS.key[key.storage],
      id,
    ])
    console.json({
      type: 'connection',
      id,
      name,
      kind,
      baseUrl,
      campaigns,
      items,
      bytes,
      key: key.storage,
      ...(counts instanceof AppError ? { error: counts.toFault() } : {}),
    })
  }
  if (connections.length === 0) console.print(CLI_STATUS.noConnections(context.dataFolder))
  else console.print(alignColumns([CLI_CONNECTIONS.header, ...rows], NUMBER_COLUMNS))
  for (const reason of keyReasons) console.warning(reason)
  return exitCode
}

/** Returns the number of downloaded campaigns and items, or why they cannot be counted. */
async function countItems(
  connection: Connection,
  context: Context,
): Promise<{ readonly campaigns: number; readonly items: number } | AppError> {
  try {
    return await withSession(context, connection, {}, ({ store }) => store.countItems())
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function keyStatus(connection: Connection, { io, connections }: Context): Promise<KeyStatus> {
  return createConnectionKeys({ secrets: io.secrets(), connections }).status(connection)
}
