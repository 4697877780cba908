import type { CampaignPictures, MissingPictures, PictureProblem } from '../contract/pictures.ts'
import type { PictureKind } from '../content/inspect.ts'

/** A picture in the cache. */
export interface CachedPicture {
  readonly kind: PictureKind
  readonly hash: string
  readonly bytes: number
  /** Null if unknown. */
  readonly pixels: number | null
}

/** State of an address: its picture, why it is missing, or null if it was never requested. */
export type PictureStatus =
  | { readonly picture: CachedPicture }
  | {
      readonly problem: PictureProblem
      /** Milliseconds since 1970. */
      readonly triedAt: number
    }
  | null

/** State of an address with the content of its picture: bytes, or a path. */
export type PictureLookup =
  | { readonly picture: CachedPicture; readonly content: Uint8Array<ArrayBuffer> | string }
  | Exclude<PictureStatus, { readonly picture: CachedPicture }>

/**
 * The drawing of a file. Without bytes, it cannot be drawn; a file that is too complex is not tried again.
 */
export interface Rendition {
  readonly bytes: Uint8Array<ArrayBuffer> | null
  readonly isTooComplex: boolean
}

/** Result of a request: bytes that are still to be checked, or why there are none. */
export type PictureUpdate =
  | { readonly address: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly address: string; readonly problem: PictureProblem }

/** A picture that a campaign needs. */
export interface WantedPicture {
  readonly address: string
  /** An item with this picture, and the index of the artwork. */
  readonly itemKey: number
  readonly artworkIndex: number
}

/** A missing picture; the next page of the list starts after its identity. */
export interface PictureToFetch extends WantedPicture {
  readonly identity: string
}

export interface PictureCounts {
  /** Distinct identities of addresses. */
  readonly total: number
  readonly available: number
  /** Bytes on disk; each file counts once. */
  readonly bytes: number
  readonly missing: readonly MissingPictures[]
}

/** Calls of the thread that owns the pictures of a connection. */
export interface PictureCalls {
  lookUp(address: string): Promise<PictureLookup>
  /**
   * Checks the content of each picture and stores it, or why it is invalid; returns the new states. All in
   * one transaction.
   */
  save(updates: readonly PictureUpdate[]): Promise<readonly PictureStatus[]>
  /** Finds the picture of an address without its query; null if several pictures have it. */
  lookUpWithoutQuery(address: string): Promise<PictureLookup>
  /** Finds a picture by its hash; null if it no longer exists. */
  lookUpFile(hash: string): Promise<PictureLookup>
  /** Returns the thumbnail of a file; null if it was never drawn. */
  thumbnail(hash: string): Promise<Rendition | null>
  /** Stores the thumbnail of a file, or that it cannot be drawn; ignored if the file no longer exists. */
  saveThumbnail(hash: string, thumbnail: Rendition): Promise<void>
  /** Deletes a picture. */
  deletePicture(hash: string): Promise<void>
  /** Returns the snapshot and choice that a campaign's list was made for; null if there is no list. */
  listStamp(campaignId: string): Promise<string | null>
  /**
   * Starts a new list of a campaign's pictures. Cached pictures of the old list become its previous version
   * if both are for the same choice.
   */
  startList(campaignId: string, hasSameChoice: boolean): Promise<void>
  addToList(campaignId: string, pictures: readonly WantedPicture[]): Promise<void>
  /**
   * Completes a list, and deletes previous versions from before the oldest known change. @param changesSince
   * in milliseconds since 1970.
   */
  finishList(campaignId: string, stamp: string, changesSince: number): Promise<void>
  /**
   * Lists missing pictures of a campaign after an identity, at first an empty string.
   */
  listMissing(campaignId: string, after: string, count: number): Promise<readonly PictureToFetch[]>
  counts(campaignId: string): Promise<PictureCounts>
  /** Returns the stored pictures of each campaign with a complete list, in percent of those that it needs. */
  readyShares(): Promise<ReadonlyMap<string, number>>
  deleteLists(campaignIds: readonly string[]): Promise<void>
  /**
   * Removes the least recently viewed pictures until the limit is met, except those of protected campaigns.
   * Returns how many were removed.
   */
  evict(maxBytes: number, protectedCampaignIds: readonly string[]): Promise<number>
}

/** The cache as main uses it. */
export interface PictureCache extends Omit<PictureCalls, 'save'> {
  /**
   * Checks and stores a picture, or why it is invalid. The bytes are transferred.
   */
  put(address: string, bytes: Uint8Array<ArrayBuffer>): Promise<PictureStatus>
  /** Stores why an address has no picture. */
  fail(address: string, problem: PictureProblem): Promise<PictureStatus>
}

export interface PictureChoices {
  get(campaignId: string): Promise<CampaignPictures>
  set(campaignId: string, settings: CampaignPictures): Promise<void>
  /** Returns the ids of campaigns whose pictures are never evicted. */
  forField(): Promise<readonly string[]>
}
