import type { CampaignSummary } from '../contract/campaign.ts'
import type { Connection } from '../contract/connection.ts'
import { CLI_MISSING } from '../contract/strings/command-line.ts'
import type { Choice, CommandName } from './commands.ts'
import { UsageError } from './errors.ts'

/** A connection with the campaigns that it knows. */
export interface Holding {
  readonly connection: Connection
  readonly databaseFile: string
  readonly reviewsFile: string
  readonly picturesFile: string
  readonly campaigns: readonly CampaignSummary[]
}

export function describeChoices(connections: readonly Connection[]): string {
  return connections.map(({ name, id }) => CLI_MISSING.choice(name, id)).join(', ')
}

/** The connections that a choice leaves. Throws a `UsageError` when it leaves none. */
export function narrow(
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

function copiesOf({ campaigns }: Holding): ReadonlySet<string> {
  return new Set(campaigns.filter(({ copy }) => copy !== 'none').map(({ id }) => id))
}

/**
 * The one connection whose copies are meant: the only one that holds all of the campaigns asked for, or the
 * only one that holds any where none was named. Throws a `UsageError` that names what is missing or possible.
 */
export function chooseHolding(
  holdings: readonly Holding[],
  campaigns: readonly string[],
  dataFolder: string,
  command: CommandName,
): Holding {
  const fitting = holdings.filter((holding) => {
    const copies = copiesOf(holding)
    return campaigns.length === 0 ? copies.size > 0 : campaigns.every((id) => copies.has(id))
  })
  const [only, another] = fitting
  if (only !== undefined && another === undefined) return only
  if (only !== undefined)
    throw new UsageError(
      CLI_MISSING.several(describeChoices(fitting.map(({ connection }) => connection))),
      command,
    )
  if (holdings.every((holding) => copiesOf(holding).size === 0))
    throw new UsageError(CLI_MISSING.nothing(dataFolder), 'none')
  const missing = campaigns.find((id) => !holdings.some((holding) => copiesOf(holding).has(id)))
  throw new UsageError(missing === undefined ? CLI_MISSING.apart : CLI_MISSING.campaign(missing), 'none')
}
