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
  /** Number of frozen columns; default: none. */
  readonly frozen?: number
}

export interface PaneLayout {
  readonly campaignsWidth: number
  readonly campaignsOpen: boolean
  readonly detailsWidth: number
  readonly detailsOpen: boolean
}

/** Options of the contact sheet. */
export interface ContactSheet {
  /** Height of the pictures, in CSS pixels. */
  readonly size: number
  /** Columns of the captions, in order. */
  readonly captions: readonly ColumnKey[]
}

export const MIN_PICTURE_SIZE = 80
export const MAX_PICTURE_SIZE = 400
export const MAX_CAPTIONS = 4

/** The last view, in which the application starts. */
export interface LastView {
  readonly connectionId: string | null
  /** Null for all campaigns. */
  readonly campaignId: string | null
  readonly tab: ViewTab
  /** State of the list in files of earlier versions; now part of the views. */
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
  /** Whether lists show marks, and keys set them. */
  readonly reviewing: boolean
  /** Author of exported reviews; may be empty. */
  readonly author: string
}

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
