/** Answers a request like `fetch`: what the service's client is given in place of a network. */
export type SampleFetch = (request: Request) => Promise<Response>

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

/** A JSON object with fields that the interface does not name. */
export type JsonObject = Extract<Json, Readonly<Record<string, unknown>>>

type Maybe<T> = T | null | undefined

export interface SampleArtwork extends JsonObject {
  readonly _id: string
  readonly name?: string | null
  readonly fileId?: Maybe<{ readonly url?: string | null; readonly thumbnailUrl?: string | null }>
}

/** `itemId`, populated (service interface, 2.2). Any field may be missing or null, as in real life. */
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

/** Why an item is locked: `isLocked` is true when any of these is (section 2.2). */
export interface Locks {
  readonly item: boolean
  readonly inProduction: boolean
  readonly campaignItem: boolean
}

/** Items to list, by slot. A slot is a number from 0; its item is made when it is asked for. */
export interface ItemTable {
  /** Changes whenever an item does; orders that were computed before are dropped. */
  readonly version: number
  /** Slots of a campaign's items (null: of all), in the service's own order. */
  slotsOf(campaignId: string | null): Uint32Array
  item(slot: number): SampleItem
  /** `updatedAt` in milliseconds since 1970 without making the item; null when the item has none. */
  updatedAt(slot: number): number | null
}

/** Campaign records by id. */
export interface CampaignTable {
  /** The record of section 2.1, `forbidden`, `failing`, or null when there is none. */
  campaign(id: string): JsonObject | 'forbidden' | 'failing' | null
}

export interface SampleOptions {
  /** Items over all campaigns; 6,000 if left out. */
  readonly items?: number
  /** Campaigns; 12 if left out. */
  readonly campaigns?: number
  readonly seed?: number
  /** All dates are told from here, in milliseconds since 1970. */
  readonly now?: number
  /** What the addresses of pictures begin with; `sample:picture/` if left out. */
  readonly pictureBase?: string
}
