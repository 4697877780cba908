import { isReviewColumnKey } from '../contract/export-options.ts'
import { CLI_MISSING } from '../contract/strings/command-line.ts'
import { chooseHolding, narrow, type Holding } from './choose-connection.ts'
import type { ChangesCommand, ExportCommand, ReviewCommand } from './commands.ts'
import { listConnections, requireFolder, withSession, type Context } from './context.ts'
import { UsageError } from './errors.ts'

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
        async ({ store, reviews, databaseFile, reviewsFile, picturesFile }) => {
          if (readsReviews(command)) await reviews.replaceDamaged()
          const campaigns = await store.listCampaigns()
          return { connection, databaseFile, reviewsFile, picturesFile, campaigns }
        },
      ),
    )
  }
  return chooseHolding(holdings, command.campaigns, context.dataFolder, command.name)
}

function readsReviews(command: ExportCommand | ChangesCommand | ReviewCommand): boolean {
  return command.name === 'review' || (command.name === 'export' && command.columns.some(isReviewColumnKey))
}
