import {
  CAMPAIGN_DATES,
  DEFAULT_CAMPAIGN_DATES,
  type CampaignColumnKey,
} from '../contract/campaign-columns.ts'
import { campaignColumnLabel } from '../contract/column-labels.ts'
import { CLI_TIMELINE, CLI_USAGE } from './strings/command-line.ts'
import type { Connection } from '../contract/connection.ts'
import { calendarOfDates } from '../app/campaign-calendar.ts'
import { listCampaignDates, type CampaignDate } from '../app/campaign-dates.ts'
import { inFileLanguage } from '../export/file-language.ts'
import { writeWholeFile } from '../export/files/write-whole-file.ts'
import { requireAllowedPath } from '../app/managed/export-folders.ts'
import { campaignQuery } from './campaign-query.ts'
import { readSuppliedCells } from './campaign-table.ts'
import { parseColumns, type ColumnNames } from './column-options.ts'
import type { TimelineCommand } from './commands.ts'
import { parseCommonOptions, parseConnectionChoice } from './common-options.ts'
import { withSession, type Context } from './context.ts'
import { OutputError, UsageError } from './errors.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { resolveFile } from './export-profile.ts'
import { findOnlyConnection } from './find-connection.ts'
import { momentText } from '../app/moment-text.ts'
import { parseLanguage, singleValue } from './option-values.ts'
import type { GivenOptions } from './options.ts'
import { alignColumns } from './table.ts'
import { campaignWhereColumns } from './where/where-columns.ts'
import { parseWhereOptions } from './where/where-options.ts'

const DATES: ColumnNames<CampaignColumnKey> = {
  isKey: (word): word is CampaignColumnKey => (CAMPAIGN_DATES as readonly string[]).includes(word),
  unknown: CLI_USAGE.unknownDate,
}

/** Parses `timeline`. Throws a `UsageError`. */
export function parseTimeline(options: GivenOptions): TimelineCommand {
  const out = singleValue(options, 'out')
  if (out === '-' && options.has('json')) throw new UsageError(CLI_USAGE.outputAlreadyUsed, 'timeline')
  if (out === null && options.has('lang'))
    throw new UsageError(CLI_USAGE.needsOther('--lang', '--out'), 'timeline')
  const language = parseLanguage(options, 'timeline')
  return {
    name: 'timeline',
    ...parseCommonOptions(options),
    choice: parseConnectionChoice(options, 'timeline'),
    search: singleValue(options, 'search') ?? '',
    where: parseWhereOptions(options, campaignWhereColumns(null), 'timeline'),
    dates: parseColumns(options, DATES, 'timeline', 'dates') ?? DEFAULT_CAMPAIGN_DATES,
    output:
      out === null ? null : { file: out === '-' ? null : out, ...(language === null ? {} : { language }) },
  }
}

/** `timeline`: prints the dates of campaigns, or writes them as a calendar. Needs no network. */
export async function timeline(command: TimelineCommand, context: Context): Promise<ExitCode> {
  const connection = await findOnlyConnection(command, context)
  if (connection === null) return EXIT.done
  const query = campaignQuery(command, connection)
  const dates = await withSession(context, connection, {}, async (session) => {
    const given = await readSuppliedCells(session, query, [], 'timeline', context)
    return listCampaignDates(session.store, query, command.dates, given)
  })
  if (command.output !== null) return writeCalendar(command.output, dates, connection, context)
  print(dates, connection, context)
  return EXIT.done
}

function print(dates: readonly CampaignDate[], { id: connectionId }: Connection, { console }: Context): void {
  const lines = dates.map(({ timestamp, key, name, campaignId, reference }) => [
    momentText(timestamp),
    campaignColumnLabel(key),
    name ?? campaignId,
    reference ?? '',
  ])
  if (lines.length > 0) console.print(alignColumns([CLI_TIMELINE.header, ...lines]))
  for (const { campaignId, name, reference, key, timestamp } of dates)
    console.json({ type: 'date', connectionId, campaignId, name, reference, key, date: timestamp })
}

async function writeCalendar(
  { file, language }: NonNullable<TimelineCommand['output']>,
  dates: readonly CampaignDate[],
  connection: Connection,
  { console, io }: Context,
): Promise<ExitCode> {
  const bytes = await inFileLanguage(language, () => calendarOfDates(dates, connection, Date.now()))
  const path = resolveFile(
    { file, format: 'ics', nameTemplate: CLI_TIMELINE.nameTemplate, hasNameTemplate: false },
    { campaign: '', connection: connection.name },
  )
  if (path === null) {
    try {
      await console.writeBytes(bytes)
    } catch (error) {
      throw new OutputError(error)
    }
    return EXIT.done
  }
  await requireAllowedPath(path, await io.managed())
  await writeWholeFile(path, bytes, io.interrupted)
  console.message(CLI_TIMELINE.written(dates.length, path))
  console.json({ type: 'calendar', file: path, events: dates.length, bytes: bytes.byteLength })
  return EXIT.done
}
