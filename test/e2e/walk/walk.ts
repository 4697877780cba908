import { visitCampaign, visitChanges } from './campaign-stops.ts'
import { visitConnection } from './connection-stops.ts'
import { visitDialogs, visitSettings } from './dialog-stops.ts'
import { visitExports, visitReviews } from './file-stops.ts'
import { visitFilters, visitList, visitPanels, visitSearch } from './list-stops.ts'
import { visitEmptyViews, visitFirstScreen, visitService } from './start-stops.ts'
import { Walker, type WalkOptions } from './walker.ts'

/**
 * Visits every view, dialog, panel and menu of an application without data, with the sample data and then
 * with a service, in the active language.
 */
export async function walk(options: WalkOptions): Promise<void> {
  const walker = new Walker(options)
  for (const visitStops of [
    visitFirstScreen,
    visitEmptyViews,
    visitList,
    visitSearch,
    visitPanels,
    visitFilters,
    visitReviews,
    visitExports,
    visitCampaign,
    visitChanges,
    visitConnection,
    visitDialogs,
    visitSettings,
    visitService,
  ])
    await visitStops(walker)
}
