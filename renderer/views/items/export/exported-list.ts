import type { ShownResult } from '../../../lists/row-source.ts'
import type { ItemsState } from '../../../state/items.svelte.ts'
import type { ListContext } from '../list-context.svelte.ts'

/** The list of items that is exported, or campaigns of which no list is open. */
export interface ExportedList extends Pick<
  ListContext,
  'connection' | 'connectionId' | 'campaignName' | 'layout' | 'reference' | 'rowColors' | 'visibleColumns'
> {
  /** The open list; null without one, for all items. */
  readonly items: Pick<ItemsState, 'narrowed' | 'selectedCount' | 'selection'> | null
}

/** What an export needs to know of a result. */
export type ExportedResult = Pick<ShownResult, 'count' | 'query' | 'resultId' | 'total'>
