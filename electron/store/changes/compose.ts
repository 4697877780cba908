import type { ChangeKind, FieldChange } from '../../contract/changes.ts'

/** What one download did to an item. */
export interface ItemStep {
  readonly kind: ChangeKind
  /** Of a changed item; empty for one that was added or is gone. */
  readonly fields: readonly FieldChange[]
}

/** What several downloads together did to an item; null when it is as it was. */
export type Composed = ItemStep | null

/**
 * A moment at which an item was, or came to be, there: gives its fields by path. Asked for only when needed.
 */
export interface ChangeEnds {
  /** The item as it was when the first of the steps that removed it did so. */
  readonly whenGone: () => ReadonlyMap<string, string>
  /** The item as the last step left it. */
  readonly now: () => ReadonlyMap<string, string>
}

/**
 * One change after another as a single one: the first old value, the last new one, nothing where they are
 * equal.
 */
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
 * What these steps, in their order, did together: added and then gone is nothing; gone and then added again
 * is changed in the fields that differ, or nothing.
 */
export function composeSteps(steps: readonly ItemStep[], ends: ChangeEnds): Composed {
  const [first] = steps
  const last = steps.at(-1)
  if (first === undefined || last === undefined) return null
  const wasThere = first.kind !== 'added'
  const isThere = last.kind !== 'gone'
  if (!wasThere) return isThere ? { kind: 'added', fields: [] } : null
  if (!isThere) return { kind: 'gone', fields: [] }
  const gone = steps.findIndex(({ kind }) => kind === 'gone')
  const before = (gone < 0 ? steps : steps.slice(0, gone)).map(({ fields }) => fields)
  const stretches = gone < 0 ? before : [...before, emptied(ends.whenGone()), filled(ends.now())]
  const fields = stretches.reduce(composeFields, [])
  return fields.length === 0 ? null : { kind: 'changed', fields }
}

function emptied(fields: ReadonlyMap<string, string>): readonly FieldChange[] {
  return Array.from(fields, ([path, text]) => ({ path, old: text, new: null }))
}

function filled(fields: ReadonlyMap<string, string>): readonly FieldChange[] {
  return Array.from(fields, ([path, text]) => ({ path, old: null, new: text }))
}
