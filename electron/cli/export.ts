import { regionOf, styleOfPreset } from '../contract/csv-style.ts'
import { EMPTY_QUERY, type ItemQuery } from '../contract/query.ts'
import { messages, messagesIn } from '../contract/messages.ts'
import type { ExportRequest } from '../export/types.ts'
import { createItemExport } from '../app/export-requests.ts'
import { localeOfEnvironment } from '../app/locale.ts'
import { withMarks } from '../app/review-query.ts'
import type { StoreQuery } from '../store/types.ts'
import type { SnapshotSource } from './choose-snapshot-source.ts'
import type { ExportCommand } from './commands.ts'
import { requireFolder, withSession, type Context } from './context.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { checkExport } from './export-check.ts'
import { resolveFile, listProfiles, withProfile } from './export-profile.ts'
import { findSnapshotSource, warnIfIncomplete } from './find-snapshot-source.ts'
import { itemWhereColumns } from './where/where-columns.ts'
import { filtersOf, readsMarks } from './where/where-options.ts'
import { rejectBinaryToTerminal, writeExport } from './write-export.ts'

/** `export`: writes the items of downloaded campaigns to a file or to standard output. */
export async function exportItems(parsedCommand: ExportCommand, context: Context): Promise<ExitCode> {
  await requireFolder(context, parsedCommand.dataFolder, 'export')
  if (parsedCommand.listProfiles) {
    await listProfiles(context)
    return EXIT.done
  }
  const command = await withProfile(parsedCommand, context)
  if (!command.check) rejectBinaryToTerminal(command, context, 'export')
  const source = await findSnapshotSource(command, context)
  warnIfIncomplete(source, command, context)
  const query = await queryOf(command, source, context)
  const request = await requestFor(command, query, source, context)
  return command.check ? checkExport(request, command, context) : writeExport(request, context)
}

/** Returns the query of the rows. Conditions on marks are resolved, because the cache contains no marks. */
async function queryOf(
  { campaigns, search, where, sort }: ExportCommand,
  { connection }: SnapshotSource,
  context: Context,
): Promise<StoreQuery> {
  const query: ItemQuery = {
    ...EMPTY_QUERY,
    campaignIds: campaigns.length === 0 ? null : campaigns,
    search,
    filters: filtersOf(where, itemWhereColumns(connection.labels.itemStatus), 'export'),
    sort,
  }
  return readsMarks(where, 'export')
    ? withSession(context, connection, {}, (session) => withMarks(session, query))
    : query
}

async function requestFor(
  command: ExportCommand,
  query: StoreQuery,
  source: SnapshotSource,
  context: Context,
): Promise<ExportRequest> {
  const { campaigns, columns, preset, style, ...others } = command
  const { format, header, language, rowsBeyond, timeZone, statuses, extras } = others
  const regionStyle = styleOfPreset(preset, regionOf(localeOfEnvironment(context.env)))
  const campaignIds = campaigns.length === 0 ? null : campaigns
  const campaign = nameOfOnlyCampaign(source, campaigns)
  return {
    ...(await createItemExport(source, {
      rows: { query, limit: command.limit ?? undefined },
      options: {
        columns,
        format,
        style: { ...regionStyle, ...style },
        header,
        language,
        rowsBeyond,
        timeZone,
        statuses,
        extras,
      },
      title: campaign ?? (await messagesIn(language)).items.export.allCampaignsName,
      campaignIds,
    })),
    file: resolveFile(command, {
      campaign: campaign ?? messages.exportProfiles.fileNames.allCampaigns,
      connection: source.connection.name,
    }),
  }
}

/** Returns the name of the only campaign; null if there are none or several. */
function nameOfOnlyCampaign({ campaigns }: SnapshotSource, ids: readonly string[]): string | null {
  const requested = ids.length === 0 ? campaigns : campaigns.filter(({ id }) => ids.includes(id))
  const [only] = requested
  return only === undefined || requested.length > 1 ? null : (only.name ?? only.id)
}
