import { SvelteMap } from 'svelte/reactivity'
import type { ItemRow } from '../../electron/contract/item.ts'
import { MOST_PICTURE_BYTES } from '../../electron/contract/pictures.ts'
import { MOST_PHOTOS } from '../../electron/contract/review.ts'
import { PHOTO_PROBLEMS, photoStrings as words } from '../../electron/contract/strings/review-photos.ts'
import { api, faultOf } from '../api.ts'
import { preparePhoto } from '../photos/prepare-photo.ts'

/** Pictures that are being attached to an item. */
export interface AttachingProgress {
  readonly done: number
  readonly total: number
}

/** Takes pictures to the disk as photos of items, one after the other, wherever the person goes meanwhile. */
export class PhotoAttaching {
  /** By the service's id of the item. */
  readonly #underWay = new SvelteMap<string, AttachingProgress>()
  readonly #refused = new SvelteMap<string, readonly string[]>()
  #last: Promise<unknown> = Promise.resolve()

  /** The files are kept as they are, with their metadata. Each start begins without. */
  asItIs = $state(false)

  progressOf(campaignItemId: string): AttachingProgress | null {
    return this.#underWay.get(campaignItemId) ?? null
  }

  /** Why pictures were not attached to an item, a sentence for each. */
  refusedOf(campaignItemId: string): readonly string[] {
    return this.#refused.get(campaignItemId) ?? []
  }

  forgetRefused(campaignItemId: string): void {
    this.#refused.delete(campaignItemId)
  }

  /**
   * Attaches pictures to an item that has so many photos; gives how many could be. Those are on disk when this resolves.
   */
  async attach(connectionId: string, row: ItemRow, files: readonly File[], there: number): Promise<number> {
    const id = row.campaignItemId
    this.forgetRefused(id)
    const before = this.#underWay.get(id)
    const waiting = before === undefined ? 0 : before.total - before.done
    const taken = files.slice(0, Math.max(0, MOST_PHOTOS - there - waiting))
    const left = files.length - taken.length
    if (left > 0) this.#refuse(id, words.tooMany(left, MOST_PHOTOS))
    this.#underWay.set(id, { done: before?.done ?? 0, total: (before?.total ?? 0) + taken.length })
    const { asItIs } = this
    const turn = this.#last.then(() => this.#attachAll(connectionId, row, taken, asItIs))
    this.#last = turn
    return await turn
  }

  /** Resolves when nothing is being attached any more. */
  async flush(): Promise<void> {
    await this.#last
  }

  async #attachAll(
    connectionId: string,
    row: ItemRow,
    files: readonly File[],
    asItIs: boolean,
  ): Promise<number> {
    const id = row.campaignItemId
    let attached = 0
    for (const file of files) {
      const problem = await this.#attachOne(connectionId, row.key, file, asItIs)
      if (problem === null) attached += 1
      else this.#refuse(id, words.refused(file.name, problem))
      this.#countDone(id)
    }
    const progress = this.#underWay.get(id)
    if (progress?.done === progress?.total) this.#underWay.delete(id)
    return attached
  }

  /** Why a picture cannot be attached, as a clause; null: it is. */
  async #attachOne(connectionId: string, key: number, file: File, asItIs: boolean): Promise<string | null> {
    if (file.size > MOST_PICTURE_BYTES) return PHOTO_PROBLEMS.tooLarge
    const prepared = await preparePhoto({ blob: file, asItIs })
    if ('problem' in prepared) return PHOTO_PROBLEMS[prepared.problem]
    try {
      await api.call('reviews.addPhoto', { connectionId, key, bytes: prepared.bytes })
      return null
    } catch (error) {
      return faultOf(error).message
    }
  }

  #countDone(id: string): void {
    const progress = this.#underWay.get(id)
    if (progress !== undefined) this.#underWay.set(id, { ...progress, done: progress.done + 1 })
  }

  #refuse(id: string, sentence: string): void {
    this.#refused.set(id, [...this.refusedOf(id), sentence])
  }
}
