import { messages } from '../../electron/contract/messages.ts'
import type { ListReference } from '../../electron/contract/views.ts'
import { ActionUnavailable } from './history.svelte.ts'
import type { StatisticsChoice } from './statistics-choice.ts'
import { recordInTab, type TabHistoryContext } from './tab-history.ts'
import type { ViewAction } from './view-history.ts'

/** The parts of a choice whose changes are recorded. Table or charts is a change of the layout only. */
type RecordedChoice = Omit<StatisticsChoice, 'asTable'>

/**
 * Records a change of what the statistics of a campaign, or of all campaigns, show.
 * @param mergeKey consecutive changes with the same key are undone together; null for a separate change
 */
export function recordStatistics(
  context: TabHistoryContext,
  list: ListReference,
  before: StatisticsChoice,
  after: StatisticsChoice,
  mergeKey: string | null,
): void {
  const action = actionOf(before, after)
  if (action === null) return
  recordInTab(context, list, 'statistics', {
    ...{ action, before, after, mergeKey },
    restore: ({ asTable: _layout, ...parts }) => {
      const show = context.frame.action('showStatistics')
      if (show === undefined) throw new ActionUnavailable(messages.history.reasons.campaignRemoved)
      show(parts)
    },
  })
}

/** Returns the name of a change; null if nothing that is recorded has changed. */
function actionOf(before: StatisticsChoice, after: StatisticsChoice): ViewAction | null {
  const differs = (key: keyof RecordedChoice): boolean =>
    JSON.stringify(before[key]) !== JSON.stringify(after[key])
  if (differs('filters') || differs('campaignIds')) return 'filter'
  if (differs('keys')) return 'grouping'
  if (differs('byValue')) return 'sort'
  return differs('measure') ? 'view' : null
}
