import { createPreferencesFile } from '../app/settings-files.ts'
import { suppliedCells } from '../app/campaign-table.ts'
import {
  isSuppliedColumn,
  type CampaignDateKey,
  type CampaignTableColumn,
} from '../contract/campaign-columns.ts'
import type { CampaignQuery } from '../contract/campaign-query.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import { columnsOfQuery } from '../store/campaign-table/query-columns.ts'
import type { SuppliedCells } from '../store/types.ts'
import type { ConnectionSession } from '../app/types.ts'
import type { CommandName } from './commands.ts'
import type { Context } from './context.ts'
import { UsageError } from './errors.ts'

/**
 * Returns the cells that a query of campaigns needs and that are not in the cache. Throws a `UsageError` for
 * the pictures, which only the application knows.
 */
export async function readSuppliedCells(
  session: ConnectionSession,
  query: CampaignQuery,
  columns: readonly CampaignTableColumn[],
  command: CommandName,
  context: Context,
): Promise<SuppliedCells> {
  const needed = [...columns, ...columnsOfQuery(query)].filter(isSuppliedColumn)
  if (needed.includes('picturesReady')) throw new UsageError(CLI_USAGE.picturesUnknown, command)
  const dates = needed.includes('nextDate') ? await readChosenDates(context) : []
  return suppliedCells(session, query, columns, command, { dates, now: Date.now() })
}

/** Returns the dates that the person has chosen in the application. */
async function readChosenDates({ dataFolder, console }: Context): Promise<readonly CampaignDateKey[]> {
  const { preferences, notice } = await createPreferencesFile(dataFolder).load()
  if (notice !== null) console.message(notice.message)
  return preferences.campaignDates
}
