import {
  DEFAULT_CAMPAIGN_COLUMNS,
  isCampaignColumnKey,
  type CampaignTableColumn,
} from '../contract/campaign-columns.ts'
import { EXPORT_PRESETS } from '../contract/csv-style.ts'
import {
  DEFAULT_COMMAND_LINE_FORMAT,
  FORMAT_DESCRIPTORS,
  formatsWithOption,
} from '../contract/export-formats.ts'
import { HEADER_STYLES, STATUS_STYLES } from '../contract/export-options.ts'
import { isFieldKey } from '../contract/fields.ts'
import { CLI_USAGE } from '../contract/strings/command-line.ts'
import { parseColumns, parseSort, type ColumnNames } from './column-options.ts'
import type { CampaignsCommand, CampaignsOutput } from './commands.ts'
import { parseCommonOptions, parseConnectionChoice, parseLimit } from './common-options.ts'
import { UsageError } from './errors.ts'
import { delimiterOfFileName, parseFormat } from './export-format.ts'
import { enumValue, parseTimeZone, singleValue } from './option-values.ts'
import type { GivenOptions } from './options.ts'
import { campaignWhereColumns } from './where/where-columns.ts'
import { parseWhereOptions } from './where/where-options.ts'

const COLUMNS: ColumnNames<CampaignTableColumn> = {
  isKey: (word): word is CampaignTableColumn => isCampaignColumnKey(word) || isFieldKey(word),
  unknown: CLI_USAGE.unknownCampaignColumn,
}

/** Options that only a file has. */
const FILE_OPTIONS = ['format', 'preset', 'header', 'statuses', 'time-zone'] as const

export function parseCampaignsCommand(options: GivenOptions): CampaignsCommand {
  return {
    name: 'campaigns',
    ...parseCommonOptions(options),
    choice: parseConnectionChoice(options, 'campaigns'),
    search: singleValue(options, 'search') ?? '',
    where: parseWhereOptions(options, campaignWhereColumns(null), 'campaigns'),
    sort: parseSort(options, COLUMNS, 'campaigns'),
    limit: parseLimit(options, 'campaigns'),
    columns: parseColumns(options, COLUMNS, 'campaigns') ?? [...DEFAULT_CAMPAIGN_COLUMNS, '_id'],
    output: parseOutput(options),
  }
}

function parseOutput(options: GivenOptions): CampaignsOutput | null {
  const out = singleValue(options, 'out')
  if (out === null) {
    const unused = FILE_OPTIONS.find((name) => options.has(name))
    if (unused !== undefined) throw new UsageError(CLI_USAGE.needsOther(`--${unused}`, '--out'), 'campaigns')
    return null
  }
  if (out === '-' && options.has('json')) throw new UsageError(CLI_USAGE.outputAlreadyUsed, 'campaigns')
  const format = parseFormat(options, DEFAULT_COMMAND_LINE_FORMAT, 'campaigns')
  for (const name of FILE_OPTIONS) {
    const formats = formatsWithOption(name)
    if (options.has(name) && formats !== null && !formats.includes(format))
      throw new UsageError(CLI_USAGE.otherFormat(`--${name}`, formats, format), 'campaigns')
  }
  const timeZone = parseTimeZone(options, 'campaigns')
  return {
    file: out === '-' ? null : out,
    format,
    preset: enumValue(options, 'preset', EXPORT_PRESETS, 'rfc4180', 'campaigns'),
    style: { ...delimiterOfFileName(options), ...(timeZone === null ? {} : { dates: 'local' }) },
    header: enumValue(
      options,
      'header',
      HEADER_STYLES,
      FORMAT_DESCRIPTORS[format].defaultHeader,
      'campaigns',
    ),
    ...(timeZone === null ? {} : { timeZone }),
    statuses: enumValue(options, 'statuses', STATUS_STYLES, 'numbers', 'campaigns'),
  }
}
