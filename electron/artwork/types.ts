import type { MissingPictures, PictureProblem } from '../contract/pictures.ts'
import type { PictureKind } from '../content/inspect.ts'

/** A picture that is kept. */
export interface CachedPicture {
  readonly kind: PictureKind
  readonly hash: string
  readonly bytes: number
  /** Null where that is not known. */
  readonly pixels: number | null
}

/** What is known of an address: its picture, why there is none, or null: nobody has tried yet. */
export type PictureStatus =
  | { readonly picture: CachedPicture }
  | {
      readonly problem: PictureProblem
      /** Milliseconds since 1970. */
      readonly triedAt: number
    }
  | null

/** The same, with the picture itself: its bytes, or the file that has them. */
export type PictureLookup =
  | { readonly picture: CachedPicture; readonly content: Uint8Array<ArrayBuffer> | string }
  | Exclude<PictureStatus, { readonly picture: CachedPicture }>

/**
 * What was drawn of a file; without bytes nothing can be, and a picture that is too complex is not tried
 * again.
 */
export interface Rendition {
  readonly bytes: Uint8Array<ArrayBuffer> | null
  readonly isTooComplex: boolean
}

/** What has come of an address: bytes, which are still to be judged, or why there are none. */
export type PictureUpdate =
  | { readonly address: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly address: string; readonly problem: PictureProblem }

/** A picture that a campaign wants. */
export interface WantedPicture {
  readonly address: string
  /** Key of an item that has it, and which of its artworks it is. */
  readonly itemKey: number
  readonly artworkIndex: number
}

/** One that is not here yet, and where the list of those goes on behind it. */
export interface PictureToFetch extends WantedPicture {
  readonly identity: string
}

export interface PictureCounts {
  /** Addresses that the campaign wants, each identity once. */
  readonly total: number
  readonly here: number
  /** Bytes on disk of those that are here, each content once. */
  readonly bytes: number
  readonly missing: readonly MissingPictures[]
}

/** The pictures of a connection on disk, as the thread that owns them carries it out. */
export interface PictureCalls {
  lookUp(address: string): Promise<PictureLookup>
  /**
   * Judges each of these by its content and keeps it, or notes why not; gives what is then known of each. All
   * of them or none: when this has ended well they are there for good.
   */
  save(news: readonly PictureUpdate[]): Promise<readonly PictureStatus[]>
  /** The picture that stood at an address whose signature and other parameters are not known any more. */
  lookUpWithoutQuery(address: string): Promise<PictureLookup>
  /** The picture of that name by its content; null when it is not here any more. */
  lookUpFile(hash: string): Promise<PictureLookup>
  /** The small picture that was made of a file; null as long as nobody has tried. */
  thumbnail(hash: string): Promise<Rendition | null>
  /** Keeps what was made of a file beside it, or that nothing can be made of it; not of one that is gone. */
  saveThumbnail(hash: string, made: Rendition): Promise<void>
  /** Forgets a picture whose file is not there any more. */
  deletePicture(hash: string): Promise<void>
  /** What the list of a campaign's pictures was made of; null when there is none. */
  listStamp(campaignId: string): Promise<string | null>
  /**
   * Begins the list of a campaign's pictures anew. Those of the list before that are here stay, as its
   * version before, unless it was a list of something else.
   */
  startList(campaignId: string, isOfTheSame: boolean): Promise<void>
  addToList(campaignId: string, pictures: readonly WantedPicture[]): Promise<void>
  /**
   * The list is whole. A version before is kept as long as the change that made it one may be: until no
   * change since it is known any more (`changesSince`, in milliseconds since 1970).
   */
  finishList(campaignId: string, stamp: string, changesSince: number): Promise<void>
  /**
   * Pictures of a campaign that are not here, behind that identity (at first an empty text), in their order.
   */
  listMissing(campaignId: string, after: string, count: number): Promise<readonly PictureToFetch[]>
  counts(campaignId: string): Promise<PictureCounts>
  deleteLists(campaignIds: readonly string[]): Promise<void>
  /**
   * Removes the pictures that were not looked at for the longest time until no more than so many bytes are
   * left, but none of these campaigns. Gives how many were removed.
   */
  evict(mostBytes: number, keptCampaignIds: readonly string[]): Promise<number>
}

/** The same as main sees it. */
export interface PictureCache extends Omit<PictureCalls, 'save'> {
  /**
   * Judges bytes by their content and keeps them; else notes why not, and gives that. The bytes are
   * transferred.
   */
  put(address: string, bytes: Uint8Array<ArrayBuffer>): Promise<PictureStatus>
  /** Notes why there is no picture at an address; gives what is then known. */
  fail(address: string, problem: PictureProblem): Promise<PictureStatus>
}
