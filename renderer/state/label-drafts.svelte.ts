import {
  applyLabels,
  LABELLED_FIELDS,
  NO_LABELS,
  type LabelChange,
  type LabelledField,
  type ValueLabel,
  type ValueLabels,
} from '../../electron/contract/connection.ts'
import { findLabel, isSameLabel } from './labels.ts'
import type { PastedLabel } from './pasted-labels.ts'

/** Result of pasting a list of names. */
export interface PasteResult {
  readonly named: number
  /** Lines without a value to name. */
  readonly omitted: number
}

/** Names and colors while they are edited, before they are saved. */
export class LabelDrafts {
  readonly #stored: ValueLabels
  readonly #initial: ValueLabels
  #drafts = $state.raw<ValueLabels>(NO_LABELS)
  /** The drafts before a list was pasted or all were reset; null after another edit. */
  #beforeStep = $state.raw<ValueLabels | null>(null)

  readonly canUndo = $derived(this.#beforeStep !== null)

  /**
   * @param stored the labels of the connection
   * @param initial the labels that a reset restores
   */
  constructor(stored: ValueLabels, initial: ValueLabels) {
    this.#stored = stored
    this.#initial = initial
    this.#drafts = stored
  }

  /** Returns the entered label of a value. */
  labelOf(field: LabelledField, value: number): ValueLabel {
    return findLabel(this.#drafts[field], value)
  }

  /** Returns the values that occur, have a name, or were pasted with one, ascending. */
  valuesOf(field: LabelledField, occurring: Iterable<number>): readonly number[] {
    const labelled = [this.#stored, this.#initial, this.#drafts].flatMap((labels) => labels[field])
    const values = new Set([...occurring, ...labelled.map(({ value }) => value)])
    return [...values].sort((one, other) => one - other)
  }

  enter(field: LabelledField, value: number, patch: Partial<ValueLabel>): void {
    this.#beforeStep = null
    this.#replace([{ field, label: { ...this.labelOf(field, value), ...patch } }])
  }

  /**
   * Enters a pasted list. Names without a number belong to the given values in their order; a blank line
   * skips one.
   */
  paste(field: LabelledField, values: readonly number[], pasted: readonly PastedLabel[]): PasteResult {
    const changes = pasted.flatMap((line, index): readonly LabelChange[] => {
      const value = line.value ?? values[index]
      if (line.name === '' || value === undefined) return []
      const label = this.labelOf(field, value)
      return [{ field, label: { value, name: line.name, color: line.color ?? label.color } }]
    })
    this.#step(() => {
      this.#replace(changes)
    })
    const filled = pasted.filter(({ name }) => name !== '').length
    return { named: changes.length, omitted: filled - changes.length }
  }

  /** Whether a reset would change something. */
  get canReset(): boolean {
    return changesBetween(this.#drafts, this.#initial).length > 0
  }

  /** Restores the initial names and colors. */
  reset(): void {
    this.#step(() => {
      this.#drafts = this.#initial
    })
  }

  /** Undoes the last paste or reset. */
  undo(): void {
    if (this.#beforeStep === null) return
    this.#drafts = this.#beforeStep
    this.#beforeStep = null
  }

  /** Returns what differs from the stored labels. */
  changes(): readonly LabelChange[] {
    return changesBetween(this.#stored, this.#drafts)
  }

  #step(run: () => void): void {
    const before = this.#drafts
    run()
    this.#beforeStep = before
  }

  /** Replaces labels as entered: a name may be empty, or end with a space, while it is typed. */
  #replace(changes: readonly LabelChange[]): void {
    const replaced = (field: LabelledField): readonly ValueLabel[] => {
      const byValue = new Map(this.#drafts[field].map((label) => [label.value, label]))
      for (const change of changes) if (change.field === field) byValue.set(change.label.value, change.label)
      return [...byValue.values()]
    }
    this.#drafts = {
      itemStatus: replaced('itemStatus'),
      campaignStatus: replaced('campaignStatus'),
      campaignState: replaced('campaignState'),
    }
  }
}

/** Returns the changes that turn labels into others. */
function changesBetween(from: ValueLabels, to: ValueLabels): readonly LabelChange[] {
  const normalized = applyLabels(
    to,
    LABELLED_FIELDS.flatMap((field) => to[field].map((label) => ({ field, label }))),
  )
  return LABELLED_FIELDS.flatMap((field) => {
    const values = new Set([...from[field], ...to[field]].map(({ value }) => value))
    return [...values]
      .map((value) => ({ field, label: findLabel(normalized[field], value) }))
      .filter(({ label }) => !isSameLabel(findLabel(from[field], label.value), label))
  })
}
