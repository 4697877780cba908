/** Answers a request like `fetch`; replaces the network of the service's client. */
export type SampleFetch = (request: Request) => Promise<Response>

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

/** A JSON object with undocumented fields. */
export type JsonObject = Extract<Json, Readonly<Record<string, unknown>>>

type Maybe<T> = T | null | undefined

export interface SampleArtwork extends JsonObject {
  readonly _id: string
  readonly name?: string | null
  readonly fileId?: Maybe<{ readonly url?: string | null; readonly thumbnailUrl?: string | null }>
}

/** The embedded `itemId` (service interface, 2.2). Any field may be missing or null. */
export interface SampleItemDetails extends JsonObject {
  readonly _id?: string
  readonly name?: string | null
  readonly posNumber?: string | null
  readonly artworks?: readonly SampleArtwork[] | null
  readonly elementId?: Maybe<{ readonly _id?: string; readonly name?: string | null }>
  readonly workflowTemplateName?: string | null
}

/** A campaign item as in section 2.2. */
export interface SampleItem extends JsonObject {
  readonly _id: string
  readonly clientId?: string | null
  readonly campaignId?: Maybe<{ readonly _id: string; readonly name?: string | null }>
  readonly itemId?: SampleItemDetails | null
  readonly status?: number | null
  readonly qty?: number | null
  readonly isLocked?: boolean | null
  readonly hasArtwork?: boolean | null
  readonly hasAllocations?: boolean | null
  readonly updatedAt?: string | null
  readonly createdAt?: string
}

/** Reasons for `isLocked`, which is true if any of these is (section 2.2). */
export interface Locks {
  readonly item: boolean
  readonly inProduction: boolean
  readonly campaignItem: boolean
}

/** A table of items by slot, a number from 0. Items are generated on request. */
export interface ItemTable {
  /** Changes whenever an item does, which invalidates cached orders. */
  readonly version: number
  /** Returns the slots of a campaign's items (null for all) in the service's order. */
  slotsOf(campaignId: string | null): Uint32Array
  item(slot: number): SampleItem
  /** Returns `updatedAt` in milliseconds since 1970, or null, without generating the item. */
  updatedAt(slot: number): number | null
}

/** Campaign records by id. */
export interface CampaignTable {
  /** Returns the record of section 2.1, `forbidden`, `failing`, or null if there is none. */
  campaign(id: string): JsonObject | 'forbidden' | 'failing' | null
}

export interface SampleOptions {
  /** Number of items; default 6,000. */
  readonly items?: number
  /** Number of campaigns; default 12. */
  readonly campaigns?: number
  readonly seed?: number
  /** Base of all dates, in milliseconds since 1970. */
  readonly now?: number
  /** Prefix of picture addresses; default `sample:picture/`. */
  readonly pictureBase?: string
}
