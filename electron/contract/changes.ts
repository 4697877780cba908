import * as v from 'valibot'
import {
  campaignIdSchema,
  MAX_SEARCH_LENGTH,
  naturalNumber,
  text,
  type ReadonlyOutput,
} from './base-schemas.ts'
import { MAX_LABEL_CHANGES, valueLabelSchema } from './connection.ts'
import { ITEM_COLUMN_KEYS, pathsOf, type ItemColumnKey } from './columns.ts'
import { MAX_PERIOD } from './filters.ts'

/** How an item differs from the snapshot before a download; `gone` if it was deleted. */
export const CHANGE_KINDS = ['added', 'changed', 'gone'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Length of a path in a filter for changes. */
export const MAX_PATH_LENGTH = 1_000

/** Changed fields of an item, or of a campaign's record, in the window. */
export const MAX_CHANGED_FIELDS = 100

/** Fields that a query can hide. */
export const MAX_HIDDEN_FIELDS = 500

/** Maximum number of lines of an item in the list: one for each changed field. */
export const MAX_CHANGE_LINES = 8

/** A changed field. */
export interface FieldChange {
  /**
   * Path of the field with dots: `itemId.posNumber`. Dots and backslashes in names are escaped with a
   * backslash.
   */
  readonly path: string
  /**
   * The value as JSON text with sorted names; null if the field was absent. Addresses (`url`, `thumbnailUrl`)
   * have no query, because signatures change although the picture does not.
   */
  readonly old: string | null
  readonly new: string | null
}

/** An item that differs between an earlier download and now. */
export interface ItemChange {
  readonly campaignItemId: string
  /** Key of the item in the cache; null if it was deleted. */
  readonly key: number | null
  readonly kind: ChangeKind
  readonly itemName: string | null
  readonly posNumber: string | null
  /** Empty if the item was added or deleted; in the window at most `MAX_CHANGED_FIELDS`. */
  readonly fields: readonly FieldChange[]
  /** Paths of the fields that a search has found; absent without a search. */
  readonly foundPaths?: readonly string[]
  /** Number of other changed fields, which the window does not receive; absent if there are none. */
  readonly omittedFields?: number
  /** Status and quantity of an added or deleted item, if they are numbers; absent for a changed one. */
  readonly values?: { readonly status: number | null; readonly qty: number | null }
  /** When the latest of these changes was downloaded, in milliseconds since 1970. */
  readonly noticedAt: number
  /** Whether the person has seen it. */
  readonly seen: boolean
}

/** A committed download. The first one of a campaign has no changes. */
export interface DownloadRecord {
  readonly downloadKey: number
  readonly mode: 'full' | 'recent'
  /** False if items are known to be missing. */
  readonly complete: boolean
  /** Milliseconds since 1970. */
  readonly completedAt: number
  readonly itemCount: number
  readonly added: number
  readonly changed: number
  readonly deleted: number
  /** Number of changed fields in the campaign's record. */
  readonly campaignFields: number
}

/** The changes of all downloads of a day. */
export interface DayOfChanges extends Pick<DownloadRecord, 'added' | 'changed' | 'deleted'> {
  /** In local time, such as `2026-08-01`. */
  readonly day: string
}

/** The last days up to now; see `startOfPeriod`. */
const changePeriodSchema = v.strictObject({
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PERIOD)),
})
export type ChangePeriod = ReadonlyOutput<typeof changePeriodSchema>

export const changesQuerySchema = v.strictObject({
  campaignId: campaignIdSchema,
  /**
   * Compare with this download: changes of all later ones. A period is resolved when the query runs, so that
   * a repeated export covers the days before it. Null for all recorded changes.
   */
  since: v.nullable(v.union([naturalNumber, changePeriodSchema])),
  /** Empty for all kinds. */
  kinds: v.pipe(v.array(v.picklist(CHANGE_KINDS)), v.maxLength(CHANGE_KINDS.length)),
  /** Only items in which this field changed (see `FieldChange.path`); null for any. */
  field: v.nullable(text(MAX_PATH_LENGTH)),
  /** Only unseen changes, each compared with what the person has last seen. */
  unseenOnly: v.boolean(),
  /** Fields that do not count: an item in which no other field changed is left out. Default: none. */
  hiddenFields: v.exactOptional(v.pipe(v.array(text(MAX_PATH_LENGTH)), v.maxLength(MAX_HIDDEN_FIELDS))),
  /** Default: `download`. By field, an item is listed once for each of its changed fields. */
  groupBy: v.exactOptional(v.picklist(['download', 'field'])),
  /**
   * Words that a change must contain, folded: in the item's name or POS number, or in the label and the
   * values of one field. Default: none.
   */
  search: v.exactOptional(text(MAX_SEARCH_LENGTH)),
  /** The names of statuses, which the search finds too. Default: none. */
  statusLabels: v.exactOptional(v.pipe(v.array(valueLabelSchema), v.maxLength(MAX_LABEL_CHANGES))),
})
export type ChangesQuery = ReadonlyOutput<typeof changesQuerySchema>

/** Consecutive changes of the list: of a download, or, grouped by field, of a kind or a field. */
export type ChangeGroup = { readonly count: number } & (
  | { readonly by: 'download'; readonly completedAt: number }
  | { readonly by: 'kind'; readonly kind: Exclude<ChangeKind, 'changed'> }
  | { readonly by: 'field'; readonly path: string }
)

/** The groups of a list of changes in order, and the number of lines of each change. */
export interface ChangesLayout {
  readonly groups: readonly ChangeGroup[]
  /** At most {@link MAX_CHANGE_LINES} for each change. */
  readonly lines: Uint8Array
}

/**
 * A part of the changes with the counts of its filters. The latest download is first; within a download,
 * items are in the order of their first download.
 */
export interface ChangesWindow {
  readonly start: number
  readonly rows: readonly ItemChange[]
  /** Number of changes under all filters. */
  readonly count: number
  /** Number of items with these changes; less than `count` if items are listed once for each field. */
  readonly itemCount: number
  /** Number of these items that the person has not seen. */
  readonly unseenCount: number
  /** Number of items that are left out because only hidden fields changed. */
  readonly hiddenCount: number
  /** Only in the part that starts at 0. */
  readonly layout: ChangesLayout | null
  /** Counts under all filters but the one for the kind. */
  readonly kinds: Readonly<Record<ChangeKind, number>>
  /**
   * Fields that changed, most frequent first, under all filters but the one for the field; in the window at
   * most `MAX_MEMBERS`.
   */
  readonly fields: readonly { readonly path: string; readonly count: number }[]
  /** Changes of the campaign's record, regardless of filters; in the window at most `MAX_CHANGED_FIELDS`. */
  readonly campaign: readonly FieldChange[]
  /** Number of other changes of the campaign's record; absent if there are none. */
  readonly omittedCampaignFields?: number
}

/**
 * Columns of an export of changes: a row for each changed field of an item or (kind `campaign`) of the
 * campaign's record, and for each added or deleted item.
 */
export const CHANGE_COLUMN_KEYS = [
  'kind',
  'campaignItemId',
  'itemName',
  'posNumber',
  'field',
  'old',
  'new',
  'noticedAt',
] as const

export type ChangeColumnKey = (typeof CHANGE_COLUMN_KEYS)[number]

/** Columns by the path of their field. */
const COLUMN_OF_PATH: ReadonlyMap<string, ItemColumnKey> = new Map(
  ITEM_COLUMN_KEYS.filter((key) => key !== 'campaignItemId').flatMap((key) =>
    pathsOf(key).map((path) => [path.join('.'), key] as const),
  ),
)

/** Returns the column that shows a field of an item, or null. */
export function columnOfPath(path: string): ItemColumnKey | null {
  return COLUMN_OF_PATH.get(path) ?? null
}
