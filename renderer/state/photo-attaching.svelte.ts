import pLimit from 'p-limit'
import { SvelteMap } from 'svelte/reactivity'
import type { ItemRow } from '../../electron/contract/item.ts'
import { MAX_PICTURE_BYTES } from '../../electron/contract/pictures.ts'
import { MAX_PHOTOS } from '../../electron/contract/review.ts'
import { PHOTO_PROBLEMS, photoStrings as messages } from '../../electron/contract/strings/review-photos.ts'
import { api, faultOf } from '../api.ts'
import { preparePhoto } from '../photos/prepare-photo.ts'

/** Progress of attaching pictures to an item. */
export interface AttachingProgress {
  readonly done: number
  readonly total: number
}

/** The attached photos with their step; null: none. */
export interface AttachedPhotos {
  readonly count: number
  readonly step: number | null
}

/** Saves pictures as photos of items, one after the other, also when the person moves on. */
export class PhotoAttaching {
  /** By the item id of the service. */
  readonly #progressByItem = new SvelteMap<string, AttachingProgress>()
  readonly #refused = new SvelteMap<string, readonly string[]>()
  readonly #oneAtATime = pLimit(1)

  /** Whether files are kept unchanged with their metadata. Off at each start. */
  keepOriginal = $state(false)

  progressOf(campaignItemId: string): AttachingProgress | null {
    return this.#progressByItem.get(campaignItemId) ?? null
  }

  /** Returns why pictures were not attached to an item, a sentence for each. */
  problemsOf(campaignItemId: string): readonly string[] {
    return this.#refused.get(campaignItemId) ?? []
  }

  clearProblems(campaignItemId: string): void {
    this.#refused.delete(campaignItemId)
  }

  /** Attaches pictures to an item that has `attached` photos. Resolves when they are on disk. */
  async attach(
    connectionId: string,
    row: ItemRow,
    files: readonly File[],
    attached: number,
  ): Promise<AttachedPhotos> {
    const id = row.campaignItemId
    this.clearProblems(id)
    const before = this.#progressByItem.get(id)
    const waiting = before === undefined ? 0 : before.total - before.done
    const accepted = files.slice(0, Math.max(0, MAX_PHOTOS - attached - waiting))
    const excess = files.length - accepted.length
    if (excess > 0) this.#refuse(id, messages.tooMany(excess, MAX_PHOTOS))
    this.#progressByItem.set(id, { done: before?.done ?? 0, total: (before?.total ?? 0) + accepted.length })
    const { keepOriginal } = this
    return await this.#oneAtATime(() => this.#attachAll(connectionId, row, accepted, keepOriginal))
  }

  /** Resolves when no attachment is running. */
  async flush(): Promise<void> {
    await this.#oneAtATime(() => undefined)
  }

  async #attachAll(
    connectionId: string,
    row: ItemRow,
    files: readonly File[],
    keepOriginal: boolean,
  ): Promise<AttachedPhotos> {
    const id = row.campaignItemId
    let count = 0
    let step: number | null = null
    for (const file of files) {
      const outcome = await this.#attachOne(
        { connectionId, key: row.key, continues: step },
        file,
        keepOriginal,
      )
      if ('problem' in outcome) this.#refuse(id, messages.refused(file.name, outcome.problem))
      else {
        count += 1
        step = outcome.step ?? step
      }
      this.#countDone(id)
    }
    const progress = this.#progressByItem.get(id)
    if (progress?.done === progress?.total) this.#progressByItem.delete(id)
    return { count, step }
  }

  /** Attaches a picture. Its problem is a clause. */
  async #attachOne(
    target: { readonly connectionId: string; readonly key: number; readonly continues: number | null },
    file: File,
    keepOriginal: boolean,
  ): Promise<{ readonly step: number | null } | { readonly problem: string }> {
    if (file.size > MAX_PICTURE_BYTES) return { problem: PHOTO_PROBLEMS.tooLarge }
    const inWindow = await preparePhoto({ blob: file, keepOriginal })
    try {
      const prepared =
        'needsIsolatedDrawing' in inWindow
          ? await api.call('reviews.drawPhoto', { bytes: new Uint8Array(await file.arrayBuffer()) })
          : inWindow
      if ('problem' in prepared) return { problem: PHOTO_PROBLEMS[prepared.problem] }
      return await api.call('reviews.addPhoto', { ...target, bytes: prepared.bytes })
    } catch (error) {
      return { problem: faultOf(error).message }
    }
  }

  #countDone(id: string): void {
    const progress = this.#progressByItem.get(id)
    if (progress !== undefined) this.#progressByItem.set(id, { ...progress, done: progress.done + 1 })
  }

  #refuse(id: string, sentence: string): void {
    this.#refused.set(id, [...this.problemsOf(id), sentence])
  }
}
