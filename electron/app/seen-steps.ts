import type { StoreWriter } from '../store/operations.ts'
import type { SeenMark } from '../store/types.ts'

/** Older steps can no longer be reverted. As many as the history of the window has actions. */
const MAX_STEPS = 100
/** Maximum number of marks of all steps, some 10 MB. */
const MAX_MARKS = 100_000

interface SeenStep {
  readonly campaignId: string
  readonly marks: readonly SeenMark[]
}

/** Steps have different numbers in all connections, also after one was closed. */
let lastStep = 0

/** Marks changes of a connection as seen. Each time is a step that can be reverted while it is open. */
export class SeenSteps {
  readonly #store: Pick<StoreWriter, 'markSeen' | 'markUnseen'>
  /** The oldest first. */
  readonly #steps = new Map<number, SeenStep>()

  constructor(store: Pick<StoreWriter, 'markSeen' | 'markUnseen'>) {
    this.#store = store
  }

  /**
   * Marks changes as seen: those of the items with these ids, or all of a campaign (null). Returns the step;
   * null if all were seen before.
   */
  async mark(campaignId: string, ids: readonly string[] | null): Promise<number | null> {
    const marks = await this.#store.markSeen(campaignId, ids)
    if (marks.length === 0) return null
    lastStep += 1
    this.#steps.set(lastStep, { campaignId, marks })
    this.#removeOldest()
    return lastStep
  }

  /**
   * Marks the changes of a step as unseen again. Returns the id of the campaign; null if the step is no longer
   * stored, or the campaign was removed.
   */
  async revert(step: number): Promise<string | null> {
    const reverted = this.#steps.get(step)
    if (reverted === undefined) return null
    this.#steps.delete(step)
    const { campaignId, marks } = reverted
    return (await this.#store.markUnseen(campaignId, marks)) ? campaignId : null
  }

  #removeOldest(): void {
    let markCount = [...this.#steps.values()].reduce((sum, { marks }) => sum + marks.length, 0)
    for (const [step, { marks }] of this.#steps) {
      if (this.#steps.size <= MAX_STEPS && markCount <= MAX_MARKS) return
      this.#steps.delete(step)
      markCount -= marks.length
    }
  }
}
