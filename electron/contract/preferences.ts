import { DEFAULT_COLUMNS, type ColumnKey } from './columns.ts'
import { DEFAULT_PICTURE_PREFERENCES, type PicturePreferences } from './pictures.ts'
import type { ViewQuery } from './views.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const ROW_HEIGHTS = ['compact', 'normal', 'thumbnail'] as const
export type RowHeight = (typeof ROW_HEIGHTS)[number]

/** Views of a campaign. */
export const VIEW_TABS = ['overview', 'items', 'artwork', 'changes', 'checks'] as const
export type ViewTab = (typeof VIEW_TABS)[number]

export interface ColumnLayout {
  /** Shown columns in their order. */
  readonly order: readonly ColumnKey[]
  /** Widths in CSS pixels that differ from the default. */
  readonly widths: Readonly<Partial<Record<ColumnKey, number>>>
  /** So many of the first shown columns stay in sight while the others scroll sideways; left out: none. */
  readonly frozen?: number
}

export interface PaneLayout {
  readonly campaignsWidth: number
  readonly campaignsOpen: boolean
  readonly detailsWidth: number
  readonly detailsOpen: boolean
}

/** How the items are shown as pictures. */
export interface ContactSheet {
  /** Height of the pictures, in CSS pixels. */
  readonly size: number
  /** The columns that are written below each of them, in this order. */
  readonly captions: readonly ColumnKey[]
}

export const MIN_PICTURE_SIZE = 80
export const MAX_PICTURE_SIZE = 400
export const MAX_CAPTIONS = 4

/** Where the person was, so that the application opens there again. */
export interface LastView {
  readonly connectionId: string | null
  /** Null: all items of all campaigns. */
  readonly campaignId: string | null
  readonly tab: ViewTab
  /** How that list was left, as an earlier version kept it; now it is among the views. */
  readonly query?: ViewQuery
}

export interface Preferences {
  readonly theme: Theme
  readonly rowHeight: RowHeight
  readonly columns: ColumnLayout
  readonly contactSheet: ContactSheet
  readonly panes: PaneLayout
  readonly lastView: LastView
  readonly showEmptyFields: boolean
  readonly pictures: PicturePreferences
  /** Items are being reviewed: lists show marks, and keys set them. */
  readonly reviewing: boolean
  /** Name that stands on reviews that are handed on; may be empty. */
  readonly author: string
}

/** What holds until the person has set something else. */
export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  rowHeight: 'normal',
  columns: { order: DEFAULT_COLUMNS, widths: {} },
  contactSheet: { size: 168, captions: ['itemName', 'posNumber'] },
  panes: { campaignsWidth: 264, campaignsOpen: true, detailsWidth: 320, detailsOpen: true },
  lastView: {
    connectionId: null,
    campaignId: null,
    tab: 'items',
  },
  showEmptyFields: false,
  pictures: DEFAULT_PICTURE_PREFERENCES,
  reviewing: false,
  author: '',
}
