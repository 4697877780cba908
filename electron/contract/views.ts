import type { ColumnLayout } from './preferences.ts'
import type { ItemQuery } from './query.ts'

/** A query without its campaigns. */
export type ViewQuery = Omit<ItemQuery, 'campaignIds'>

/** A list of items: of one campaign, or of all campaigns of a connection (null). */
export interface ListReference {
  readonly connectionId: string
  readonly campaignId: string | null
}

/** A saved view of a list. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** The list it belongs to; null for all lists. */
  readonly place: ListReference | null
  readonly query: ViewQuery
  readonly columns: ColumnLayout
}

/** The last state of a list. */
export interface ListState extends ListReference {
  readonly query: ViewQuery
  /** Null if the columns were never changed; the list then uses the last arrangement of another list. */
  readonly columns: ColumnLayout | null
}

/** Stored views and states of lists. */
export interface Views {
  /** In order of creation. */
  readonly saved: readonly SavedView[]
  /** The most recently changed list first. */
  readonly lists: readonly ListState[]
}

export const NO_VIEWS: Views = { saved: [], lists: [] }

export const MAX_SAVED_VIEWS = 500
/** The least recently changed state is removed first. */
export const MAX_LIST_STATES = 200
export const MAX_VIEW_NAME_LENGTH = 200
