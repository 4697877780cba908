import { fieldLabel, SECTIONS, type FieldType, type SectionId } from './fields.ts'
import type { JsonObject } from './record.ts'
import { isAsDocumented, isEmpty } from './value.ts'

/** A field as it is shown. */
export interface OverviewField {
  readonly key: string
  /** Names that lead to it in the campaign's record. */
  readonly path: readonly string[]
  readonly label: string
  readonly value: unknown
  /** What the documentation says; null for a field that it does not name. */
  readonly type: FieldType | null
  readonly empty: boolean
  /** The value is of another type than documented. */
  readonly odd: boolean
}

export interface OverviewSection {
  readonly id: SectionId
  readonly fields: readonly OverviewField[]
}

export interface Overview {
  readonly sections: readonly OverviewSection[]
  /** Fields that have a value, and all of them, documented or given. */
  readonly withValue: number
  readonly total: number
}

const DOCUMENTED: ReadonlySet<string> = new Set(
  SECTIONS.flatMap((section) => section.fields.map(([key]) => key)),
)

/** @param parents names that lead to `source` in the campaign's record. */
export function toField(
  source: JsonObject,
  key: string,
  type: FieldType | null,
  parents: readonly string[] = [],
): OverviewField {
  // Own fields only: a record may be silent about "constructor" and mean it.
  const value = Object.hasOwn(source, key) ? source[key] : undefined
  return {
    key,
    path: [...parents, key],
    label: fieldLabel(key),
    value,
    type,
    empty: isEmpty(value),
    odd: type !== null && !isAsDocumented(value, type),
  }
}

/** The fields of an object: the documented ones in their order, then the others as they came. */
export function fieldsOf(
  source: JsonObject,
  documented: readonly (readonly [string, FieldType])[],
  parents: readonly string[] = [],
): readonly OverviewField[] {
  const known = new Set(documented.map(([key]) => key))
  return [
    ...documented.map(([key, type]) => toField(source, key, type, parents)),
    ...Object.keys(source)
      .filter((key) => !known.has(key))
      .map((key) => toField(source, key, null, parents)),
  ]
}

/**
 * A campaign's fields in the groups of the service's interface, section 2.1; fields that it does not name
 * come last. Every field of the record is in exactly one group. Empty ones are left out unless they are asked
 * for, and groups without a field with them.
 */
export function groupFields(record: JsonObject, showEmpty: boolean): Overview {
  const undocumented = Object.keys(record).filter((key) => !DOCUMENTED.has(key))
  const groups = SECTIONS.map((section) => ({
    id: section.id,
    fields: [
      ...section.fields.map(([key, type]) => toField(record, key, type)),
      ...(section.id === 'rest' ? undocumented.map((key) => toField(record, key, null)) : []),
    ],
  }))
  const every = groups.flatMap((group) => group.fields)
  return {
    sections: groups
      .map((group) => ({ ...group, fields: group.fields.filter((field) => showEmpty || !field.empty) }))
      .filter((group) => group.fields.length > 0),
    withValue: every.filter((field) => !field.empty).length,
    total: every.length,
  }
}
