import { isItemColumnKey, type ColumnKey } from '../contract/columns.ts'
import {
  COMPARED_CAMPAIGN_COLUMNS,
  COMPARED_COLUMNS,
  type CampaignComparison,
  type ComparedField,
  type ComparisonRow,
} from '../contract/comparison.ts'
import { isFieldKey } from '../contract/fields.ts'
import type { FacetValue } from '../contract/query.ts'
import { ITEM_COLUMN_LABELS } from '../contract/strings/columns.ts'
import { CLI_COMPARE, CLI_USAGE } from '../contract/strings/command-line.ts'
import { comparisonStrings as messages } from '../contract/strings/comparison.ts'
import { strings } from '../contract/strings/items.ts'
import { createComparisonExport } from '../app/export-requests.ts'
import { statusNameOf } from '../export/rows/table.ts'
import type { SnapshotSource } from './choose-snapshot-source.ts'
import type { CompareCommand, TableOutput } from './commands.ts'
import { parseCampaigns, parseCommonOptions, parseConnectionChoice } from './common-options.ts'
import { withSession, type Context } from './context.ts'
import { UsageError } from './errors.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { resolveFile } from './export-profile.ts'
import { findSnapshotSource, warnIfIncomplete } from './find-snapshot-source.ts'
import { singleValue } from './option-values.ts'
import type { GivenOptions } from './options.ts'
import { parseTableOutput, tableExportOptions } from './table-output.ts'
import { rejectBinaryToTerminal, writeExport } from './write-export.ts'

/** Parses `compare`. Throws a `UsageError`. */
export function parseCompare(options: GivenOptions): CompareCommand {
  const [first, ...others] = parseCampaigns(options, 'compare')
  const [second] = parseCampaigns(options, 'compare', 'with')
  if (first === undefined) throw new UsageError(CLI_USAGE.missingOption('--campaign'), 'compare')
  if (second === undefined) throw new UsageError(CLI_USAGE.missingOption('--with'), 'compare')
  if (others.length > 0 || first === second) throw new UsageError(CLI_USAGE.twoCampaigns, 'compare')
  return {
    name: 'compare',
    ...parseCommonOptions(options),
    choice: parseConnectionChoice(options, 'compare'),
    campaigns: [first, second],
    by: parseColumn(singleValue(options, 'by') ?? 'posNumber'),
    output: parseTableOutput(options, 'compare'),
  }
}

function parseColumn(word: string): ColumnKey {
  if (!isItemColumnKey(word) && !isFieldKey(word))
    throw new UsageError(CLI_USAGE.unknownColumn(word), 'compare')
  return word
}

/** `compare`: prints how two campaigns differ, or writes it to a file. Needs no network. */
export async function compare(command: CompareCommand, context: Context): Promise<ExitCode> {
  const source = await findSnapshotSource(command, context)
  warnIfIncomplete(source, command, context)
  if (command.output !== null) return writeFile(command, command.output, source, context)
  const comparison = await withSession(context, source.connection, {}, ({ store }) =>
    store.compareCampaigns(...command.campaigns, command.by),
  )
  const names = command.campaigns.map((id) => source.campaigns.find((each) => each.id === id)?.name ?? id)
  printForPeople(comparison, names, source, context)
  printForPrograms(comparison, command, context)
  return EXIT.done
}

/** Returns the value of a column as text. */
function valueTexts({ connection }: SnapshotSource): (column: string, value: FacetValue) => string {
  const statusName = statusNameOf('names', connection.labels.itemStatus)
  return (column, value) => {
    if (value === null) return CLI_COMPARE.nothing
    if (typeof value === 'boolean') return value ? strings.yes : strings.no
    return column === 'status' && typeof value === 'number' && statusName !== null
      ? statusName(value)
      : String(value)
  }
}

function printForPeople(
  { rows, equal }: CampaignComparison,
  [first = '', second = '']: readonly string[],
  source: SnapshotSource,
  { console }: Context,
): void {
  const count = (kind: ComparisonRow['kind']): number => rows.filter((row) => row.kind === kind).length
  console.print(
    messages.document(first, second),
    ...CLI_COMPARE.totals({
      first,
      second,
      equal,
      different: count('different'),
      onlyFirst: count('onlyFirst'),
      onlySecond: count('onlySecond'),
      notMatched: count('notMatched'),
    }).map((line) => `  ${line}`),
  )
  const textOf = valueTexts(source)
  for (const row of rows) {
    const { posNumber, itemName, campaignItemId } = row.item
    const item = [posNumber, itemName].filter((text) => (text?.trim() ?? '') !== '').join('  ')
    console.print(`  ${kindText(row, first, second)}  ${item === '' ? campaignItemId : item}`)
    for (const { column, first: was, second: is } of fieldsOf(row))
      console.print(
        `    ${CLI_COMPARE.field(ITEM_COLUMN_LABELS[column], textOf(column, was), textOf(column, is))}`,
      )
  }
}

function fieldsOf(row: ComparisonRow): readonly ComparedField[] {
  return row.kind === 'different' ? row.fields : []
}

function kindText(row: ComparisonRow, first: string, second: string): string {
  switch (row.kind) {
    case 'onlyFirst':
      return messages.kinds.onlyIn(first)
    case 'onlySecond':
      return messages.kinds.onlyIn(second)
    case 'different':
      return messages.kinds.different
    case 'notMatched':
      return messages.kinds.notMatched(row.side === 'first' ? first : second, row.reason)
  }
}

function printForPrograms(
  { rows, equal }: CampaignComparison,
  { campaigns: [first, second], by }: CompareCommand,
  { console }: Context,
): void {
  console.json({ type: 'comparison', campaigns: [first, second], by, equal, differences: rows.length })
  for (const row of rows) {
    const { campaignItemId, itemName, posNumber } = row.item
    console.json({
      type: 'difference',
      kind: row.kind,
      ...(row.kind === 'notMatched' ? { side: row.side, reason: row.reason } : {}),
      id: campaignItemId,
      ...(row.kind === 'different' ? { otherId: row.other.campaignItemId } : {}),
      itemName,
      posNumber,
      ...(row.kind === 'different' ? { fields: row.fields } : {}),
    })
  }
}

async function writeFile(
  { campaigns: campaignIds, by }: CompareCommand,
  output: TableOutput,
  { databaseFile, campaigns, connection }: SnapshotSource,
  context: Context,
): Promise<ExitCode> {
  rejectBinaryToTerminal(output, context, 'compare')
  const content = createComparisonExport(
    { databaseFile, campaigns, labels: connection.labels },
    {
      query: { campaignIds, by, columns: COMPARED_COLUMNS, list: null, column: null, search: '', sort: null },
      withItems: true,
      campaignFields: COMPARED_CAMPAIGN_COLUMNS,
    },
    { ...tableExportOptions(output, context), statuses: output.statuses },
  )
  const file = resolveFile(
    { ...output, nameTemplate: CLI_COMPARE.nameTemplate, hasNameTemplate: false },
    { campaign: content.names[0], connection: connection.name },
  )
  return writeExport({ ...content, file }, context)
}
