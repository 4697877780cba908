import type { FieldSection } from '../../../electron/contract/columns.ts'
import { omittedCount } from '../../../electron/contract/json-excerpt.ts'
import { isObject } from '../../../electron/contract/json-text.ts'
import { DEFAULTS_FIELDS, fieldLabel, PRICE_FIELDS, SECTIONS, type FieldType } from './fields.ts'
import type { JsonObject } from './record.ts'
import { isAsDocumented, isEmpty } from './value.ts'

/** A shown field. */
export interface OverviewField {
  readonly key: string
  /** Path in the campaign's record. */
  readonly path: readonly string[]
  readonly label: string
  readonly value: unknown
  /** Documented type; null for an undocumented field. */
  readonly type: FieldType | null
  readonly empty: boolean
  /** Whether the value is not of the documented type. */
  readonly odd: boolean
}

export interface OverviewSection {
  readonly id: FieldSection
  readonly fields: readonly OverviewField[]
  /**
   * Number of fields with a value, and of all fields of the section; an expanded object counts by its fields.
   */
  readonly withValue: number
  readonly total: number
}

export interface Overview {
  readonly sections: readonly OverviewSection[]
  /** Number of fields with a value, and of all documented or received fields. */
  readonly withValue: number
  readonly total: number
}

const DOCUMENTED: ReadonlySet<string> = new Set(
  SECTIONS.flatMap((section) => section.fields.map(([key]) => key)),
)

/** @param parents path of `source` in the campaign's record */
export function toField(
  source: JsonObject,
  key: string,
  type: FieldType | null,
  parents: readonly string[] = [],
): OverviewField {
  // Own fields only: a record does not contain "constructor".
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

/** Returns the fields of an object: documented ones in their order, then the others in theirs. */
export function fieldsOf(
  source: JsonObject,
  documented: readonly (readonly [string, FieldType])[],
  parents: readonly string[] = [],
): readonly OverviewField[] {
  const documentedKeys = new Set(documented.map(([key]) => key))
  return [
    ...documented.map(([key, type]) => toField(source, key, type, parents)),
    ...Object.keys(source)
      .filter((key) => !documentedKeys.has(key))
      .map((key) => toField(source, key, null, parents)),
  ]
}

/** Objects whose fields are shown as fields of their section. */
const EXPANDED_OBJECTS = { defaults: DEFAULTS_FIELDS, priceMeta: PRICE_FIELDS } as const

/** Returns the fields of an object that is shown as fields of its section, or else the field. */
export function expandField(field: OverviewField): readonly OverviewField[] {
  const documented =
    field.key === 'defaults' || field.key === 'priceMeta' ? EXPANDED_OBJECTS[field.key] : null
  if (documented === null || !isObject(field.value)) return [field]
  return fieldsOf(field.value, documented, field.path)
}

/**
 * Groups a campaign's fields as in section 2.1 of the service interface; undocumented ones are last. Every
 * field of the record is in exactly one group. Without `showEmpty`, empty fields and groups are left out.
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
  const allFields = groups.flatMap((group) => group.fields)
  // One member states the number of omitted ones.
  const omitted = Math.max(0, omittedCount(record) - 1)
  return {
    sections: groups
      .map((group) => {
        const expanded = group.fields.flatMap(expandField)
        return {
          ...group,
          fields: group.fields.filter((field) => showEmpty || !field.empty),
          withValue: expanded.filter((field) => !field.empty).length,
          total: expanded.length,
        }
      })
      .filter((group) => group.fields.length > 0),
    withValue: allFields.filter((field) => !field.empty).length + omitted,
    total: allFields.length + omitted,
  }
}
