import * as v from 'valibot'
import { columnKeySchema, text } from './base-schemas.ts'
import { columnKindOf, type ColumnKey } from './columns.ts'
import { boundOfInstant } from './filter-dates.ts'
import { isSupported } from './filter-operators.ts'
import { isGroup } from './filter-tree.ts'
import {
  conditionSchema,
  FILTER_MATCHES,
  MAX_CONDITIONS,
  MAX_NESTED_GROUPS,
  NO_FILTERS,
  type FilterBound,
  type FilterCondition,
  type FilterGroup,
  type FilterNode,
} from './filters.ts'

/** A group of which only the form is known: a later version may have written its conditions. */
const storedGroupSchema = v.object({ match: v.picklist(FILTER_MATCHES), conditions: v.array(v.unknown()) })

const legacyValuesSchema = v.array(v.nullable(v.union([v.string(), v.number(), v.boolean()])))
/**
 * The filter of a column in earlier versions; all members had to match. The first versions stored only
 * values.
 */
const legacyFilterSchema = v.union([
  v.pipe(
    legacyValuesSchema,
    v.transform((values) => ({ values })),
  ),
  v.object({
    values: v.exactOptional(legacyValuesSchema),
    min: v.exactOptional(v.number()),
    max: v.exactOptional(v.number()),
    empty: v.exactOptional(v.boolean()),
    duplicates: v.exactOptional(v.literal(true)),
    unlike: v.exactOptional(text(200)),
  }),
])
type LegacyFilter = v.InferOutput<typeof legacyFilterSchema>

/** The filters of a stored query. Earlier versions stored marks and unseen changes separately. */
export interface StoredFilters {
  readonly filters?: unknown
  readonly unseenOnly?: boolean | undefined
  readonly marks?: readonly string[] | null | undefined
}

/** Reads stored filters of this, earlier and later versions. Conditions that are not known are left out. */
export function readStoredFilters({ filters, unseenOnly = false, marks = null }: StoredFilters): FilterGroup {
  const stored = v.safeParse(storedGroupSchema, filters)
  const group = stored.success
    ? readGroup(stored.output, MAX_NESTED_GROUPS)
    : { ...NO_FILTERS, conditions: legacyConditions(filters) }
  const states: readonly FilterCondition[] = [
    ...(unseenOnly ? [{ column: 'unseen', operator: 'is', values: [true] } as const] : []),
    ...(marks === null || marks.length === 0
      ? []
      : [{ column: 'review', operator: 'is', values: [...marks] } as const]),
  ]
  return states.length === 0 ? group : { ...group, conditions: [...group.conditions, ...states] }
}

/** Accepts filters of this, earlier and later versions. */
export const storedFiltersSchema = v.pipe(
  v.unknown(),
  v.transform((filters) => readStoredFilters({ filters })),
)

/** Replaces the filters of a stored query, of any version, with those of this version. */
export function migrateQuery(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { unseenOnly, marks, filters, ...others } = query
  const states = v.safeParse(
    v.object({ unseenOnly: v.optional(v.boolean()), marks: v.optional(v.nullable(v.array(v.string()))) }),
    { unseenOnly, marks },
  )
  return { ...others, filters: readStoredFilters({ filters, ...(states.success ? states.output : {}) }) }
}

function readGroup(
  { match, conditions }: v.InferOutput<typeof storedGroupSchema>,
  nestedGroups: number,
): FilterGroup {
  const nodes = conditions.flatMap((stored): readonly FilterNode[] => {
    const condition = v.safeParse(conditionSchema, stored)
    if (condition.success) return isSupported(condition.output) ? [condition.output] : []
    const group = v.safeParse(storedGroupSchema, stored)
    return group.success && nestedGroups > 0 ? [readGroup(group.output, nestedGroups - 1)] : []
  })
  // A group of which nothing is known would match everything.
  const known = nodes.filter((node) => !isGroup(node) || node.conditions.length > 0)
  return { match, conditions: known.slice(0, MAX_CONDITIONS) }
}

function legacyConditions(filters: unknown): readonly FilterCondition[] {
  if (typeof filters !== 'object' || filters === null) return []
  return Object.entries(filters)
    .flatMap(([key, stored]: [string, unknown]) => {
      const column = v.safeParse(columnKeySchema, key)
      const filter = v.safeParse(legacyFilterSchema, stored)
      return column.success && filter.success ? conditionsOfColumn(column.output, filter.output) : []
    })
    .filter((condition) => v.is(conditionSchema, condition) && isSupported(condition))
    .slice(0, MAX_CONDITIONS)
}

function conditionsOfColumn(
  column: ColumnKey,
  { values, min, max, empty, duplicates, unlike }: Partial<Extract<LegacyFilter, { min?: number }>>,
): readonly FilterCondition[] {
  const bound = (value: number, end: 'first' | 'last'): FilterBound =>
    columnKindOf(column) === 'dateTime' ? boundOfInstant(value, end) : value
  const conditions: FilterCondition[] = []
  if (values !== undefined) conditions.push({ column, operator: 'is', values })
  if (min !== undefined && max !== undefined) {
    conditions.push(
      min === max && columnKindOf(column) === 'number'
        ? { column, operator: 'is', values: [min] }
        : { column, operator: 'between', from: bound(min, 'first'), to: bound(max, 'last') },
    )
  } else if (min !== undefined) {
    conditions.push({ column, operator: 'atLeast', value: bound(min, 'first') })
  } else if (max !== undefined) {
    conditions.push({ column, operator: 'atMost', value: bound(max, 'last') })
  }
  if (empty !== undefined) conditions.push({ column, operator: empty ? 'isEmpty' : 'isNotEmpty' })
  if (duplicates === true) conditions.push({ column, operator: 'isDuplicated' })
  if (unlike !== undefined) conditions.push({ column, operator: 'doesNotMatchFormat', text: unlike })
  return conditions
}
