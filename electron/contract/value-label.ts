import type { LabelledField, ValueLabel } from './connection.ts'
import { messages } from './messages.ts'

/** Returns what a value is called: the person's name for it, or its number, as in “Status 3”. */
export function labelName(
  value: number,
  labels: readonly ValueLabel[],
  field: LabelledField = 'itemStatus',
): string {
  return givenName(value, labels) ?? messages.labels.unnamed[field]({ value: String(value) })
}

/** Returns what a value is called, with its number: “In review (3)”, or “Status 3” without a name. */
export function numberedLabelName(
  value: number,
  labels: readonly ValueLabel[],
  field: LabelledField = 'itemStatus',
): string {
  const name = givenName(value, labels)
  return name === null
    ? messages.labels.unnamed[field]({ value: String(value) })
    : messages.labels.numbered({ name, value: String(value) })
}

function givenName(value: number, labels: readonly ValueLabel[]): string | null {
  const name = labels.find((label) => label.value === value)?.name ?? ''
  return name === '' ? null : name
}
