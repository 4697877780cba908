import { CONTENT_TYPES, rasterKind, type PictureKind } from '../content/inspect.ts'
import type { MissingPicture, PictureBefore, PictureVersion } from '../contract/pictures.ts'
import type { Network } from '../download/types.ts'
import type { StoreReader } from '../store/operations.ts'
import type { PictureFetcher } from './picture-fetcher.ts'
import type { PictureRef } from './renew-address.ts'
import {
  isExpensive,
  needsDrawingProcess,
  isLongAnimation,
  isReduced,
  type DrawingPriority,
  type Thumbnails,
  readCached,
} from './thumbnails.ts'
import type { PictureStatus, PictureLookup, Rendition, PictureCache, PictureChoices } from './types.ts'

export interface PictureServerContext {
  readonly cache: PictureCache
  readonly store: Pick<StoreReader, 'getItem' | 'pictureBefore' | 'pictureUrl'>
  readonly choices: Pick<PictureChoices, 'get'>
  readonly network: Network | undefined
  readonly fetchIntoCache: PictureFetcher
  readonly thumbnails: Thumbnails
  /** Called after several fetches of viewed pictures, to apply the limit of the cache. */
  readonly evictPictures: () => void
}

export interface ServedPicture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
}

/** A picture with the hash of its cached file. */
export interface ShownPicture extends ServedPicture {
  readonly hash: string
}

/** A file in the cache. */
export interface CachedFile {
  readonly hash: string
  readonly kind: PictureKind
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Drawing it took too much time or memory. */
  readonly isTooComplex: boolean
  /** A smaller preview is shown instead. */
  readonly isReduced: boolean
}

/** Serves pictures to be viewed. */
export interface PictureServer {
  /**
   * Returns a picture from the cache, into which a missing one is fetched first; null if there is none.
   */
  serve(ref: PictureRef): Promise<ShownPicture | null>
  /**
   * Returns a small file from the cache, or the thumbnail, which is drawn if necessary; null if the cache has
   * neither. Nothing is fetched.
   * @param priority of drawing a missing thumbnail
   */
  serveCached(itemKey: number, artworkIndex: number, priority: DrawingPriority): Promise<ServedPicture | null>
  /** Returns why `serveCached` returns null. */
  missingReason(itemKey: number, artworkIndex: number): Promise<MissingPicture>
  /**
   * Returns the cached picture from before a download changed its address; null if it is not cached.
   */
  servePrevious(ref: PictureRef): Promise<ShownPicture | null>
  /**
   * Returns when a download changed the address, and whether the previous picture is cached; null if none
   * did.
   */
  previousVersion(itemKey: number, artworkIndex: number): Promise<PictureBefore | null>
  /** Looks up the current or previous file of a picture. */
  lookUpFile(itemKey: number, artworkIndex: number, version: PictureVersion): Promise<PictureLookup>
  /**
   * Returns the file from the cache, otherwise the thumbnail; null if the cache has neither. Nothing is
   * fetched.
   */
  readCachedFile(itemKey: number, artworkIndex: number): Promise<CachedFile | null>
  close(): Promise<void>
}

/** Time after a failure before viewing a picture requests it again. */
const RETRY_DELAY_MS = 600_000
/** After this many fetches, the limit of the cache is enforced. */
const FETCHES_PER_EVICTION = 200

export function createPictureServer(context: PictureServerContext): PictureServer {
  const { cache, store, choices, network, thumbnails } = context
  const closing = new AbortController()
  /** Pending fetches by address. */
  const pending = new Map<string, Promise<PictureStatus>>()
  let fetchCount = 0

  function fetchOnce(address: string, ref: PictureRef): Promise<PictureStatus> {
    const pendingFetch = pending.get(address)
    if (pendingFetch !== undefined) return pendingFetch
    const fetching = context
      .fetchIntoCache(address, ref, closing.signal)
      .then(({ written }) => written)
      .finally(() => {
        pending.delete(address)
        fetchCount += 1
        if (fetchCount % FETCHES_PER_EVICTION === 0) context.evictPictures()
      })
    pending.set(address, fetching)
    return fetching
  }

  /** Returns the picture to show; null if it is not cached. */
  async function render(lookup: PictureLookup, { size }: PictureRef): Promise<ShownPicture | null> {
    if (lookup === null || !('picture' in lookup)) return null
    const { picture } = lookup
    const { hash, kind } = picture
    const draw = async (): Promise<ShownPicture | null> =>
      toShownPicture(hash, await (size === 'thumbnail' ? thumbnails.get(hash) : thumbnails.getPreview(hash)))
    if (needsDrawingProcess(picture) || (size === 'thumbnail' && isExpensive(picture))) return draw()
    const bytes = await readCached(cache, lookup)
    if (bytes === null) return null
    return isLongAnimation(picture, bytes) ? draw() : { hash, bytes, contentType: CONTENT_TYPES[kind] }
  }

  async function mayFetch(itemKey: number): Promise<boolean> {
    if (network?.state.online === false) return false
    const campaignId = (await store.getItem(itemKey))?.row.campaignId ?? null
    return campaignId === null || (await choices.get(campaignId)).choice !== 'none'
  }

  return {
    async serve(ref) {
      const address = await store.pictureUrl(ref.itemKey, ref.artworkIndex, ref.size)
      if (address === null) return null
      const lookup = await cache.lookUp(address)
      const shown = await render(lookup, ref)
      if (shown !== null) return shown.bytes.byteLength === 0 ? null : shown
      if (lookup !== null && 'problem' in lookup && hasJustFailed(lookup.triedAt)) return null
      if (!(await mayFetch(ref.itemKey))) return null
      await fetchOnce(address, ref)
      const fetchedPicture = await render(await cache.lookUp(address), ref)
      return fetchedPicture?.bytes.byteLength === 0 ? null : fetchedPicture
    },
    async serveCached(itemKey, artworkIndex, priority) {
      for (const size of ['thumbnail', 'full'] as const) {
        const address = await store.pictureUrl(itemKey, artworkIndex, size)
        const lookup = address === null ? null : await cache.lookUp(address)
        if (lookup === null || !('picture' in lookup)) continue
        const { picture } = lookup
        const { hash, kind } = picture
        const isDrawn = isExpensive(picture)
        const bytes = isDrawn ? null : await readCached(cache, lookup)
        if (bytes !== null && !isLongAnimation(picture, bytes))
          return { hash, bytes, contentType: CONTENT_TYPES[kind] }
        const thumbnail = await thumbnails.get(hash, priority)
        if (thumbnail !== null && thumbnail.bytes !== null) return toShownPicture(hash, thumbnail)
        // Pictures that could not be drawn may still be displayed.
        const file = isDrawn && !needsDrawingProcess(picture) ? await readCached(cache, lookup) : null
        if (file !== null && !isLongAnimation(picture, file))
          return { hash, bytes: file, contentType: CONTENT_TYPES[kind] }
      }
      return null
    },
    async missingReason(itemKey, artworkIndex) {
      let reason: MissingPicture = 'noPicture'
      for (const size of ['thumbnail', 'full'] as const) {
        const address = await store.pictureUrl(itemKey, artworkIndex, size)
        if (address === null) continue
        const lookup = await cache.lookUp(address)
        if (lookup !== null) return 'picture' in lookup ? 'notDrawn' : lookup.problem
        reason = 'notDownloaded'
      }
      return reason
    },
    async servePrevious(ref) {
      const before = await store.pictureBefore(ref.itemKey, ref.artworkIndex, ref.size)
      const picture =
        before === null ? null : await render(await cache.lookUpWithoutQuery(before.address), ref)
      return picture?.bytes.byteLength === 0 ? null : picture
    },
    async previousVersion(itemKey, artworkIndex) {
      let noticedAt: number | null = null
      for (const size of ['thumbnail', 'full'] as const) {
        const before = await store.pictureBefore(itemKey, artworkIndex, size)
        if (before === null) continue
        noticedAt ??= before.noticedAt
        const lookup = await cache.lookUpWithoutQuery(before.address)
        if (lookup !== null && 'picture' in lookup) return { noticedAt, isCached: true }
      }
      return noticedAt === null ? null : { noticedAt, isCached: false }
    },
    async lookUpFile(itemKey, artworkIndex, version) {
      if (version === 'now') {
        const address = await store.pictureUrl(itemKey, artworkIndex, 'full')
        return address === null ? null : cache.lookUp(address)
      }
      const before = await store.pictureBefore(itemKey, artworkIndex, 'full')
      return before === null ? null : cache.lookUpWithoutQuery(before.address)
    },
    async readCachedFile(itemKey, artworkIndex) {
      for (const size of ['full', 'thumbnail'] as const) {
        const address = await store.pictureUrl(itemKey, artworkIndex, size)
        const lookup = address === null ? null : await cache.lookUp(address)
        const bytes = await readCached(cache, lookup)
        if (bytes === null || lookup === null || !('picture' in lookup)) continue
        const { hash, kind } = lookup.picture
        const isTooComplex = (await cache.thumbnail(hash))?.isTooComplex === true
        return { hash, kind, bytes, isTooComplex, isReduced: isReduced(lookup.picture, bytes) }
      }
      return null
    },
    async close() {
      closing.abort()
      await Promise.allSettled(pending.values())
    },
  }
}

/** A negative age is that of a clock that was wrong. */
function hasJustFailed(triedAt: number): boolean {
  const age = Date.now() - triedAt
  return age >= 0 && age < RETRY_DELAY_MS
}

/**
 * Returns the drawn picture of a cached file, without bytes if it cannot be drawn, which another fetch would
 * not change. Returns null if the file no longer exists.
 */
function toShownPicture(hash: string, rendition: Rendition | null): ShownPicture | null {
  if (rendition === null) return null
  const { bytes } = rendition
  if (bytes === null) return { hash, bytes: new Uint8Array(), contentType: '' }
  return { hash, bytes, contentType: CONTENT_TYPES[rasterKind(bytes) ?? 'jpeg'] }
}
