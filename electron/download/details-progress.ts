import type { DetailsResult } from '../contract/campaign.ts'
import type { Fault } from '../contract/faults.ts'
import type { DetailsCounts, DownloadJob } from '../contract/jobs.ts'
import type { StoredDownload } from './stored-downloads.ts'

type Stored = NonNullable<StoredDownload['details']>

const NO_RESULTS: DetailsCounts = { fetched: 0, forbidden: 0, missing: 0, skipped: 0, failed: 0 }

/** Tracks the campaigns of a fetch of details. */
export class DetailsProgress {
  /** Campaigns without a result, in the order of their requests. */
  readonly pending: Set<string>
  readonly #failed = new Map<string, Fault | null>()
  #counts: DetailsCounts

  constructor({ campaignIds, counts = NO_RESULTS }: Pick<Stored, 'campaignIds'> & Partial<Stored>) {
    this.pending = new Set(campaignIds)
    this.#counts = counts
  }

  /** The progress for the snapshot of the job. */
  get state(): Pick<DownloadJob, 'details' | 'items' | 'totalItems'> {
    const items = Object.values(this.#counts).reduce((sum, count) => sum + count, 0)
    return { details: this.#counts, items, totalItems: items + this.pending.size }
  }

  /** The number of failed campaigns, and the fault of the last one. */
  get failure(): { readonly count: number; readonly fault: Fault | null } {
    return { count: this.#failed.size, fault: [...this.#failed.values()].at(-1) ?? null }
  }

  /** Adds campaigns; those with a result are requested once more. */
  add(campaignIds: readonly string[]): void {
    this.retryFailed()
    for (const campaignId of campaignIds) this.pending.add(campaignId)
  }

  record(campaignId: string, result: DetailsResult, fault: Fault | null): void {
    this.pending.delete(campaignId)
    if (result === 'failed') this.#failed.set(campaignId, fault)
    this.#counts = { ...this.#counts, [result]: this.#counts[result] + 1 }
  }

  /** Requests the failed campaigns again. */
  retryFailed(): void {
    for (const campaignId of this.#failed.keys()) this.pending.add(campaignId)
    this.#failed.clear()
    this.#counts = { ...this.#counts, failed: 0 }
  }

  /** Returns what a later process needs to continue. */
  toStored(): Stored {
    return { campaignIds: [...this.pending, ...this.#failed.keys()], counts: { ...this.#counts, failed: 0 } }
  }
}
