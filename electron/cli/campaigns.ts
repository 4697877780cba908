import {
  CAMPAIGN_COLUMNS,
  campaignColumnKindOf,
  ENTRY_SEPARATOR,
  isCampaignColumnKey,
  type CampaignTableColumn,
} from '../contract/campaign-columns.ts'
import {
  type CampaignCell,
  type CampaignQuery,
  type CampaignRows,
  isEntries,
} from '../contract/campaign-query.ts'
import type { Connection, ValueLabels } from '../contract/connection.ts'
import { fieldText } from '../contract/fields.ts'
import { campaignColumnLabel } from '../contract/column-labels.ts'
import { CLI_CAMPAIGNS } from './strings/command-line.ts'
import { messages } from '../contract/messages.ts'
import { labelName } from '../contract/value-label.ts'
import { exportDocument } from '../app/export-document.ts'
import type { CampaignsCommand, TableOutput } from './commands.ts'
import { withSession, type Context } from './context.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { resolveFile } from './export-profile.ts'
import { campaignQuery } from './campaign-query.ts'
import { readSuppliedCells } from './campaign-table.ts'
import { findOnlyConnection } from './find-connection.ts'
import { momentText } from '../app/moment-text.ts'
import { alignColumns } from './table.ts'
import { tableExportOptions } from './table-output.ts'
import { rejectBinaryToTerminal, writeExport } from './write-export.ts'

/** `campaigns`: prints all known campaigns as a table, or writes them to a file. Needs no network. */
export async function campaigns(command: CampaignsCommand, context: Context): Promise<ExitCode> {
  const connection = await findOnlyConnection(command, context)
  if (connection === null) return EXIT.done
  const query = { ...campaignQuery(command, connection), sort: command.sort }
  if (command.output !== null) return writeFile(command, command.output, connection, query, context)
  const { columns } = command
  const { rows, total } = await withSession(context, connection, {}, async (session) => {
    const supplied = await readSuppliedCells(session, query, columns, 'campaigns', context)
    return session.store.queryCampaigns(query, columns, 'campaigns', supplied)
  })
  const shown = rows.slice(0, command.limit ?? undefined)
  printForPeople(shown, columns, connection, context)
  printForPrograms(shown, columns, connection, context)
  if (shown.length < total) context.console.message(CLI_CAMPAIGNS.shown(shown.length, total))
  return EXIT.done
}

type Rows = CampaignRows['rows']

function printForPeople(
  rows: Rows,
  columns: readonly CampaignTableColumn[],
  { labels }: Connection,
  { console }: Context,
): void {
  if (rows.length === 0) return
  const header = columns.map((column) => campaignColumnLabel(column).toUpperCase())
  const lines = rows.map(({ cells }) =>
    columns.map((column, index) => cellText(column, cells[index] ?? null, labels)),
  )
  const numbers = columns.flatMap((column, index) =>
    campaignColumnKindOf(column) === 'number' && labelledFieldOf(column) === undefined ? [index] : [],
  )
  console.print(alignColumns([header, ...lines], numbers))
}

function labelledFieldOf(column: CampaignTableColumn) {
  return isCampaignColumnKey(column) ? CAMPAIGN_COLUMNS[column].labelled : undefined
}

function cellText(column: CampaignTableColumn, cell: CampaignCell, labels: ValueLabels): string {
  if (cell === null) return ''
  if (isEntries(cell)) return cell.join(ENTRY_SEPARATOR)
  const field = labelledFieldOf(column)
  if (typeof cell === 'number') {
    if (field !== undefined) return labelName(cell, labels[field], field)
    return PERCENTAGES.has(column) ? percentText(cell) : String(cell)
  }
  if (typeof cell === 'boolean') return cell ? messages.items.yes : messages.items.no
  const kind = campaignColumnKindOf(column)
  return kind === 'any' ? fieldText(cell, messages.items) : kind === 'dateTime' ? momentText(cell) : cell
}

const PERCENTAGES: ReadonlySet<CampaignTableColumn> = new Set([
  'withArtwork',
  'reviewProgress',
  'picturesReady',
])

/** Rounds down to one decimal, so that 100 % means all. */
function percentText(percent: number): string {
  return String(Math.floor(percent * 10) / 10)
}

function printForPrograms(
  rows: Rows,
  columns: readonly CampaignTableColumn[],
  { id: connectionId }: Connection,
  { console }: Context,
): void {
  for (const { id, cells } of rows) {
    const start = JSON.stringify({ type: 'campaign', connectionId, id })
    const members = columns.map((column, index) => {
      const cell = cells[index] ?? null
      return `,${JSON.stringify(column)}:${isJsonText(column, cell) ? cell : JSON.stringify(cell)}`
    })
    console.jsonText(`${start.slice(0, -1)}${members.join('')}}`)
  }
}

/** Returns whether a cell is JSON text: fields with all digits of their numbers, and whole objects. */
function isJsonText(column: CampaignTableColumn, cell: CampaignCell): cell is string {
  if (typeof cell !== 'string') return false
  if (campaignColumnKindOf(column) === 'any') return true
  const isWhole = isCampaignColumnKey(column) && CAMPAIGN_COLUMNS[column].field?.reading === 'whole'
  return isWhole && cell.startsWith('{') && isValidJson(cell)
}

/** Returns whether a text is JSON: the service may have sent a text instead of an object. */
function isValidJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function writeFile(
  { columns, limit }: CampaignsCommand,
  output: TableOutput,
  connection: Connection,
  query: CampaignQuery,
  context: Context,
): Promise<ExitCode> {
  rejectBinaryToTerminal(output, context, 'campaigns')
  const { databaseFile, known, supplied } = await withSession(context, connection, {}, async (session) => ({
    databaseFile: session.databaseFile,
    known: await session.store.listCampaigns(),
    supplied: await readSuppliedCells(session, query, columns, 'campaigns', context),
  }))
  return writeExport(
    {
      databaseFile,
      campaigns: { query, columns, limit: limit ?? undefined, supplied },
      options: { ...tableExportOptions(output, context), statuses: output.statuses },
      labels: connection.labels,
      document: await exportDocument(CLI_CAMPAIGNS.title, known, null, output),
      file: resolveFile(
        { ...output, nameTemplate: CLI_CAMPAIGNS.nameTemplate, hasNameTemplate: false },
        { campaign: '', connection: connection.name },
      ),
    },
    context,
  )
}
