import { readFile } from 'node:fs/promises'
import type { DownloadOrigin } from '../contract/jobs.ts'
import type { PictureChoice, PictureRun, PictureState } from '../contract/pictures.ts'
import type { Network } from '../download/types.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreReader } from '../store/types.ts'
import { CONTENT_TYPES } from '../content/inspect.ts'
import type { FetchPicture } from './fetch-picture.ts'
import { createPictureLists } from './lists.ts'
import { createObtain, type Obtain } from './obtain.ts'
import type { OpenPictureCache } from './open-cache.ts'
import { createAddressRenewal, type PicturePlace } from './renew-address.ts'
import { fetchPictures } from './run.ts'
import { createPictureRuns, type PictureRuns } from './runs.ts'
import type { FoundPicture, LookedUpPicture } from './types.ts'

/** What a person has chosen for the pictures of a campaign. */
export interface CampaignPictures {
  readonly choice: PictureChoice
  readonly forField: boolean
}

export interface PictureChoices {
  get(campaignId: string): Promise<CampaignPictures>
  set(campaignId: string, chosen: CampaignPictures): Promise<void>
  /** Ids of the campaigns whose pictures stay whatever happens. */
  forField(): Promise<readonly string[]>
}

export interface ArtworkContext {
  readonly connectionId: string
  readonly cache: OpenPictureCache
  readonly store: Pick<StoreReader, 'getCampaign' | 'getItem' | 'listPictures' | 'pictureUrl'>
  readonly service: CampaignService
  readonly fetchPicture: FetchPicture
  readonly choices: PictureChoices
  readonly network?: Network | undefined
  /** Bytes that the pictures may take, beside those of campaigns for the field. */
  readonly mostBytes: () => number
  readonly onProgress: (run: PictureRun) => void
  readonly onUnexpected?: ((error: unknown) => string) | undefined
}

export interface ServedPicture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
}

/** The pictures of a connection. */
export interface Artwork {
  /** A picture from the cache; one that is not there is fetched into it first, if it can be. Null: there is none. */
  serve(place: PicturePlace): Promise<ServedPicture | null>
  /** The picture of an artwork as it is in the cache, small or else the file itself; nothing is fetched. Null: neither is. */
  kept(itemKey: number, artworkIndex: number): Promise<ServedPicture | null>
  state(campaignId: string): Promise<PictureState>
  /** Another choice of pictures is followed at once. */
  choose(campaignId: string, chosen: CampaignPictures): Promise<PictureState>
  /** Fetches what is missing of a campaign. */
  start(campaignId: string, origin: DownloadOrigin): Promise<PictureRun>
  /** After a download of the campaign: fetches what is missing, unless no pictures are wanted. */
  follow(campaignId: string): Promise<void>
  readonly runs: Pick<PictureRuns, 'cancel' | 'list'>
  /** Whether pictures of a campaign are being fetched, or will be. */
  readonly isBusy: boolean
  /** Ends what goes on for campaigns that are removed; their pictures make room when it is needed. */
  forgetCampaigns(campaignIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A picture that could not be had is not asked for again by looking at it, for so many milliseconds. */
const NOT_AGAIN_MS = 600_000
/** After so many pictures that were fetched by looking at them, it is seen to the limit of the cache. */
const FETCHED_UNTIL_EVICTION = 200

export function createArtwork(context: ArtworkContext): Artwork {
  const { cache, store, choices, network } = context
  const lists = createPictureLists({ cache, store })
  const newObtain = (): Obtain =>
    createObtain({
      cache,
      fetchPicture: context.fetchPicture,
      renew: createAddressRenewal({ service: context.service, store }),
    })
  const obtainToLook = newObtain()
  const closing = new AbortController()
  /** Pictures that are being fetched because they are looked at. */
  const looking = new Map<string, Promise<FoundPicture>>()
  let fetchedByLooking = 0
  /** The thread runs only when a picture is wanted: without it there is nothing to forget. */
  let used = false
  let following = 0

  const runs = createPictureRuns({
    connectionId: context.connectionId,
    network,
    onProgress: context.onProgress,
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

  function fetchToLook(address: string, place: PicturePlace): Promise<FoundPicture> {
    const underWay = looking.get(address)
    if (underWay !== undefined) return underWay
    const fetching = obtainToLook(address, place, closing.signal)
      .then(({ kept }) => kept)
      .finally(() => {
        looking.delete(address)
        fetchedByLooking += 1
        if (fetchedByLooking % FETCHED_UNTIL_EVICTION === 0) void evict().catch(() => 0)
      })
    looking.set(address, fetching)
    return fetching
  }

  /** Null: there is none, or its file is not what it was. */
  async function read(found: LookedUpPicture): Promise<ServedPicture | null> {
    if (found === null || !('picture' in found)) return null
    const { picture, content } = found
    const bytes = typeof content === 'string' ? await readWhole(content) : content
    if (bytes?.byteLength === picture.bytes) return { bytes, contentType: CONTENT_TYPES[picture.kind] }
    await cache.forgetPicture(picture.hash)
    return null
  }

  async function mayFetch(itemKey: number): Promise<boolean> {
    if (network?.state.online === false) return false
    const campaignId = (await store.getItem(itemKey))?.row.campaignId ?? null
    return campaignId === null || (await choices.get(campaignId)).choice !== 'none'
  }

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
    async serve(place) {
      const address = await store.pictureUrl(place.itemKey, place.artworkIndex, place.size)
      if (address === null) return null
      used = true
      const found = await cache.find(address)
      const served = await read(found)
      if (served !== null) return served
      if (found !== null && 'problem' in found && Date.now() - found.triedAt < NOT_AGAIN_MS) return null
      if (!(await mayFetch(place.itemKey))) return null
      await fetchToLook(address, place)
      return read(await cache.find(address))
    },
    async kept(itemKey, artworkIndex) {
      for (const size of ['thumbnail', 'full'] as const) {
        const address = await store.pictureUrl(itemKey, artworkIndex, size)
        if (address === null) continue
        used = true
        const served = await read(await cache.find(address))
        if (served !== null) return served
      }
      return null
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
        if (!closing.signal.aborted) runs.start(campaignId, name, 'schedule')
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
      closing.abort()
      await runs.close()
      await Promise.allSettled(looking.values())
      await cache.close()
    },
  }
}

async function readWhole(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readFile(file).catch(() => null)
  return bytes === null ? null : new Uint8Array(bytes)
}
