import { CAMPAIGN_COLUMNS, ENTRY_SEPARATOR, type CampaignColumnKey } from '../contract/campaign-columns.ts'
import { isEntries, type CampaignCell } from '../contract/campaign-query.ts'
import { isItemColumnKey, ITEM_COLUMNS, type ColumnKey } from '../contract/columns.ts'
import {
  COMPARED_CAMPAIGN_COLUMNS,
  COMPARED_COLUMNS,
  isCampaignAmount,
  type CampaignComparison,
  type CampaignFieldComparison,
  type ComparedField,
  type ComparisonRow,
} from '../contract/comparison.ts'
import type { LabelledField } from '../contract/connection.ts'
import { isFieldKey } from '../contract/fields.ts'
import type { FacetValue } from '../contract/query.ts'
import { numberDifference } from '../contract/number-difference.ts'
import { campaignColumnLabel } from '../contract/column-labels.ts'
import { CLI_COMPARE, CLI_USAGE } from './strings/command-line.ts'
import { messages } from '../contract/messages.ts'
import { createComparisonExport } from '../app/export-requests.ts'
import { momentText } from '../app/moment-text.ts'
import { statusNameOf } from '../export/rows/table.ts'
import { compareRecords, RECORD_COLUMNS, recordsQuery } from '../store/comparison/campaign-fields.ts'
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
    throw new UsageError(CLI_USAGE.unknownItemColumn(word), 'compare')
  return word
}

/** `compare`: prints how two campaigns differ, or writes it to a file. Needs no network. */
export async function compare(command: CompareCommand, context: Context): Promise<ExitCode> {
  const source = await findSnapshotSource(command, context)
  warnIfIncomplete(source, command, context)
  if (command.output !== null) return writeFile(command, command.output, source, context)
  const { items, fields } = await withSession(context, source.connection, {}, async ({ store }) => {
    const { rows } = await store.queryCampaigns(recordsQuery(command.campaigns), RECORD_COLUMNS, 'compare')
    return {
      items: await store.compareCampaigns(...command.campaigns, command.by),
      fields: compareRecords(rows, command.campaigns),
    }
  })
  const nameOf = (id: string): string => source.campaigns.find((each) => each.id === id)?.name ?? id
  const names = [nameOf(command.campaigns[0]), nameOf(command.campaigns[1])] as const
  printTotals(items, names, context)
  printCampaignFields(fields, names, source, context)
  printItems(items, names, source, context)
  printForPrograms(items, fields, command, context)
  return EXIT.done
}

type Names = readonly [first: string, second: string]

/** Returns the function that formats values. Named numbers are those of the labelled field. */
function valueTexts({
  connection: { labels },
}: SnapshotSource): (value: FacetValue, labelled: LabelledField | null) => string {
  return (value, labelled) => {
    if (value === null) return CLI_COMPARE.nothing
    if (typeof value === 'boolean') return value ? messages.items.yes : messages.items.no
    if (labelled === null || typeof value !== 'number') return String(value)
    return statusNameOf('names', labels[labelled], labelled)?.(value) ?? String(value)
  }
}

/** Returns the difference of two amounts; null for other values. */
function differenceText(first: CampaignCell, second: CampaignCell): string | null {
  if (typeof first !== 'number' || typeof second !== 'number') return null
  const difference = numberDifference(first, second, 'en')
  return difference === null ? null : CLI_COMPARE.difference(difference.text, difference.share)
}

function printTotals({ rows, equal }: CampaignComparison, names: Names, { console }: Context): void {
  const [first, second] = names
  const count = (kind: ComparisonRow['kind']): number => rows.filter((row) => row.kind === kind).length
  console.print(
    messages.comparison.document({ first, second }),
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
}

function printCampaignFields(
  { different, records }: CampaignFieldComparison,
  names: Names,
  source: SnapshotSource,
  { console }: Context,
): void {
  const missing = records.first ? (records.second ? null : names[1]) : names[0]
  if (missing !== null) {
    console.print(
      `  ${messages.comparison.kinds.campaign}`,
      `    ${messages.comparison.states.noRecordText({ campaign: missing })}`,
    )
    return
  }
  if (different.length === 0) return
  const textOf = valueTexts(source)
  const cellText = (column: CampaignColumnKey, cell: CampaignCell): string => {
    const { kind, labelled = null } = CAMPAIGN_COLUMNS[column]
    if (isEntries(cell)) return cell.map((entry) => textOf(entry, labelled)).join(ENTRY_SEPARATOR)
    return kind === 'dateTime' && typeof cell === 'string' ? momentText(cell) : textOf(cell, labelled)
  }
  console.print(`  ${messages.comparison.kinds.campaign}`)
  for (const { column, first, second } of different) {
    const [was, is] = [cellText(column, first), cellText(column, second)]
    const difference = isCampaignAmount(column) ? differenceText(first, second) : null
    console.print(`    ${CLI_COMPARE.field(campaignColumnLabel(column), was, is, difference)}`)
  }
}

function printItems(
  { rows }: CampaignComparison,
  [first, second]: Names,
  source: SnapshotSource,
  { console }: Context,
): void {
  const textOf = valueTexts(source)
  for (const row of rows) {
    const { posNumber, itemName, campaignItemId } = row.item
    const item = [posNumber, itemName].filter((text) => (text?.trim() ?? '') !== '').join('  ')
    console.print(`  ${kindText(row, first, second)}  ${item === '' ? campaignItemId : item}`)
    for (const { column, first: was, second: is } of fieldsOf(row)) {
      const labelled = column === 'status' ? 'itemStatus' : null
      const difference = ITEM_COLUMNS[column].grid.style === 'number' ? differenceText(was, is) : null
      const texts = [textOf(was, labelled), textOf(is, labelled)] as const
      console.print(`    ${CLI_COMPARE.field(messages.columns.items[column], ...texts, difference)}`)
    }
  }
}

function fieldsOf(row: ComparisonRow): readonly ComparedField[] {
  return row.kind === 'different' ? row.fields : []
}

function kindText(row: ComparisonRow, first: string, second: string): string {
  switch (row.kind) {
    case 'onlyFirst':
      return messages.comparison.kinds.onlyIn({ campaign: first })
    case 'onlySecond':
      return messages.comparison.kinds.onlyIn({ campaign: second })
    case 'different':
      return messages.comparison.kinds.different
    case 'notMatched':
      return messages.comparison.kinds.notMatched[row.reason]({
        campaign: row.side === 'first' ? first : second,
      })
  }
}

function printForPrograms(
  { rows, equal }: CampaignComparison,
  { different }: CampaignFieldComparison,
  { campaigns: [first, second], by }: CompareCommand,
  { console }: Context,
): void {
  console.json({ type: 'comparison', campaigns: [first, second], by, equal, differences: rows.length })
  for (const field of different) console.json({ type: 'campaignDifference', ...field })
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
  const content = await createComparisonExport(
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
