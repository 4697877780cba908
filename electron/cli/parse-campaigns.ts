import {
  DEFAULT_CAMPAIGN_COLUMNS,
  isCampaignColumnKey,
  type CampaignTableColumn,
} from '../contract/campaign-columns.ts'
import { isFieldKey } from '../contract/fields.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import { parseColumns, parseSort, type ColumnNames } from './column-options.ts'
import type { CampaignsCommand } from './commands.ts'
import { parseCommonOptions, parseConnectionChoice, parseLimit } from './common-options.ts'
import { singleValue } from './option-values.ts'
import type { GivenOptions } from './options.ts'
import { parseTableOutput } from './table-output.ts'
import { campaignWhereColumns } from './where/where-columns.ts'
import { parseWhereOptions } from './where/where-options.ts'

const COLUMNS: ColumnNames<CampaignTableColumn> = {
  isKey: (word): word is CampaignTableColumn => isCampaignColumnKey(word) || isFieldKey(word),
  unknown: CLI_USAGE.unknownCampaignColumn,
}

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
    output: parseTableOutput(options, 'campaigns'),
  }
}
