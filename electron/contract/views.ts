import type { ColumnLayout } from './preferences.ts'
import type { ItemQuery } from './query.ts'

/** What a person has asked of a list: everything of a query but which campaigns. */
export type ViewQuery = Omit<ItemQuery, 'campaignIds'>

/** A list of items: of one campaign, or (null) of all campaigns of a connection. */
export interface ListPlace {
  readonly connectionId: string
  readonly campaignId: string | null
}

/** A way of looking at a list, kept under a name. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** The list it belongs to; null: it can be chosen in every list. */
  readonly place: ListPlace | null
  readonly query: ViewQuery
  readonly columns: ColumnLayout
}

/** How a list was left. */
export interface ListState extends ListPlace {
  readonly query: ViewQuery
  /**
   * Null: nobody arranged the columns of this list, so that it shows those that were arranged last elsewhere.
   */
  readonly columns: ColumnLayout | null
}

/** The ways of looking at lists that outlast the application. */
export interface Views {
  /** In the order in which they were made. */
  readonly saved: readonly SavedView[]
  /** The list that was changed last comes first. */
  readonly lists: readonly ListState[]
}

export const NO_VIEWS: Views = { saved: [], lists: [] }

export const MAX_SAVED_VIEWS = 500
/** Lists whose state is kept; the one that was changed longest ago is forgotten first. */
export const MAX_LIST_STATES = 200
export const MAX_VIEW_NAME_LENGTH = 200
