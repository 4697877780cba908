import pLimit from 'p-limit'
import { SvelteMap } from 'svelte/reactivity'
import { AppError } from '../../electron/contract/app-error.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { SelectionRanges } from '../../electron/contract/query.ts'
import type { RevertedChange, Review, ReviewMark } from '../../electron/contract/review.ts'
import { api, faultOf } from '../api.ts'
import { PhotoAttaching } from './photo-attaching.svelte.ts'
import { ReviewNotes, type NoteEdit } from './review-notes.svelte.ts'

/** Items whose reviews are held; those that came first go first. One call asks for as many. */
const MAX_CACHED_REVIEWS = 1_000

/** What the person found of the items that are in sight. */
export class ReviewsModel {
  #connectionId: string | null = null
  /** By the service's id of the item; null: nothing was found of it. */
  readonly #held = new SvelteMap<string, Review | null>()
  readonly #wanted = new Set<string>()
  #asking = false
  #stale = false
  #merged = false
  readonly #oneAtATime = pLimit(1)

  /** Grows whenever marks or notes have changed. */
  revision = $state(0)

  /** Grows when notes are held that were changed elsewhere than in the field that shows them. */
  mergeRevision = $state(0)

  /** Why it is not known what was found. */
  fault = $state.raw<Fault | null>(null)

  readonly notes = new ReviewNotes()
  readonly photos = new PhotoAttaching()

  /** From now on the items are those of this connection. */
  follow(connectionId: string | null): void {
    if (connectionId === this.#connectionId) return
    this.#connectionId = connectionId
    this.#held.clear()
    this.#wanted.clear()
  }

  /** What was found of an item, as far as it was asked for. */
  of(campaignItemId: string): Review | null {
    return this.#held.get(campaignItemId) ?? null
  }

  /** Whether it is known what was found of an item. */
  knows(campaignItemId: string): boolean {
    return this.#held.has(campaignItemId)
  }

  /** Asks for what was found of an item, together with all others that are asked for at the same moment. */
  want(campaignItemId: string): void {
    if (this.knows(campaignItemId) || this.#wanted.has(campaignItemId)) return
    this.#wanted.add(campaignItemId)
    this.#ask()
  }

  /** Marks or notes have changed, here or elsewhere: what is held is asked for anew. */
  changed(connectionId: string, merged: boolean): void {
    if (connectionId !== this.#connectionId) return
    this.#merged ||= merged
    this.revision += 1
    this.#stale = true
    this.#ask()
  }

  /** Marks the rows at these positions. The marks are on disk when this resolves. */
  mark(
    resultId: number,
    ranges: SelectionRanges,
    mark: ReviewMark | null,
  ): Promise<{ readonly count: number; readonly step: number | null }> {
    return this.#inTurn((connectionId) => api.call('reviews.mark', { connectionId, resultId, ranges, mark }))
  }

  /** Undoes a change of reviews, or redoes one that was undone; null when it is no longer stored. */
  revert(connectionId: string, step: number): Promise<RevertedChange | null> {
    return this.#inTurn(() => api.call('reviews.revert', { connectionId, step }), connectionId)
  }

  /** Removes a photo from an item. Returns the step, or null when the item does not have the photo. */
  removePhoto(campaignItemId: string, hash: string): Promise<number | null> {
    return this.#inTurn(
      async (connectionId) =>
        (await api.call('reviews.removePhoto', { connectionId, id: campaignItemId, hash })).step,
    )
  }

  /** Resolves when notes and photos that are on their way are on disk, or could not be kept. */
  async flush(): Promise<void> {
    await Promise.all([this.notes.flush(), this.photos.flush()])
  }

  /** Keys come faster than disks: what one asks for is done after what those before it asked for. */
  #inTurn<Value>(
    work: (connectionId: string) => Promise<Value>,
    connectionId = this.#connectionId,
  ): Promise<Value> {
    return this.#oneAtATime(() => {
      if (connectionId === null) throw new AppError('notFound')
      return work(connectionId)
    })
  }

  /** Writes the note of an item as it is typed. */
  note(row: ItemRow, note: string, edit: NoteEdit): void {
    if (this.#connectionId !== null)
      this.notes.write({ connectionId: this.#connectionId, key: row.key, note, edit })
  }

  async #fetch(connectionId: string, ids: string[]): Promise<readonly Review[] | null> {
    try {
      const reviews = await api.call('reviews.of', { connectionId, ids })
      this.fault = null
      return reviews
    } catch (error) {
      this.fault = faultOf(error)
      return null
    }
  }

  #ask(): void {
    if (this.#asking) return
    this.#asking = true
    // What else is asked for at this moment goes with it.
    void Promise.resolve().then(() => this.#askWhileWanted())
  }

  async #askWhileWanted(): Promise<void> {
    while (this.#connectionId !== null && (this.#wanted.size > 0 || this.#stale)) {
      const connectionId = this.#connectionId
      const ids = [...new Set([...(this.#stale ? this.#held.keys() : []), ...this.#wanted])].slice(
        -MAX_CACHED_REVIEWS,
      )
      this.#stale = false
      this.#wanted.clear()
      const reviews = await this.#fetch(connectionId, ids)
      if (connectionId !== this.#connectionId || reviews === null) continue
      const found = new Map(reviews.map((review) => [review.campaignItemId, review]))
      for (const id of ids) this.#held.set(id, found.get(id) ?? null)
      if (this.#merged) {
        this.#merged = false
        this.mergeRevision += 1
      }
      for (const id of this.#held.keys()) {
        if (this.#held.size <= MAX_CACHED_REVIEWS) break
        this.#held.delete(id)
      }
    }
    // In the same breath as the last look at what is wanted: what is asked for afterwards asks anew.
    this.#asking = false
  }
}
