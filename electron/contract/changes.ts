/** What a download found of an item, compared with the copy before. */
export const CHANGE_KINDS = ['added', 'changed', 'gone'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** One field that differs. */
export interface FieldChange {
  /** Where the field is in the item or campaign as the service sends it, with dots: `itemId.posNumber`. */
  readonly path: string
  /** The value as JSON text; null where the field was not there. */
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

/** A completed download of a campaign. */
export interface DownloadRecord {
  readonly downloadKey: number
  readonly mode: 'full' | 'recent'
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
  /** The download to compare with: changes of all later ones count. Null: the oldest that is kept. */
  readonly since: number | null
  /** Empty: every kind. */
  readonly kinds: readonly ChangeKind[]
  /** Only changes of this field (see `FieldChange.path`); null: of any. */
  readonly field: string | null
  /** Only changes that were not seen yet. */
  readonly unseenOnly: boolean
}

/** A stretch of the changes, with the counts that its filters show. */
export interface ChangesWindow {
  readonly start: number
  readonly rows: readonly ItemChange[]
  /** Changes under all filters. */
  readonly count: number
  /** Under all filters but the one for the kind. */
  readonly kinds: Readonly<Record<ChangeKind, number>>
  /** Fields that changed, most frequent first, under all filters but the one for the field. */
  readonly fields: readonly { readonly path: string; readonly count: number }[]
  /** What changed in the campaign's own record. */
  readonly campaign: readonly FieldChange[]
}
