import type { DownloadOrigin } from '../contract/jobs.ts'
import type { PictureRun, PictureState, PictureVersion } from '../contract/pictures.ts'
import type { Network } from '../download/types.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreReader } from '../store/operations.ts'
import type { CampaignPictures, PictureChoices } from './choices.ts'
import type { FetchPicture } from './fetch-picture.ts'
import { createPictureLists } from './lists.ts'
import { createLooking, type Looking, type ServedPicture } from './looking.ts'
import { createObtain, type Obtain } from './obtain.ts'
import type { OpenPictureCache } from './open-cache.ts'
import { createAddressRenewal } from './renew-address.ts'
import { fetchPictures } from './run.ts'
import { createPictureRuns, type PictureRuns } from './runs.ts'
import { readKept } from './read-kept.ts'
import { createThumbnails, type DrawPicture } from './thumbnails.ts'

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
  /** Bytes that the pictures may take, beside those of campaigns for the field. */
  readonly mostBytes: () => number
  readonly onProgress: (run: PictureRun) => void
  /** The runs that are still to come may have changed. */
  readonly onQueue?: (() => void) | undefined
  readonly draw: DrawPicture
  readonly onUnexpected?: ((error: unknown) => string) | undefined
}

/** A PDF in the cache. */
export interface KeptDocument {
  readonly hash: string
  /** Its first page took too much to draw. */
  readonly isTooComplex: boolean
  /** Returns null when the file is not there any more. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer> | null>
}

/** The pictures of a connection. */
export interface Artwork {
  readonly serve: Looking['serve']
  readonly serveBefore: Looking['serveBefore']
  readonly before: Looking['before']
  /** The picture of an artwork as it is in the cache, small or else the file itself; nothing is fetched. Null: neither is. */
  kept(itemKey: number, artworkIndex: number): Promise<ServedPicture | null>
  readonly keptFile: Looking['keptFile']
  /** Makes the small picture of a file that is here, unless it was made before. */
  makeThumbnail(hash: string): Promise<void>
  /** The file of an artwork where that is a PDF which is here. */
  document(itemKey: number, artworkIndex: number, version: PictureVersion): Promise<KeptDocument | null>
  state(campaignId: string): Promise<PictureState>
  /** Another choice of pictures is followed at once. */
  choose(campaignId: string, chosen: CampaignPictures): Promise<PictureState>
  /** Fetches what is missing of a campaign. */
  start(campaignId: string, origin: DownloadOrigin): Promise<PictureRun>
  /** After a download of the campaign: fetches what is missing, unless no pictures are wanted. */
  follow(campaignId: string): Promise<void>
  readonly runs: Pick<PictureRuns, 'cancel' | 'kept' | 'list' | 'pause' | 'restore' | 'resume'>
  /** Whether pictures of a campaign are being fetched, or will be. */
  readonly isBusy: boolean
  /** Ends what goes on for campaigns that are removed; their pictures make room when it is needed. */
  forgetCampaigns(campaignIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

export function createArtwork(context: ArtworkContext): Artwork {
  const { cache, store, choices, network } = context
  const lists = createPictureLists({ cache, store })
  const newObtain = (): Obtain =>
    createObtain({
      cache,
      fetchPicture: context.fetchPicture,
      renew: createAddressRenewal({ service: context.service, store }),
    })
  /** The thread runs only when a picture is wanted: without it there is nothing to forget. */
  let used = false
  let following = 0
  let closing = false

  const runs = createPictureRuns({
    connectionId: context.connectionId,
    network,
    onProgress: context.onProgress,
    onQueue: context.onQueue,
    onUnexpected: context.onUnexpected,
    work: async (campaignId, signal, tell) => {
      used = true
      const { choice } = await choices.get(campaignId)
      if (choice === 'none') return null
      const obtain = newObtain()
      const counts = await fetchPictures({ cache, lists, obtain, campaignId, choice, signal, tell })
      return (await evict()) > 0 ? cache.counts(campaignId) : counts
    },
  })

  async function evict(): Promise<number> {
    // A list that is being made would not protect its pictures.
    await lists.settled()
    return cache.evict(context.mostBytes(), await choices.forField())
  }

  const thumbnails = createThumbnails({ cache, draw: context.draw })
  const looking = createLooking({
    cache,
    store,
    choices,
    network,
    obtain: newObtain(),
    thumbnails,
    makeRoom: () => void evict().catch(() => 0),
  })

  async function state(campaignId: string): Promise<PictureState> {
    const chosen = await choices.get(campaignId)
    const nothing = { campaignId, ...chosen, total: null, here: 0, bytes: 0, missing: [] }
    if (chosen.choice === 'none') return nothing
    used = true
    if (!(await lists.bringUpToDate(campaignId, chosen.choice))) return nothing
    return { campaignId, ...chosen, ...(await cache.counts(campaignId)) }
  }

  async function nameOf(campaignId: string): Promise<string | null> {
    return (await store.getCampaign(campaignId))?.summary.name ?? null
  }

  return {
    serve(place) {
      used = true
      return looking.serve(place)
    },
    serveBefore: (place) => looking.serveBefore(place),
    before: (itemKey, artworkIndex) => looking.before(itemKey, artworkIndex),
    keptFile: (itemKey, artworkIndex) => looking.keptFile(itemKey, artworkIndex),
    async makeThumbnail(hash) {
      await thumbnails.of(hash)
    },
    async document(itemKey, artworkIndex, version) {
      const found = await looking.file(itemKey, artworkIndex, version)
      if (found === null || !('picture' in found) || found.picture.kind !== 'pdf') return null
      const { hash } = found.picture
      const isTooComplex = (await cache.thumbnail(hash))?.isTooComplex === true
      return { hash, isTooComplex, read: () => readKept(cache, found) }
    },
    kept(itemKey, artworkIndex) {
      used = true
      return looking.kept(itemKey, artworkIndex)
    },
    state,
    async choose(campaignId, chosen) {
      const before = await choices.get(campaignId)
      await choices.set(campaignId, chosen)
      const isOther = before.choice !== chosen.choice
      if (isOther) runs.cancelFor(new Set([campaignId]))
      const now = await state(campaignId)
      if (isOther && now.total !== null) runs.start(campaignId, await nameOf(campaignId), 'person')
      return now
    },
    start: async (campaignId, origin) => runs.start(campaignId, await nameOf(campaignId), origin),
    async follow(campaignId) {
      following += 1
      try {
        if ((await choices.get(campaignId)).choice === 'none') return
        // What nobody asked for is not to cost anything.
        await network?.look()
        const name = await nameOf(campaignId)
        if (!closing) runs.start(campaignId, name, 'schedule')
      } finally {
        following -= 1
      }
    },
    runs,
    get isBusy() {
      return following > 0 || runs.isBusy
    },
    async forgetCampaigns(campaignIds) {
      runs.cancelFor(new Set(campaignIds))
      if (used) await cache.forgetCampaigns(campaignIds)
    },
    async close() {
      closing = true
      await runs.close()
      await looking.close()
      await cache.close()
    },
  }
}
