import type { ChangeKind, FieldChange } from '../../contract/changes.ts'

/** One download's change of an item. */
export interface ItemChangeStep {
  readonly kind: ChangeKind
  /** Empty if the item was added or deleted. */
  readonly fields: readonly FieldChange[]
}

/** The combined change of several downloads, or null if there is none. */
export type ComposedChange = ItemChangeStep | null

/** States of an item as fields by path, which are read only if needed. */
export interface ItemStates {
  /** The item before the first step that deleted it. */
  readonly beforeDeletion: () => ReadonlyMap<string, string>
  /** The item after the last step. */
  readonly current: () => ReadonlyMap<string, string>
}

/** Combines two changes: old values of the first, new values of the second, without fields that are equal. */
export function composeFields(
  first: readonly FieldChange[],
  second: readonly FieldChange[],
): readonly FieldChange[] {
  if (first.length === 0) return second
  const fields = new Map(first.map((field) => [field.path, field]))
  for (const field of second) {
    const earlier = fields.get(field.path)
    fields.set(field.path, earlier === undefined ? field : { ...earlier, new: field.new })
  }
  return [...fields.values()].filter((field) => field.old !== field.new)
}

/**
 * Combines steps in order. Added and then deleted is no change. Deleted and then added again is a change of
 * the fields that differ.
 */
export function composeSteps(steps: readonly ItemChangeStep[], states: ItemStates): ComposedChange {
  const [first] = steps
  const last = steps.at(-1)
  if (first === undefined || last === undefined) return null
  const existedBefore = first.kind !== 'added'
  const existsNow = last.kind !== 'gone'
  if (!existedBefore) return existsNow ? { kind: 'added', fields: [] } : null
  if (!existsNow) return { kind: 'gone', fields: [] }
  const deletionIndex = steps.findIndex(({ kind }) => kind === 'gone')
  const fieldSteps = (deletionIndex < 0 ? steps : steps.slice(0, deletionIndex)).map(({ fields }) => fields)
  const allSteps =
    deletionIndex < 0
      ? fieldSteps
      : [...fieldSteps, removedFields(states.beforeDeletion()), addedFields(states.current())]
  const fields = allSteps.reduce(composeFields, [])
  return fields.length === 0 ? null : { kind: 'changed', fields }
}

function removedFields(fields: ReadonlyMap<string, string>): readonly FieldChange[] {
  return Array.from(fields, ([path, text]) => ({ path, old: text, new: null }))
}

function addedFields(fields: ReadonlyMap<string, string>): readonly FieldChange[] {
  return Array.from(fields, ([path, text]) => ({ path, old: null, new: text }))
}
