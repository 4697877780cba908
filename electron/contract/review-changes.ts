import { messages } from './messages.ts'
import type { ReviewChange } from './review.ts'

/** Returns what a status is called. */
type StatusName = (status: number) => string

/**
 * Formats changes since a review: “Quantity: 10 → 12; Locked: no → yes”.
 * @param statusName null: statuses are written as numbers
 */
export function changesText(changes: readonly ReviewChange[], statusName: StatusName | null): string {
  return changes.map((change) => changeText(change, statusName)).join('; ')
}

/** Formats a change. A change of the time alone means that undocumented fields have changed. */
export function changeText({ column, was, is }: ReviewChange, statusName: StatusName | null): string {
  const { change, otherChange, values } = messages.review.changes
  if (column === 'updatedAt') return otherChange
  const valueText = (value: ReviewChange['was']): string => {
    if (value === null || value === '') return values.none
    if (typeof value === 'boolean') return value ? values.yes : values.no
    return column === 'status' && typeof value === 'number' && statusName !== null
      ? statusName(value)
      : String(value)
  }
  return change({ column: messages.columns.items[column], was: valueText(was), is: valueText(is) })
}
