import type { PictureChoice } from '../contract/pictures.ts'
import type { StoreReader } from '../store/operations.ts'
import type { PictureCache } from './types.ts'

/** Items for each page. */
const PAGE_SIZE = 500

export interface PictureListsContext {
  readonly cache: PictureCache
  readonly store: Pick<StoreReader, 'getCampaign' | 'listDownloads' | 'listPictures'>
}

/** Lists of the pictures that campaigns need, for their current snapshots. */
export interface PictureLists {
  /** Rebuilds the list of a campaign if its snapshot or choice has changed; returns whether there is one. */
  update(campaignId: string, choice: PictureChoice): Promise<boolean>
  /** Resolves when no update is pending. */
  waitForUpdates(): Promise<void>
}

export function createPictureLists({ cache, store }: PictureListsContext): PictureLists {
  const updates = new Map<string, Promise<unknown>>()

  async function rebuildIfOutdated(campaignId: string, choice: PictureChoice): Promise<boolean> {
    const campaign = (await store.getCampaign(campaignId))?.summary
    if (choice === 'none' || campaign === undefined || campaign.copy === 'none') return false
    const { fetchedAt, itemCount, newestUpdatedAt } = campaign
    const stamp = JSON.stringify([choice, fetchedAt, itemCount, newestUpdatedAt])
    const previousStamp = await cache.listStamp(campaignId)
    if (previousStamp === stamp) return true
    await cache.startList(
      campaignId,
      previousStamp?.startsWith(JSON.stringify([choice]).slice(0, -1)) ?? false,
    )
    const size = choice === 'full' ? 'full' : 'thumbnail'
    for (let after: string | null = ''; after !== null;) {
      const page = await store.listPictures(campaignId, size, after, PAGE_SIZE)
      await cache.addToList(campaignId, page.pictures)
      after = page.next
    }
    const oldest = (await store.listDownloads(campaignId)).at(-1)
    await cache.finishList(campaignId, stamp, oldest?.completedAt ?? Date.now())
    return true
  }

  return {
    async update(campaignId, choice) {
      // Concurrent updates of one list would mix their pictures.
      const previousUpdate = updates.get(campaignId)
      const work = (async () => {
        await previousUpdate?.catch(() => undefined)
        return rebuildIfOutdated(campaignId, choice)
      })()
      updates.set(campaignId, work)
      try {
        return await work
      } finally {
        if (updates.get(campaignId) === work) updates.delete(campaignId)
      }
    },
    async waitForUpdates() {
      await Promise.allSettled(updates.values())
    },
  }
}
