import * as v from 'valibot'
import {
  campaignIdSchema,
  columnKeySchema,
  connectionIdSchema,
  MAX_COLUMNS,
  naturalNumber,
  text,
  type ReadonlyOutput,
} from './base-schemas.ts'
import { CAMPAIGN_DATES, DEFAULT_CAMPAIGN_DATES } from './campaign-columns.ts'
import { campaignTableSchema, DEFAULT_CAMPAIGN_TABLE } from './campaign-table.ts'
import { DEFAULT_COLUMNS } from './columns.ts'
import { LANGUAGES, PSEUDO_LOCALES } from './messages.ts'
import { DEFAULT_PICTURE_PREFERENCES, picturePreferencesSchema } from './pictures.ts'
import { searchModeSchema, storedQuerySchema } from './query.ts'
import { authorSchema } from './review-file.ts'
import { NO_CUSTOM_SHORTCUTS, type CustomShortcuts } from './custom-shortcuts.ts'
import { customShortcutsSchema } from './shortcut-rules.ts'
import { DEFAULT_UPDATE_PREFERENCES, updatePreferencesSchema } from './updates.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** With `system`, the language of the system if there are messages in it. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES, ...PSEUDO_LOCALES] as const
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]

export const ROW_HEIGHTS = ['normal', 'roomy', 'thumbnail'] as const
export type RowHeight = (typeof ROW_HEIGHTS)[number]
/** Earlier versions had a compact height, which is the normal one now. */
const rowHeightSchema = v.pipe(
  v.picklist([...ROW_HEIGHTS, 'compact']),
  v.transform((height): RowHeight => (height === 'compact' ? 'normal' : height)),
)

/** Sizes of the interface in percent. */
export const INTERFACE_SIZES = [80, 90, 100, 110, 125, 150] as const
export type InterfaceSize = (typeof INTERFACE_SIZES)[number]
export const DEFAULT_INTERFACE_SIZE: InterfaceSize = 100
export const REVIEW_LAYOUTS = ['auto', 'desktop', 'touch'] as const

/** Views of a campaign. */
export const CAMPAIGN_TABS = ['overview', 'items', 'artwork', 'changes', 'checks', 'statistics'] as const
/** Views of all campaigns together. */
export const CONNECTION_TABS = [
  'home',
  'campaigns',
  'timeline',
  'statistics',
  'compare',
  'items',
  'artwork',
] as const
const VIEW_TABS = [...CAMPAIGN_TABS, ...CONNECTION_TABS] as const

const width = v.pipe(v.number(), v.minValue(24), v.maxValue(4_000))

export const columnLayoutSchema = v.strictObject({
  /** Shown columns in their order. */
  order: v.pipe(v.array(columnKeySchema), v.maxLength(MAX_COLUMNS)),
  /** Widths in CSS pixels that differ from the default. */
  widths: v.pipe(v.record(columnKeySchema, width), v.maxEntries(MAX_COLUMNS)),
  /** Number of frozen columns; default: none. */
  frozen: v.exactOptional(v.pipe(naturalNumber, v.maxValue(MAX_COLUMNS))),
})
export type ColumnLayout = ReadonlyOutput<typeof columnLayoutSchema>

/** The default layout: POS numbers stay visible while the other columns scroll. */
export const DEFAULT_LAYOUT: ColumnLayout = { order: DEFAULT_COLUMNS, widths: {}, frozen: 1 }

export const MIN_PICTURE_SIZE = 80
export const MAX_PICTURE_SIZE = 400
export const MAX_CAPTIONS = 4

/** Options of the contact sheet. */
const contactSheetSchema = v.strictObject({
  /** Height of the pictures, in CSS pixels. */
  size: v.pipe(v.number(), v.minValue(MIN_PICTURE_SIZE), v.maxValue(MAX_PICTURE_SIZE)),
  /** Columns of the captions, in order. */
  captions: v.pipe(v.array(columnKeySchema), v.maxLength(MAX_CAPTIONS)),
})
export type ContactSheet = ReadonlyOutput<typeof contactSheetSchema>
const DEFAULT_CONTACT_SHEET: ContactSheet = { size: 168, captions: ['itemName', 'posNumber'] }

/** How items are reviewed one after the other. */
const singleReviewSchema = v.strictObject({
  /** With `auto`, the touch layout is used if the main pointer is a finger. */
  layout: v.picklist(REVIEW_LAYOUTS),
  /** The side of the marks in the touch layout. */
  marksAt: v.picklist(['start', 'end']),
  /** Whether the next unreviewed item is shown after a mark. */
  advances: v.boolean(),
})
type SingleReviewPreferences = ReadonlyOutput<typeof singleReviewSchema>
const DEFAULT_SINGLE_REVIEW: SingleReviewPreferences = { layout: 'auto', marksAt: 'end', advances: true }

const panesSchema = v.strictObject({
  campaignsWidth: width,
  campaignsOpen: v.boolean(),
  detailsWidth: width,
  detailsOpen: v.boolean(),
})

/** The last view of a window, in which it opens again. */
export const lastViewSchema = v.strictObject({
  connectionId: v.nullable(connectionIdSchema),
  /** Null for all campaigns. */
  campaignId: v.nullable(campaignIdSchema),
  tab: v.optional(v.picklist(VIEW_TABS), 'home'),
  /** State of the list in files of earlier versions; now part of the views. */
  query: v.exactOptional(storedQuerySchema),
})
export type LastView = ReadonlyOutput<typeof lastViewSchema>

export const MAX_RECENT_SEARCHES = 10
export const MAX_RECENT_SEARCH_LENGTH = 500
export const MAX_CONNECTIONS_WITH_SEARCHES = 200

const recentSearchSchema = v.strictObject({
  search: v.pipe(text(MAX_RECENT_SEARCH_LENGTH), v.minLength(1)),
  /** The chosen search mode; null: detected from the text. */
  mode: v.nullable(searchModeSchema),
})
export type RecentSearch = ReadonlyOutput<typeof recentSearchSchema>

/** The recent searches of a connection, the latest first. */
const connectionSearchesSchema = v.strictObject({
  connectionId: connectionIdSchema,
  searches: v.pipe(v.array(recentSearchSchema), v.maxLength(MAX_RECENT_SEARCHES)),
})

export const campaignDatesSchema = v.pipe(
  v.array(v.picklist(CAMPAIGN_DATES)),
  v.maxLength(CAMPAIGN_DATES.length),
)

/** What earlier versions did not know is optional. */
export const preferencesSchema = v.strictObject({
  theme: v.optional(v.picklist(THEMES), 'system'),
  language: v.fallback(v.optional(v.picklist(LANGUAGE_CHOICES), 'system'), 'system'),
  rowHeight: v.optional(rowHeightSchema, 'normal'),
  interfaceSize: v.optional(v.picklist(INTERFACE_SIZES), DEFAULT_INTERFACE_SIZE),
  columns: columnLayoutSchema,
  contactSheet: v.optional(contactSheetSchema, DEFAULT_CONTACT_SHEET),
  panes: panesSchema,
  lastView: lastViewSchema,
  /** The dates that a person cares about, in the order of the service interface (2.1). */
  campaignDates: v.optional(campaignDatesSchema, [...DEFAULT_CAMPAIGN_DATES]),
  /** A table that another version stored is replaced by the default one. */
  campaignTable: v.fallback(v.optional(campaignTableSchema, DEFAULT_CAMPAIGN_TABLE), DEFAULT_CAMPAIGN_TABLE),
  showEmptyFields: v.boolean(),
  pictures: v.optional(picturePreferencesSchema, DEFAULT_PICTURE_PREFERENCES),
  /** Whether lists show marks, and keys set them. */
  reviewing: v.optional(v.boolean(), false),
  singleReview: v.optional(singleReviewSchema, DEFAULT_SINGLE_REVIEW),
  /** Author of exported reviews; may be empty. */
  author: v.optional(authorSchema, ''),
  /** Of each connection; deleted with it. */
  recentSearches: v.optional(
    v.pipe(v.array(connectionSearchesSchema), v.maxLength(MAX_CONNECTIONS_WITH_SEARCHES)),
    [],
  ),
  /** Whether crash reports are kept on this computer. */
  keepsCrashReports: v.optional(v.boolean(), false),
  shortcuts: v.optional(customShortcutsSchema, {}),
  updates: v.fallback(
    v.optional(updatePreferencesSchema, DEFAULT_UPDATE_PREFERENCES),
    DEFAULT_UPDATE_PREFERENCES,
  ),
})
export type Preferences = Omit<ReadonlyOutput<typeof preferencesSchema>, 'shortcuts'> & {
  readonly shortcuts: CustomShortcuts
}

/** Preferences that change; the others stay. */
export const preferencesChangeSchema = v.partial(preferencesSchema)
export type PreferencesChange = ReadonlyOutput<typeof preferencesChangeSchema>

/** Preferences that each window has for itself. The last change in any window is stored for the next one. */
const WINDOW_PREFERENCES: ReadonlySet<string> = new Set<keyof Preferences>(['lastView', 'panes'])

/** Returns the part of a change that applies to all windows. */
export function sharedChange(change: PreferencesChange): PreferencesChange {
  return Object.fromEntries(Object.entries(change).filter(([key]) => !WINDOW_PREFERENCES.has(key)))
}

/** Returns the preferences after a change. */
export function changePreferences(preferences: Preferences, change: PreferencesChange): Preferences {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...preferences, ...(Object.fromEntries(given) as Partial<Preferences>) }
}

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  language: 'system',
  rowHeight: 'normal',
  interfaceSize: DEFAULT_INTERFACE_SIZE,
  columns: DEFAULT_LAYOUT,
  contactSheet: DEFAULT_CONTACT_SHEET,
  panes: { campaignsWidth: 232, campaignsOpen: true, detailsWidth: 268, detailsOpen: true },
  lastView: { connectionId: null, campaignId: null, tab: 'home' },
  campaignDates: DEFAULT_CAMPAIGN_DATES,
  campaignTable: DEFAULT_CAMPAIGN_TABLE,
  showEmptyFields: false,
  pictures: DEFAULT_PICTURE_PREFERENCES,
  reviewing: false,
  singleReview: DEFAULT_SINGLE_REVIEW,
  author: '',
  recentSearches: [],
  keepsCrashReports: false,
  shortcuts: NO_CUSTOM_SHORTCUTS,
  updates: DEFAULT_UPDATE_PREFERENCES,
}
