import type { ValueLabel } from '../contract/connection.ts'
import type { ReviewMark } from '../contract/review.ts'
import { EMPTY_QUERY, type FacetValue, type ItemQuery } from '../contract/query.ts'
import { isStatisticKey, STAT_KEYS, STATISTIC_KEYS, type StatKey } from '../contract/statistics.ts'
import { CLI_STATS, CLI_USAGE } from './strings/command-line.ts'
import { messages } from '../contract/messages.ts'
import { inFileLanguage } from '../export/file-language.ts'
import { exportDocument } from '../app/export-document.ts'
import type { ReviewSession } from '../app/review-query.ts'
import { countItems, countMarks } from '../app/statistics.ts'
import { statusNameOf } from '../export/rows/table.ts'
import type { TableToExport } from '../export/types.ts'
import type { StoredValue } from '../store/types.ts'
import type { SnapshotSource } from './choose-snapshot-source.ts'
import type { StatsCommand } from './commands.ts'
import { parseCampaigns, parseCommonOptions, parseConnectionChoice } from './common-options.ts'
import { withSession, type Context } from './context.ts'
import { UsageError } from './errors.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { resolveFile } from './export-profile.ts'
import { findSnapshotSource, warnIfIncomplete } from './find-snapshot-source.ts'
import { singleValue } from './option-values.ts'
import type { GivenOptions } from './options.ts'
import { alignColumns } from './table.ts'
import { parseTableOutput, tableExportOptions } from './table-output.ts'
import { itemWhereColumns } from './where/where-columns.ts'
import { filtersOf, parseWhereOptions } from './where/where-options.ts'
import { rejectBinaryToTerminal, writeExport } from './write-export.ts'

/** What is counted without `--by`. There may be hundreds of days. */
const DEFAULT_KEYS = STATISTIC_KEYS.filter((key) => key !== 'updatedDay')

/** Parses `stats`. Throws a `UsageError`. */
export function parseStats(options: GivenOptions): StatsCommand {
  const by = (options.get('by') ?? []).map(parseKeys)
  const output = parseTableOutput(options, 'stats')
  if (output !== null && by.length !== 1) throw new UsageError(CLI_USAGE.oneDimension, 'stats')
  return {
    name: 'stats',
    ...parseCommonOptions(options),
    choice: parseConnectionChoice(options, 'stats'),
    campaigns: parseCampaigns(options, 'stats'),
    search: singleValue(options, 'search') ?? '',
    where: parseWhereOptions(options, itemWhereColumns(null), 'stats'),
    by: by.length === 0 ? DEFAULT_KEYS.map((key) => [key]) : by,
    output,
  }
}

function parseKeys(list: string): readonly StatKey[] {
  const keys = list.split(',').map((word) => {
    const key = STAT_KEYS.find((each) => each === word.trim())
    if (key === undefined) throw new UsageError(CLI_USAGE.notOneOf('--by', word.trim(), STAT_KEYS), 'stats')
    return key
  })
  const isCombined = keys.length > 1
  if (keys.length > 2 || (isCombined && (!keys.every(isStatisticKey) || keys[0] === keys[1])))
    throw new UsageError(CLI_USAGE.combination(list), 'stats')
  return keys
}

/** Counts by one or two keys. */
interface StatTable {
  readonly keys: readonly StatKey[]
  /** Keys of the counts. */
  readonly counts: readonly (keyof typeof CLI_STATS.counts)[]
  readonly rows: readonly { readonly values: readonly FacetValue[]; readonly counts: readonly number[] }[]
}

/** `stats`: prints the numbers of items and their quantities, or writes them to a file. Needs no network. */
export async function stats(command: StatsCommand, context: Context): Promise<ExitCode> {
  const source = await findSnapshotSource(command, context)
  warnIfIncomplete(source, command, context)
  const query: ItemQuery = {
    ...EMPTY_QUERY,
    campaignIds: command.campaigns.length === 0 ? null : command.campaigns,
    search: command.search,
    filters: filtersOf(command.where, itemWhereColumns(source.connection.labels.itemStatus), 'stats'),
  }
  const tables = await withSession(context, source.connection, {}, async (session) => {
    const results: StatTable[] = []
    for (const keys of command.by) results.push(await readTable(keys, query, session))
    return results
  })
  const texts = valueTexts(source)
  if (command.output !== null) return writeFile(command, tables[0] ?? NO_TABLE, source, context)
  for (const [index, table] of tables.entries()) {
    if (index > 0) context.console.print('')
    printForPeople(table, texts, context)
    printForPrograms(table, texts, source, context)
  }
  return EXIT.done
}

const NO_TABLE: StatTable = { keys: [], counts: [], rows: [] }

async function readTable(
  keys: readonly StatKey[],
  query: ItemQuery,
  session: ReviewSession,
): Promise<StatTable> {
  const [first = 'status', second] = keys
  if (first === 'mark') {
    const marks = await countMarks(session, query)
    return {
      keys,
      counts: ['items', 'quantity'],
      rows: marks.map(({ mark, count, qtySum }) => ({ values: [mark], counts: [count, qtySum] })),
    }
  }
  if (first === 'changeDay') {
    const days = await session.store.changesByDay(query.campaignIds)
    return {
      keys,
      counts: ['added', 'changed', 'deleted'],
      rows: days.map(({ day, added, changed, deleted }) => ({
        values: [day],
        counts: [added, changed, deleted],
      })),
    }
  }
  const counted =
    second === undefined || !isStatisticKey(second) ? ([first] as const) : ([first, second] as const)
  const { rows } = await countItems(session, query, counted)
  return {
    keys,
    counts: ['items', 'quantity'],
    rows: rows.map(({ values, count, qtySum }) => ({ values, counts: [count, qtySum] })),
  }
}

type ValueText = (key: StatKey, value: FacetValue) => string

/** Returns what values are called. */
function valueTexts({ connection, campaigns }: SnapshotSource): ValueText {
  const statusName = nameOfStatus(connection.labels.itemStatus)
  const names = new Map(campaigns.map(({ id, name }) => [id, name ?? id]))
  return (key, value) => {
    if (value === null) return CLI_STATS.empty
    if (typeof value === 'boolean') return value ? messages.items.yes : messages.items.no
    if (key === 'status' && typeof value === 'number') return statusName(value)
    const text = String(value)
    if (key === 'mark')
      return text === 'none' ? CLI_STATS.unmarked : messages.review.markNames[text as ReviewMark]
    return key === 'campaign' ? (names.get(text) ?? text) : text
  }
}

function nameOfStatus(labels: readonly ValueLabel[]): (status: number) => string {
  return statusNameOf('names', labels) ?? String
}

function printForPeople({ keys, counts, rows }: StatTable, textOf: ValueText, { console }: Context): void {
  const header = [...keys.map((key) => CLI_STATS.keys[key]), ...counts.map((key) => CLI_STATS.counts[key])]
  const lines = rows.map(({ values, counts: numbers }) => [
    ...keys.map((key, index) => textOf(key, values[index] ?? null)),
    ...numbers.map(CLI_STATS.number),
  ])
  const sums = counts.map((_, index) => rows.reduce((sum, row) => sum + (row.counts[index] ?? 0), 0))
  const total = [CLI_STATS.total, ...keys.slice(1).map(() => ''), ...sums.map(CLI_STATS.number)]
  console.print(
    alignColumns(
      [header.map((text) => text.toUpperCase()), ...lines, total],
      counts.map((_, index) => keys.length + index),
    ),
  )
}

function printForPrograms(
  { keys, counts, rows }: StatTable,
  textOf: ValueText,
  { connection }: SnapshotSource,
  { console }: Context,
): void {
  for (const { values, counts: numbers } of rows) {
    console.json({
      type: 'statistic',
      connectionId: connection.id,
      by: Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null])),
      names: Object.fromEntries(keys.map((key, index) => [key, textOf(key, values[index] ?? null)])),
      ...Object.fromEntries(counts.map((key, index) => [key, numbers[index] ?? 0])),
    })
  }
}

async function writeFile(
  { output }: StatsCommand,
  { keys, counts, rows }: StatTable,
  source: SnapshotSource,
  context: Context,
): Promise<ExitCode> {
  if (output === null) return EXIT.done
  rejectBinaryToTerminal(output, context, 'stats')
  const statusName = statusNameOf(output.statuses, source.connection.labels.itemStatus)
  const textOf = valueTexts(source)
  const cell = (key: StatKey, value: FacetValue): StoredValue => {
    if (typeof value === 'boolean') return Number(value)
    if (key === 'status' && typeof value === 'number' && statusName !== null) return statusName(value)
    if (key === 'mark' && value === 'none') return null
    return key === 'campaign' || key === 'mark' ? textOf(key, value) : value
  }
  const table = await inFileLanguage(output.language, (): TableToExport['table'] => ({
    columns: [
      ...keys.map((key) => ({ key, heading: CLI_STATS.keys[key], kind: KINDS[key](output.statuses) })),
      ...counts.map((key) => ({ key, heading: CLI_STATS.counts[key], kind: 'number' as const })),
    ],
    rows: rows.map(({ values, counts: numbers }) => [
      ...keys.map((key, index) => cell(key, values[index] ?? null)),
      ...numbers,
    ]),
  }))
  return writeExport(
    {
      databaseFile: source.databaseFile,
      table,
      options: tableExportOptions(output, context),
      document: await exportDocument(CLI_STATS.title, source.campaigns, null, output),
      file: resolveFile(
        { ...output, nameTemplate: CLI_STATS.nameTemplate, hasNameTemplate: false },
        { campaign: '', connection: source.connection.name },
      ),
    },
    context,
  )
}

const FLAG = () => 'boolean' as const
const TEXT = () => 'text' as const
const KINDS: Readonly<Record<StatKey, (statuses: string) => 'boolean' | 'text' | 'number'>> = {
  status: (statuses) => (statuses === 'numbers' ? 'number' : 'text'),
  elementName: TEXT,
  workflowTemplateName: TEXT,
  campaign: TEXT,
  isLocked: FLAG,
  hasArtwork: FLAG,
  updatedDay: TEXT,
  mark: TEXT,
  changeDay: TEXT,
}
