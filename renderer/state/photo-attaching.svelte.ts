import pLimit from 'p-limit'
import { SvelteMap } from 'svelte/reactivity'
import type { ItemRow } from '../../electron/contract/item.ts'
import { MAX_PICTURE_BYTES } from '../../electron/contract/pictures.ts'
import { MAX_PHOTOS } from '../../electron/contract/review.ts'
import { messages } from '../../electron/contract/messages.ts'
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

/** Why a picture was not attached, as a clause or a sentence. */
type Refusal = { readonly problem: string } | { readonly fault: string }

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
    if (excess > 0) this.#refuse(id, messages.reviewPhotos.tooMany({ count: excess, most: MAX_PHOTOS }))
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
      if ('problem' in outcome || 'fault' in outcome) this.#refuse(id, refusedText(file.name, outcome))
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

  /** Attaches a picture. */
  async #attachOne(
    target: { readonly connectionId: string; readonly key: number; readonly continues: number | null },
    file: File,
    keepOriginal: boolean,
  ): Promise<{ readonly step: number | null } | Refusal> {
    if (file.size > MAX_PICTURE_BYTES) return { problem: messages.reviewPhotos.problems.tooLarge }
    const inWindow = await preparePhoto({ blob: file, keepOriginal })
    try {
      const prepared =
        'needsIsolatedDrawing' in inWindow
          ? await api.call('reviews.drawPhoto', { bytes: new Uint8Array(await file.arrayBuffer()) })
          : inWindow
      if ('problem' in prepared) return { problem: messages.reviewPhotos.problems[prepared.problem] }
      return await api.call('reviews.addPhoto', { ...target, bytes: prepared.bytes })
    } catch (error) {
      return { fault: faultOf(error).message }
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

/** Returns the sentence about a picture that was not attached. Pasted pictures may have no name. */
function refusedText(name: string, refusal: Refusal): string {
  const { refused } = messages.reviewPhotos
  if ('fault' in refusal) {
    const { fault } = refusal
    return name === '' ? refused.unnamedFailed({ fault }) : refused.namedFailed({ name, fault })
  }
  const reason = refusal.problem
  return name === '' ? refused.unnamed({ reason }) : refused.named({ name, reason })
}
