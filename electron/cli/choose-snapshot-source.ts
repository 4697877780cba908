import type { CampaignSummary } from '../contract/campaign.ts'
import type { Connection } from '../contract/connection.ts'
import { CLI_MISSING } from './strings/command-line.ts'
import { downloadHint } from './command-hint.ts'
import type { ConnectionChoice, CommandName } from './commands.ts'
import type { Context } from './context.ts'
import { describeChoices } from './describe-choices.ts'
import { UsageError } from './errors.ts'

/** A connection with its campaigns and its files. */
export interface SnapshotSource {
  readonly connection: Connection
  readonly databaseFile: string
  readonly reviewsFile: string
  readonly picturesFile: string
  readonly campaigns: readonly CampaignSummary[]
}

/** Returns the connections that match a choice. Throws a `UsageError` if none does. */
export function filterConnections(
  connections: readonly Connection[],
  choice: ConnectionChoice,
  command: CommandName,
): readonly Connection[] {
  const { connection: nameOrId, baseUrl } = choice
  const descriptions = describeChoices(connections)
  const withAddress = connections.filter((each) => baseUrl === null || each.baseUrl === baseUrl)
  if (baseUrl !== null && withAddress.length === 0)
    throw new UsageError(CLI_MISSING.address(baseUrl, descriptions), command)
  if (nameOrId === null) return withAddress
  const withId = withAddress.filter(({ id }) => id === nameOrId)
  const matches = withId.length > 0 ? withId : withAddress.filter(({ name }) => name === nameOrId)
  if (matches.length === 0) throw new UsageError(CLI_MISSING.connection(nameOrId, descriptions), command)
  return matches
}

function snapshotIdsOf({ campaigns }: SnapshotSource): ReadonlySet<string> {
  return new Set(campaigns.filter(({ copy }) => copy !== 'none').map(({ id }) => id))
}

/**
 * Returns the only connection with snapshots of all requested campaigns, or of any campaign if none was
 * named. Throws a `UsageError` that names what is missing or possible.
 */
export function chooseSnapshotSource(
  sources: readonly SnapshotSource[],
  campaigns: readonly string[],
  context: Pick<Context, 'dataFolder' | 'requestedFolder'>,
  command: CommandName,
): SnapshotSource {
  const connections = sources.map(({ connection }) => connection)
  const matches = sources.filter((source) => {
    const snapshotIds = snapshotIdsOf(source)
    return campaigns.length === 0 ? snapshotIds.size > 0 : campaigns.every((id) => snapshotIds.has(id))
  })
  const [only, another] = matches
  if (only !== undefined && another === undefined) return only
  if (only !== undefined)
    throw new UsageError(
      CLI_MISSING.severalConnections(describeChoices(matches.map(({ connection }) => connection))),
      command,
    )
  if (sources.every((source) => snapshotIdsOf(source).size === 0))
    throw new UsageError(
      CLI_MISSING.noDownloads(context.dataFolder, downloadHint(connections, ['--all'], context)),
      'none',
    )
  const connectionsOf = (id: string): readonly Connection[] => {
    const found = sources.filter(({ campaigns: each }) => each.some((campaign) => campaign.id === id))
    return found.length === 0 ? connections : found.map(({ connection }) => connection)
  }
  const otherCase = campaigns.flatMap((id) =>
    sources.flatMap((source) => {
      const ids = snapshotIdsOf(source)
      const match = [...ids].find((each) => each.toLowerCase() === id.toLowerCase())
      return ids.has(id) || match === undefined ? [] : [[id, match] as const]
    }),
  )[0]
  if (otherCase !== undefined) throw new UsageError(CLI_MISSING.campaignInOtherCase(...otherCase), 'none')
  const missing = campaigns.find((id) => !sources.some((source) => snapshotIdsOf(source).has(id)))
  throw new UsageError(
    missing === undefined
      ? CLI_MISSING.differentConnections
      : CLI_MISSING.campaign(missing, downloadHint(connectionsOf(missing), ['--campaign', missing], context)),
    'none',
  )
}
