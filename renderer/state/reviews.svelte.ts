import pLimit from 'p-limit'
import { SvelteMap } from 'svelte/reactivity'
import { AppError } from '../../electron/contract/app-error.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { SelectionRanges } from '../../electron/contract/query.ts'
import type { RevertedChange, Review, ReviewMark } from '../../electron/contract/review.ts'
import { api, faultOf } from '../api.ts'
import { firstFrame } from './first-frame.ts'
import { PhotoAttaching } from './photo-attaching.svelte.ts'
import { ReviewNotes, type NoteEdit } from './review-notes.svelte.ts'

/** Maximum number of cached reviews, and of ids in a call; the oldest are removed first. */
const MAX_CACHED_REVIEWS = 1_000

/** The reviews of the current connection: those of visible items, and when any of them changed. */
export class ReviewsModel {
  #connectionId: string | null = null
  /** By the item id of the service; null: the item has no review. */
  readonly #reviews = new SvelteMap<string, Review | null>()
  readonly #requestedIds = new Set<string>()
  #isLoading = false
  #stale = false
  #merged = false
  readonly #oneAtATime = pLimit(1)

  /** Increases with every change of marks or notes. */
  revision = $state(0)

  /** Increases when cached notes were changed outside of the field that shows them. */
  mergeRevision = $state(0)

  /** Number of changes that are not on disk yet. */
  #pendingChanges = $state(0)
  /** Whether marks are being saved, undone or redone. */
  readonly isChanging = $derived(this.#pendingChanges > 0)

  /** Why the reviews cannot be loaded. */
  fault = $state.raw<Fault | null>(null)

  readonly notes = new ReviewNotes()
  readonly photos = new PhotoAttaching()

  /** Selects the connection whose reviews are shown. */
  follow(connectionId: string | null): void {
    if (connectionId === this.#connectionId) return
    this.#connectionId = connectionId
    this.#reviews.clear()
    this.#requestedIds.clear()
  }

  /** Returns the review of an item, if it is loaded. */
  get(campaignItemId: string): Review | null {
    return this.#reviews.get(campaignItemId) ?? null
  }

  /** Returns whether the review of an item is loaded. */
  has(campaignItemId: string): boolean {
    return this.#reviews.has(campaignItemId)
  }

  /** Requests the review of an item, together with all others requested in the same tick. */
  request(campaignItemId: string): void {
    if (this.has(campaignItemId) || this.#requestedIds.has(campaignItemId)) return
    this.#requestedIds.add(campaignItemId)
    this.#loadSoon()
  }

  /** Handles a change of marks or notes: cached reviews are loaded again. */
  handleChange(connectionId: string, merged: boolean): void {
    if (connectionId !== this.#connectionId) return
    this.#merged ||= merged
    this.revision += 1
    this.#stale = true
    this.#loadSoon()
  }

  /** Marks the rows at these indexes. Resolves when the marks are on disk. */
  mark(
    resultId: number,
    ranges: SelectionRanges,
    mark: ReviewMark | null,
  ): Promise<{ readonly count: number; readonly step: number | null }> {
    return this.#inTurn((connectionId) => api.call('reviews.mark', { connectionId, resultId, ranges, mark }))
  }

  /** Undoes or redoes a change of reviews. Resolves with null if it is no longer stored. */
  revert(connectionId: string, step: number): Promise<RevertedChange | null> {
    return this.#inTurn(() => api.call('reviews.revert', { connectionId, step }), connectionId)
  }

  /** Removes a photo from an item. Returns the step, or null if the item does not have the photo. */
  removePhoto(campaignItemId: string, hash: string): Promise<number | null> {
    return this.#inTurn(
      async (connectionId) =>
        (await api.call('reviews.removePhoto', { connectionId, id: campaignItemId, hash })).step,
    )
  }

  /** Resolves when pending notes and photos are on disk or could not be saved. */
  async flush(): Promise<void> {
    await Promise.all([this.notes.flush(), this.photos.flush()])
  }

  /** Keys can be faster than the disk, so changes run in the order of their requests. */
  #inTurn<Value>(
    work: (connectionId: string) => Promise<Value>,
    connectionId = this.#connectionId,
  ): Promise<Value> {
    this.#pendingChanges += 1
    return this.#oneAtATime(() => {
      if (connectionId === null) throw new AppError('notFound')
      return work(connectionId)
    }).finally(() => {
      this.#pendingChanges -= 1
    })
  }

  /** Returns the text of an item's note that could not be saved; null if there is none. */
  unsavedNote(row: ItemRow): string | null {
    return this.notes.unsaved(this.#connectionId, row.key)
  }

  /** Saves the note of an item while it is typed. */
  saveNote(row: ItemRow, note: string, edit: NoteEdit): void {
    if (this.#connectionId !== null)
      this.notes.write({ connectionId: this.#connectionId, key: row.key, note, edit })
  }

  async #fetch(connectionId: string, ids: string[]): Promise<readonly Review[] | null> {
    try {
      const reviews = await api.call('reviews.get', { connectionId, ids })
      this.fault = null
      return reviews
    } catch (error) {
      this.fault = faultOf(error)
      return null
    }
  }

  #loadSoon(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    // Includes the other requests of this tick.
    void firstFrame().then(() => this.#loadRequested())
  }

  async #loadRequested(): Promise<void> {
    while (this.#connectionId !== null && (this.#requestedIds.size > 0 || this.#stale)) {
      const connectionId = this.#connectionId
      const ids = [...new Set([...(this.#stale ? this.#reviews.keys() : []), ...this.#requestedIds])].slice(
        -MAX_CACHED_REVIEWS,
      )
      this.#stale = false
      this.#requestedIds.clear()
      const reviews = await this.#fetch(connectionId, ids)
      if (connectionId !== this.#connectionId || reviews === null) continue
      const byItem = new Map(reviews.map((review) => [review.campaignItemId, review]))
      for (const id of ids) this.#reviews.set(id, byItem.get(id) ?? null)
      if (this.#merged) {
        this.#merged = false
        this.mergeRevision += 1
      }
      for (const id of this.#reviews.keys()) {
        if (this.#reviews.size <= MAX_CACHED_REVIEWS) break
        this.#reviews.delete(id)
      }
    }
    // Reset in the same tick as the last check, so that later requests restart the loop.
    this.#isLoading = false
  }
}
