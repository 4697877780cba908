import type { DownloadOrigin } from '../contract/jobs.ts'
import type { CampaignPictures, PictureRun, PictureState, PictureVersion } from '../contract/pictures.ts'
import type { Network } from '../download/types.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreReader } from '../store/operations.ts'
import type { PictureChoices } from './types.ts'
import type { FetchPicture, PicturePurpose } from './picture-client.ts'
import { createPictureLists } from './lists.ts'
import { createPictureServer, type PictureServer } from './picture-server.ts'
import { createPictureFetcher, type PictureFetcher } from './picture-fetcher.ts'
import type { OpenPictureCache } from './open-cache.ts'
import { createAddressRenewal } from './renew-address.ts'
import { fetchPictures } from './fetch-pictures.ts'
import { createPictureRuns, type PictureRuns } from './picture-queue.ts'
import { createThumbnails, readCached, type DrawPicture } from './thumbnails.ts'

export interface ArtworkContext {
  readonly connectionId: string
  readonly cache: OpenPictureCache
  readonly store: Pick<
    StoreReader,
    'getCampaign' | 'getItem' | 'listDownloads' | 'listPictures' | 'pictureBefore' | 'pictureUrl'
  >
  readonly service: CampaignService
  readonly fetchPicture: FetchPicture
  readonly choices: PictureChoices
  readonly network?: Network | undefined
  /** Limit of the cache, not counting campaigns that are kept for offline use. */
  readonly maxBytes: () => number
  readonly onProgress: (run: PictureRun) => void
  /** Called when the unfinished runs may have changed. */
  readonly onQueue?: (() => void) | undefined
  readonly draw: DrawPicture
  readonly onUnexpected?: ((error: unknown) => string) | undefined
}

/** A PDF in the cache. */
export interface CachedDocument {
  readonly hash: string
  /** Drawing its first page took too much time or memory. */
  readonly isTooComplex: boolean
  /** Returns null if the file no longer exists. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer> | null>
}

/** The pictures of a connection. */
export interface Artwork {
  readonly serve: PictureServer['serve']
  readonly servePrevious: PictureServer['servePrevious']
  readonly previousVersion: PictureServer['previousVersion']
  readonly serveCached: PictureServer['serveCached']
  readonly missingReason: PictureServer['missingReason']
  readonly readCachedFile: PictureServer['readCachedFile']
  /** Draws the thumbnail of a cached file, unless it exists. */
  makeThumbnail(hash: string): Promise<void>
  /** Returns the file of an artwork if it is a cached PDF. */
  document(itemKey: number, artworkIndex: number, version: PictureVersion): Promise<CachedDocument | null>
  state(campaignId: string): Promise<PictureState>
  /**
   * Returns the stored pictures of each campaign whose pictures were listed, in percent of those that it
   * needs. Lists are made when pictures are fetched or their state is read.
   */
  readyShares(): Promise<ReadonlyMap<string, number>>
  /** Stores the choice and applies a new one at once. */
  setChoice(campaignId: string, settings: CampaignPictures): Promise<PictureState>
  /** Fetches the missing pictures of a campaign. */
  start(campaignId: string, origin: DownloadOrigin): Promise<PictureRun>
  /** Fetches the missing pictures after a download, unless the campaign needs none. */
  fetchAfterDownload(campaignId: string): Promise<void>
  readonly runs: PictureRuns
  /** Cancels the runs of deleted campaigns; their pictures can then be evicted. Never rejects. */
  forgetCampaigns(campaignIds: readonly string[]): Promise<void>
  /** Removes all stored pictures, also those that are kept for work without a network. */
  clear(): Promise<void>
  close(): Promise<void>
}

export function createArtwork(context: ArtworkContext): Artwork {
  const { cache, store, choices, network } = context
  const lists = createPictureLists({ cache, store })
  const newFetcher = (purpose: PicturePurpose): PictureFetcher =>
    createPictureFetcher({
      cache,
      fetchPicture: context.fetchPicture,
      purpose,
      renew: createAddressRenewal({ service: context.service, store }),
    })
  let closing = false

  const runs = createPictureRuns({
    connectionId: context.connectionId,
    network,
    onProgress: context.onProgress,
    onQueue: context.onQueue,
    onUnexpected: context.onUnexpected,
    fetchMissing: async (campaignId, signal, onProgress) => {
      const { choice } = await choices.get(campaignId)
      if (choice === 'none') return null
      const fetchIntoCache = newFetcher('advance')
      const counts = await fetchPictures({
        cache,
        lists,
        fetchIntoCache,
        campaignId,
        choice,
        signal,
        onProgress,
      })
      return (await evict()) > 0 ? cache.counts(campaignId) : counts
    },
  })

  async function evict(): Promise<number> {
    // An unfinished list would not protect its pictures.
    await lists.waitForUpdates()
    return cache.evict(context.maxBytes(), await choices.forField())
  }

  const thumbnails = createThumbnails({ cache, draw: context.draw })
  const server = createPictureServer({
    cache,
    store,
    choices,
    network,
    fetchIntoCache: newFetcher('view'),
    thumbnails,
    evictPictures: () => void evict().catch(() => 0),
  })

  async function state(campaignId: string): Promise<PictureState> {
    const settings = await choices.get(campaignId)
    const emptyState = { campaignId, ...settings, total: null, available: 0, bytes: 0, missing: [] }
    if (settings.choice === 'none') return emptyState
    if (!(await lists.update(campaignId, settings.choice))) return emptyState
    return { campaignId, ...settings, ...(await cache.counts(campaignId)) }
  }

  async function nameOf(campaignId: string): Promise<string | null> {
    return (await store.getCampaign(campaignId))?.summary.name ?? null
  }

  return {
    serve: (ref) => server.serve(ref),
    servePrevious: (ref) => server.servePrevious(ref),
    previousVersion: (itemKey, artworkIndex) => server.previousVersion(itemKey, artworkIndex),
    missingReason: (itemKey, artworkIndex) => server.missingReason(itemKey, artworkIndex),
    readCachedFile: (itemKey, artworkIndex) => server.readCachedFile(itemKey, artworkIndex),
    async makeThumbnail(hash) {
      await thumbnails.get(hash)
    },
    async document(itemKey, artworkIndex, version) {
      const lookup = await server.lookUpFile(itemKey, artworkIndex, version)
      if (lookup === null || !('picture' in lookup) || lookup.picture.kind !== 'pdf') return null
      const { hash } = lookup.picture
      const isTooComplex = (await cache.thumbnail(hash))?.isTooComplex === true
      return { hash, isTooComplex, read: () => readCached(cache, lookup) }
    },
    serveCached: (itemKey, artworkIndex, priority) => server.serveCached(itemKey, artworkIndex, priority),
    state,
    async readyShares() {
      const shares = new Map(await cache.readyShares())
      // A list stays when no more pictures are wanted.
      for (const id of shares.keys()) if ((await choices.get(id)).choice === 'none') shares.delete(id)
      return shares
    },
    async setChoice(campaignId, settings) {
      const previous = await choices.get(campaignId)
      await choices.set(campaignId, settings)
      const hasChanged = previous.choice !== settings.choice
      if (hasChanged) runs.cancelFor(new Set([campaignId]))
      const newState = await state(campaignId)
      if (hasChanged && newState.total !== null) runs.start(campaignId, await nameOf(campaignId), 'person')
      return newState
    },
    start: async (campaignId, origin) => runs.start(campaignId, await nameOf(campaignId), origin),
    async fetchAfterDownload(campaignId) {
      if ((await choices.get(campaignId)).choice === 'none') return
      // Automatic runs must not use a metered network.
      await network?.refresh()
      const name = await nameOf(campaignId)
      if (!closing) runs.start(campaignId, name, 'schedule')
    },
    runs,
    async forgetCampaigns(campaignIds) {
      runs.cancelFor(new Set(campaignIds))
      // The campaigns are deleted already; a failure only leaves pictures that could be evicted.
      await cache.deleteLists(campaignIds).catch((error: unknown) => context.onUnexpected?.(error))
    },
    async clear() {
      await lists.waitForUpdates()
      await cache.evict(0, [])
    },
    async close() {
      closing = true
      await runs.close()
      await server.close()
      await cache.close()
    },
  }
}
