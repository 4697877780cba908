import { isReviewColumnKey } from '../contract/export-options.ts'
import { CLI_MESSAGES, CLI_MISSING } from './strings/command-line.ts'
import { chooseSnapshotSource, filterConnections, type SnapshotSource } from './choose-snapshot-source.ts'
import { downloadHint } from './command-hint.ts'
import type {
  ChangesCommand,
  CompareCommand,
  ExportCommand,
  ReviewCommand,
  StatsCommand,
} from './commands.ts'
import { listConnections, requireFolder, withSession, type Context } from './context.ts'
import { UsageError } from './errors.ts'
import { readsMarks } from './where/where-options.ts'

/** A command that reads snapshots of one connection. */
type SnapshotCommand = ExportCommand | ChangesCommand | ReviewCommand | StatsCommand | CompareCommand

/**
 * Returns the only connection whose snapshots match a command. Throws a `UsageError` if none or several do.
 */
export async function findSnapshotSource(
  command: SnapshotCommand,
  context: Context,
): Promise<SnapshotSource> {
  await requireFolder(context, command.dataFolder, command.name)
  const connections = await listConnections(context)
  if (connections.length === 0)
    throw new UsageError(
      CLI_MISSING.noDownloads(context.dataFolder, downloadHint([], ['--all'], context)),
      'none',
    )
  const sources: SnapshotSource[] = []
  for (const connection of filterConnections(connections, command.choice, command.name)) {
    sources.push(
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
  return chooseSnapshotSource(sources, command.campaigns, context, command.name)
}

/** Warns that items may be missing from the result. */
export function warnIfIncomplete(
  { campaigns }: SnapshotSource,
  command: Pick<SnapshotCommand, 'campaigns'>,
  { console }: Pick<Context, 'console'>,
): void {
  for (const { id, name, copy, incompleteReason } of campaigns) {
    const isRequested = command.campaigns.length === 0 || command.campaigns.includes(id)
    if (isRequested && copy === 'incomplete')
      console.warning(CLI_MESSAGES.incompleteCopy(name ?? id, incompleteReason))
  }
}

function readsReviews(command: SnapshotCommand): boolean {
  switch (command.name) {
    case 'review':
      return true
    case 'changes':
    case 'compare':
      return false
    case 'export':
      return command.columns.some(isReviewColumnKey) || readsMarks(command.where, command.name)
    case 'stats':
      return command.by.some((keys) => keys.includes('mark')) || readsMarks(command.where, command.name)
  }
}
