import { supportsOption } from '../../contract/export-formats.ts'
import type { ExportOptions } from '../../contract/export-options.ts'
import { messages } from '../../contract/messages.ts'
import type { ExportRows } from '../../store/types.ts'
import { campaignSheet } from './campaign-sheet.ts'
import { Totals, TOTALED_COLUMNS } from './totals.ts'
import type { AdditionalSheet, ItemsToExport, RowsToWrite } from '../types.ts'

/** Returns whether a file has sheets with the totals or the campaigns of its items. */
export function includesAdditionalSheets({
  format,
  extras,
}: Pick<ExportOptions, 'format' | 'extras'>): boolean {
  return (
    (supportsOption(format, 'campaign-sheet') && extras.campaignSheet) ||
    (supportsOption(format, 'totals-sheet') && extras.totalsSheet)
  )
}

/**
 * Totals the items while they are read, and returns the additional sheets. Removes the values of
 * `TOTALED_COLUMNS`, which follow the exported columns, from the rows.
 */
export function withAdditionalSheets(
  source: ExportRows,
  { options, databaseFile, statusLabels }: ItemsToExport,
): ExportRows & Pick<RowsToWrite, 'sheets'> {
  const { columns, statuses, extras } = options
  const start = columns.length
  const end = start + TOTALED_COLUMNS.length
  let totalsOfRows = new Totals()
  const campaigns: AdditionalSheet = {
    name: messages.exportExtras.campaigns.sheet,
    content: () => campaignSheet(databaseFile, totalsOfRows.campaignIds),
  }
  const totals: AdditionalSheet = {
    name: messages.exportExtras.totals.sheet,
    content: () => totalsOfRows.content(statuses, statusLabels),
  }
  return {
    ...source,
    packed: null,
    *batches() {
      // Rows may be read twice: `withArtworks` counts them first.
      totalsOfRows = new Totals()
      for (const batch of source.batches())
        yield batch.map((values) => {
          totalsOfRows.add(values.slice(start, end))
          return values.toSpliced(start, end - start)
        })
    },
    sheets: [...(extras.campaignSheet ? [campaigns] : []), ...(extras.totalsSheet ? [totals] : [])],
  }
}
