import type { ChangesQuery } from '../../electron/contract/changes.ts'
import type { FacetValue, ItemQuery } from '../../electron/contract/query.ts'
import type { GridTarget } from '../lists/row-source.ts'
import type { Selection } from '../lists/selection.ts'
import type { ComparisonSelection } from './campaign-comparison.svelte.ts'
import type { ViewAnchor } from './open-result.ts'
import type { StatisticsChoice } from './statistics-choice.ts'

/** What a list of items showed when it was left. */
export interface ListPlace {
  readonly kind: 'list'
  readonly connectionId: string
  readonly resultId: number
  readonly query: ItemQuery
  /** Identifies the stored data of the result: indexes of rows are valid only in this version. */
  readonly version: string
  readonly count: number
  /** Index of the active row; null if there is none. */
  readonly active: number | null
  /** Whether the person chose the active row. */
  readonly chosen: boolean
  readonly selection: Selection
  readonly firstInView: number
  readonly target: GridTarget
  /** The values of the collapsed groups. */
  readonly closedGroups: ReadonlySet<FacetValue>
  /** The same rows by their keys, for a list that has changed. */
  readonly anchor: Promise<ViewAnchor>
}

/** What the changes of a campaign showed when they were left. */
export interface ChangesPlace {
  readonly kind: 'changes'
  readonly connectionId: string
  readonly campaignId: string
  /** The compared download or the period; null for all stored changes. */
  readonly since: ChangesQuery['since']
  readonly filters: Pick<ChangesQuery, 'kinds' | 'unseenOnly'> &
    Required<Pick<ChangesQuery, 'hiddenFields' | 'groupBy'>>
  readonly search: string
  /** The values of the collapsed groups. */
  readonly closedGroups: ReadonlySet<FacetValue>
  readonly active: number | null
  readonly firstInView: number
  readonly target: GridTarget
}

/** What the comparison of two campaigns showed when it was left. */
export interface ComparisonPlace {
  readonly kind: 'comparison'
  readonly connectionId: string
  readonly selection: ComparisonSelection
  readonly active: number | null
  readonly firstInView: number
  readonly target: GridTarget
}

/** The scroll offset at which a page was left, in CSS pixels. */
export interface PagePlace {
  readonly kind: 'page'
  readonly top: number
}

/** What the statistics showed when they were left. */
export interface StatisticsPlace {
  readonly kind: 'statistics'
  readonly connectionId: string
  readonly choice: StatisticsChoice
  /** The scroll offset, in CSS pixels. */
  readonly top: number
}

/** What a view showed when it was left, for Back and Forward. */
export type Place = ListPlace | ChangesPlace | ComparisonPlace | PagePlace | StatisticsPlace
