import type { MergeChoice, DifferenceKind } from '../../electron/contract/review-merge.ts'
import type { OpenedReviewFile, ShownDifference } from '../../electron/contract/review-file.ts'
import { type RowSource, NO_ROWS } from '../lists/row-source.ts'

/** The differences of a review file, with the person's choice for each. */
export class MergeModel {
  readonly opened: OpenedReviewFile
  readonly differences: readonly ShownDifference[]
  readonly rows: RowSource<ShownDifference>
  readonly counts: Readonly<Record<DifferenceKind, number>>

  choices = $state.raw<readonly MergeChoice[]>([])
  active = $state(0)
  /** Number of differences for which a value of the file is used. */
  readonly taken = $derived(this.choices.filter((choice) => choice !== 'mine').length)

  constructor(opened: OpenedReviewFile) {
    this.opened = opened
    const { differences } = opened
    this.differences = differences
    this.rows = { ...NO_ROWS, count: differences.length, get: (index) => differences[index] }
    const count = (wanted: DifferenceKind): number => differences.filter(({ kind }) => kind === wanted).length
    this.counts = { conflict: count('conflict'), adds: count('adds'), lacks: count('lacks') }
    this.suggest()
  }

  get current(): ShownDifference | null {
    return this.differences[this.active] ?? null
  }

  go(index: number): void {
    this.active = Math.min(Math.max(index, 0), Math.max(this.differences.length - 1, 0))
  }

  /** Chooses for one difference. Returns false if that is not possible. */
  choose(index: number, choice: MergeChoice): boolean {
    const difference = this.differences[index]
    if (difference === undefined || !isPossible(difference, choice)) return false
    this.choices = this.choices.with(index, choice)
    return true
  }

  /** Chooses for all differences; mine where both cannot be kept. */
  chooseAll(choice: MergeChoice): void {
    this.choices = this.differences.map((difference) => (isPossible(difference, choice) ? choice : 'mine'))
  }

  /** Resets to the defaults, which replace none of the person's own values. */
  suggest(): void {
    this.choices = this.differences.map(({ defaultChoice }) => defaultChoice)
  }
}

function isPossible({ canBeBoth }: ShownDifference, choice: MergeChoice): boolean {
  return choice !== 'both' || canBeBoth
}
