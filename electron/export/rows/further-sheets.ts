import { supportsOption } from '../../contract/export-formats.ts'
import type { ExportOptions } from '../../contract/export-options.ts'
import { extraStrings } from '../../contract/strings/export-extras.ts'
import type { ExportRows } from '../../store/types.ts'
import { campaignSheet } from './campaign-sheet.ts'
import { Tally, TALLIED_COLUMNS } from './totals.ts'
import type { FurtherSheet, ItemsToExport, RowsToWrite } from '../types.ts'

/** Whether a file has sheets that tell of its items. */
export function holdsSheets({ format, extras }: Pick<ExportOptions, 'format' | 'extras'>): boolean {
  return (
    (supportsOption(format, 'campaign-sheet') && extras.campaignSheet) ||
    (supportsOption(format, 'totals-sheet') && extras.totalsSheet)
  )
}

/**
 * Adds the items up as they pass, and gives the sheets that tell of them. The rows have `TALLIED_COLUMNS` behind the
 * columns that are written; those are taken out.
 */
export function withSheets(
  source: ExportRows,
  { options, databaseFile, statusLabels }: ItemsToExport,
): ExportRows & Pick<RowsToWrite, 'sheets'> {
  const { columns, statuses, extras } = options
  const start = columns.length
  const end = start + TALLIED_COLUMNS.length
  let tally = new Tally()
  const campaigns: FurtherSheet = {
    name: extraStrings.campaigns.sheet,
    content: () => campaignSheet(databaseFile, tally.campaignIds),
  }
  const totals: FurtherSheet = {
    name: extraStrings.totals.sheet,
    content: () => tally.content(statuses, statusLabels),
  }
  return {
    ...source,
    packed: null,
    *batches() {
      // Whoever counts the rows first goes through them twice.
      tally = new Tally()
      for (const batch of source.batches())
        yield batch.map((values) => {
          tally.add(values.slice(start, end))
          return values.toSpliced(start, end - start)
        })
    },
    sheets: [...(extras.campaignSheet ? [campaigns] : []), ...(extras.totalsSheet ? [totals] : [])],
  }
}
