import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  type CampaignTableColumn,
} from '../../contract/campaign-columns.ts'
import type { CampaignCell } from '../../contract/campaign-query.ts'
import { fold } from '../../contract/fold.ts'
import { valuesOf } from './read-cell.ts'

type CellReader = (column: CampaignTableColumn) => CampaignCell

/** The columns that words and patterns search. */
export const SEARCHED_CAMPAIGN_COLUMNS = CAMPAIGN_COLUMN_KEYS.filter(
  (key) => CAMPAIGN_COLUMNS[key].isSearched === true,
)

/** Returns the searched texts of columns of a campaign. */
export function searchedTexts(
  cellOf: CellReader,
  columns: readonly CampaignTableColumn[] = SEARCHED_CAMPAIGN_COLUMNS,
): readonly string[] {
  return columns
    .flatMap((column) => valuesOf(cellOf(column)))
    .filter((value) => value !== null)
    .map(String)
}

/** Returns the searched texts of columns of a campaign, folded and on separate lines. */
export function foldedTexts(cellOf: CellReader, columns: readonly CampaignTableColumn[]): string {
  return fold(searchedTexts(cellOf, columns).join('\n'))
}
