import { CLI_MISSING } from '../contract/strings/command-line.ts'
import { chooseHolding, narrow, type Holding } from './choose-connection.ts'
import type { ChangesCommand, ExportCommand, ReviewCommand } from './commands.ts'
import { listConnections, requireFolder, withSession, type Context } from './context.ts'
import { UsageError } from './usage-error.ts'

/** The one connection whose copies a command means. Throws a `UsageError` when there is none, or several could be. */
export async function findHolding(
  command: ExportCommand | ChangesCommand | ReviewCommand,
  context: Context,
): Promise<Holding> {
  await requireFolder(context, command.dataFolder, command.name)
  const connections = await listConnections(context)
  if (connections.length === 0) throw new UsageError(CLI_MISSING.nothing(context.dataFolder), 'none')
  const holdings: Holding[] = []
  for (const connection of narrow(connections, command.choice, command.name)) {
    holdings.push(
      await withSession(
        context,
        connection,
        {},
        async ({ store, databaseFile, reviewsFile, picturesFile }) => ({
          connection,
          databaseFile,
          reviewsFile,
          picturesFile,
          campaigns: await store.listCampaigns(),
        }),
      ),
    )
  }
  return chooseHolding(holdings, command.campaigns, context.dataFolder, command.name)
}
