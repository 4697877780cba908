import type { CampaignSummary } from '../contract/campaign.ts'
import type { Connection } from '../contract/connection.ts'
import { CLI_MISSING } from '../contract/strings/command-line.ts'
import type { Choice, CommandName } from './commands.ts'
import { UsageError } from './errors.ts'

/** A connection with its campaigns. */
export interface SnapshotSource {
  readonly connection: Connection
  readonly databaseFile: string
  readonly reviewsFile: string
  readonly picturesFile: string
  readonly campaigns: readonly CampaignSummary[]
}

export function describeChoices(connections: readonly Connection[]): string {
  return connections.map(({ name, id }) => CLI_MISSING.choice(name, id)).join(', ')
}

/** Returns the connections that match a choice. Throws a `UsageError` if none does. */
export function filterConnections(
  connections: readonly Connection[],
  choice: Choice,
  command: CommandName,
): readonly Connection[] {
  const { connection: text, baseUrl } = choice
  const there = describeChoices(connections)
  const atAddress = connections.filter((each) => baseUrl === null || each.baseUrl === baseUrl)
  if (baseUrl !== null && atAddress.length === 0)
    throw new UsageError(CLI_MISSING.address(baseUrl, there), command)
  if (text === null) return atAddress
  const byId = atAddress.filter(({ id }) => id === text)
  const chosen = byId.length > 0 ? byId : atAddress.filter(({ name }) => name === text)
  if (chosen.length === 0) throw new UsageError(CLI_MISSING.connection(text, there), command)
  return chosen
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
  dataFolder: string,
  command: CommandName,
): SnapshotSource {
  const fitting = sources.filter((source) => {
    const copies = snapshotIdsOf(source)
    return campaigns.length === 0 ? copies.size > 0 : campaigns.every((id) => copies.has(id))
  })
  const [only, another] = fitting
  if (only !== undefined && another === undefined) return only
  if (only !== undefined)
    throw new UsageError(
      CLI_MISSING.several(describeChoices(fitting.map(({ connection }) => connection))),
      command,
    )
  if (sources.every((source) => snapshotIdsOf(source).size === 0))
    throw new UsageError(CLI_MISSING.nothing(dataFolder), 'none')
  const missing = campaigns.find((id) => !sources.some((source) => snapshotIdsOf(source).has(id)))
  throw new UsageError(missing === undefined ? CLI_MISSING.apart : CLI_MISSING.campaign(missing), 'none')
}
