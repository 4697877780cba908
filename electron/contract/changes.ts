import { ITEM_COLUMN_KEYS, pathsOf, type ItemColumnKey } from './columns.ts'

/** What a download found of an item, compared with the copy before. */
export const CHANGE_KINDS = ['added', 'changed', 'gone'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Characters of a path that changes can be filtered by. */
export const MAX_PATH_LENGTH = 1_000

/** One field that differs. */
export interface FieldChange {
  /**
   * Where the field is in the item or campaign as the service sends it, with dots: `itemId.posNumber`. A dot
   * or a backslash in a name has a backslash before it.
   */
  readonly path: string
  /**
   * The value as JSON text, names sorted; null where the field was not there. An address (`url`,
   * `thumbnailUrl`) is given without what stands behind its `?`: signatures change although the picture does
   * not.
   */
  readonly old: string | null
  readonly new: string | null
}

/** An item that differs between an earlier download and now. */
export interface ItemChange {
  readonly campaignItemId: string
  /** Key of the item in the cache; null when it is gone. */
  readonly key: number | null
  readonly kind: ChangeKind
  readonly itemName: string | null
  readonly posNumber: string | null
  /** Empty for an item that was added or is gone. */
  readonly fields: readonly FieldChange[]
  /** When the download that brought the latest of these changes was completed, in milliseconds since 1970. */
  readonly noticedAt: number
  /** Whether the person has seen it. */
  readonly seen: boolean
}

/**
 * A download that came into use. The first one of a campaign counts no changes: there was nothing to compare
 * it with.
 */
export interface DownloadRecord {
  readonly downloadKey: number
  readonly mode: 'full' | 'recent'
  /** False when items were known to be missing from it. */
  readonly complete: boolean
  /** Milliseconds since 1970. */
  readonly completedAt: number
  readonly itemCount: number
  readonly added: number
  readonly changed: number
  readonly gone: number
  /** Fields of the campaign's own record that changed. */
  readonly campaignFields: number
}

export interface ChangesQuery {
  readonly campaignId: string
  /**
   * The download to compare with: what all later ones changed counts. Null: everything that is kept counts.
   */
  readonly since: number | null
  /** Empty: every kind. */
  readonly kinds: readonly ChangeKind[]
  /** Only items of which this field (see `FieldChange.path`) changed; null: of any. */
  readonly field: string | null
  /** Only changes that were not seen yet. */
  readonly unseenOnly: boolean
}

/**
 * A stretch of the changes, with the counts that its filters show. What the last download brought comes
 * first; within a download the items follow in the order in which they once came to this computer.
 */
export interface ChangesWindow {
  readonly start: number
  readonly rows: readonly ItemChange[]
  /** Changes under all filters. */
  readonly count: number
  /** Under all filters but the one for the kind. */
  readonly kinds: Readonly<Record<ChangeKind, number>>
  /** Fields that changed, most frequent first, under all filters but the one for the field. */
  readonly fields: readonly { readonly path: string; readonly count: number }[]
  /** What changed in the campaign's own record, whatever the filters. */
  readonly campaign: readonly FieldChange[]
}

/**
 * Columns of a file with changes, in their order: a line for each field that differs, of an item or (with the
 * kind `campaign`) of the campaign's own record, or for an item added or gone.
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

/** The columns that show a field, by the field's path. */
const COLUMN_OF_PATH: ReadonlyMap<string, ItemColumnKey> = new Map(
  ITEM_COLUMN_KEYS.filter((key) => key !== 'campaignItemId').flatMap((key) =>
    pathsOf(key).map((path) => [path.join('.'), key] as const),
  ),
)

/** The column of the item list that shows this field of an item; null for a field without one. */
export function columnOfPath(path: string): ItemColumnKey | null {
  return COLUMN_OF_PATH.get(path) ?? null
}
