import type { StoreWriter } from '../store/operations.ts'
import type { SeenMark } from '../store/types.ts'

/** Older steps can no longer be reverted. The history of the window has as many actions. */
const MAX_STEPS = 100
/** Maximum number of marks of all steps, some 10 MB. */
const MAX_MARKS = 100_000

/** The marks of each campaign of a step. */
type SeenStep = ReadonlyMap<string, readonly SeenMark[]>

const countMarks = (step: SeenStep): number => [...step.values()].reduce((sum, { length }) => sum + length, 0)

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
   * Marks changes as seen: those of the items with these ids, or all of the campaigns (null). Returns the
   * step; null if all were seen before, or there are too many to be reverted.
   */
  async mark(campaignIds: readonly string[], ids: readonly string[] | null): Promise<number | null> {
    const step = new Map<string, readonly SeenMark[]>()
    for (const campaignId of campaignIds) {
      const marks = await this.#store.markSeen(campaignId, ids)
      if (marks.length > 0) step.set(campaignId, marks)
    }
    if (step.size === 0 || countMarks(step) > MAX_MARKS) return null
    lastStep += 1
    this.#steps.set(lastStep, step)
    this.#removeOldest()
    return lastStep
  }

  /**
   * Marks the changes of a step as unseen again. Returns the ids of the campaigns; none if the step is no
   * longer stored, or the campaigns were removed.
   */
  async revert(step: number): Promise<readonly string[]> {
    const reverted: string[] = []
    const campaigns = this.#steps.get(step) ?? []
    this.#steps.delete(step)
    for (const [campaignId, marks] of campaigns)
      if (await this.#store.markUnseen(campaignId, marks)) reverted.push(campaignId)
    return reverted
  }

  #removeOldest(): void {
    let markCount = [...this.#steps.values()].reduce((sum, step) => sum + countMarks(step), 0)
    for (const [number, step] of this.#steps) {
      if (this.#steps.size <= MAX_STEPS && markCount <= MAX_MARKS) return
      this.#steps.delete(number)
      markCount -= countMarks(step)
    }
  }
}
