import * as v from 'valibot'
import { columnKeySchema, text, type ReadonlyOutput } from './base-schemas.ts'
import type { ColumnKey } from './columns.ts'
import { isMoment } from './filter-dates.ts'

/** Length of a value that can be a filter; longer ones are left out. */
export const MAX_VALUE_LENGTH = 2_000
/** Conditions and groups in a group. */
export const MAX_CONDITIONS = 100
/** Levels of groups below the outermost one. */
export const MAX_NESTED_GROUPS = 3

/** A value of a column; null is an empty cell. */
const facetValueSchema = v.nullable(
  v.union([text(MAX_VALUE_LENGTH), v.pipe(v.number(), v.finite()), v.boolean()]),
)
export type FacetValue = v.InferOutput<typeof facetValueSchema>

/** Filters that are no columns: the mark of an item, and whether it has unseen changes. */
const STATE_COLUMNS = ['review', 'unseen'] as const
export type StateColumn = (typeof STATE_COLUMNS)[number]
/** What a condition is about. */
export type FilterColumn = ColumnKey | StateColumn

/** Returns whether a condition is about the state of an item rather than about a column. */
export function isStateColumn(column: string): column is StateColumn {
  return (STATE_COLUMNS as readonly string[]).includes(column)
}

const columnSchema = v.union([columnKeySchema, v.picklist(STATE_COLUMNS)])

/** One of some values, or none of them. */
export const VALUE_OPERATORS = ['is', 'isNot'] as const
/** A text; patterns are regular expressions, formats see text-form.ts. */
export const TEXT_OPERATORS = [
  'contains',
  'doesNotContain',
  'beginsWith',
  'endsWith',
  'matchesPattern',
  'doesNotMatchFormat',
] as const
export const COMPARISON_OPERATORS = ['lessThan', 'atMost', 'greaterThan', 'atLeast'] as const
/** A period up to now or from now on, resolved when the query runs. */
export const PERIOD_OPERATORS = ['inLast', 'olderThan', 'inNext'] as const
/** No operand. `isDuplicated`: several items of the campaigns have the value, regardless of the filters. */
export const CELL_OPERATORS = ['isEmpty', 'isNotEmpty', 'isDuplicated'] as const
export type FilterOperator =
  | (typeof VALUE_OPERATORS)[number]
  | (typeof TEXT_OPERATORS)[number]
  | (typeof COMPARISON_OPERATORS)[number]
  | 'between'
  | (typeof PERIOD_OPERATORS)[number]
  | (typeof CELL_OPERATORS)[number]

export const PERIOD_UNITS = ['hours', 'days', 'weeks', 'months'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]
export const MAX_PERIOD = 10_000

/** A number; or for dates a day such as `2026-08-01`, or a timestamp. */
const boundSchema = v.union([v.pipe(v.number(), v.finite()), v.pipe(text(40), v.check(isMoment))])
export type FilterBound = v.InferOutput<typeof boundSchema>

/**
 * Returns the schema of a condition. Cells are compared trimmed; see filter-operators.ts for the operators.
 */
// The annotation lets the bundler leave the schema, and valibot, out of the window.
/* @__NO_SIDE_EFFECTS__ */
export function createConditionSchema<Column extends v.GenericSchema<string>>(column: Column) {
  return v.variant('operator', [
    v.strictObject({
      column,
      operator: v.picklist(VALUE_OPERATORS),
      /**
       * Null is an empty cell. Dates are days or timestamps. Values of fields are JSON, see `comparedValue`.
       */
      values: v.pipe(v.array(facetValueSchema), v.minLength(1), v.maxLength(10_000)),
    }),
    v.strictObject({
      column,
      operator: v.picklist(TEXT_OPERATORS),
      text: v.pipe(text(MAX_VALUE_LENGTH), v.regex(/\S/u)),
    }),
    v.strictObject({ column, operator: v.picklist(COMPARISON_OPERATORS), value: boundSchema }),
    /** Inclusive. */
    v.strictObject({ column, operator: v.literal('between'), from: boundSchema, to: boundSchema }),
    v.strictObject({
      column,
      operator: v.picklist(PERIOD_OPERATORS),
      count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PERIOD)),
      unit: v.picklist(PERIOD_UNITS),
    }),
    v.strictObject({ column, operator: v.picklist(CELL_OPERATORS) }),
  ])
}

export const conditionSchema = /* @__PURE__ */ createConditionSchema(columnSchema)
export type FilterCondition = ReadonlyOutput<typeof conditionSchema>

/** What a condition requires of a cell. */
export type CellRequirement = FilterCondition extends infer Condition
  ? Condition extends FilterCondition
    ? Omit<Condition, 'column'>
    : never
  : never
/** A condition on a column of another table than the items. */
export type ConditionOn<Column extends string> = CellRequirement & { readonly column: Column }

export const FILTER_MATCHES = ['all', 'any'] as const
export type FilterMatch = (typeof FILTER_MATCHES)[number]

/** Conditions of which all or any must match. A group without conditions has no effect. */
export interface ConditionGroup<Condition> {
  readonly match: FilterMatch
  readonly conditions: readonly (Condition | ConditionGroup<Condition>)[]
}
/** The filters of a list of items. */
export type FilterGroup = ConditionGroup<FilterCondition>
export type FilterNode = FilterCondition | FilterGroup

/* @__NO_SIDE_EFFECTS__ */
export function createGroupSchema<Condition>(
  condition: v.GenericSchema<Condition>,
  nestedGroups = MAX_NESTED_GROUPS,
): v.GenericSchema<ConditionGroup<Condition>> {
  const nodeSchema =
    nestedGroups === 0 ? condition : v.union([condition, createGroupSchema(condition, nestedGroups - 1)])
  return v.strictObject({
    match: v.picklist(FILTER_MATCHES),
    conditions: v.pipe(v.array(nodeSchema), v.maxLength(MAX_CONDITIONS)),
  })
}

export const filtersSchema: v.GenericSchema<FilterGroup> = /* @__PURE__ */ createGroupSchema(conditionSchema)

export const NO_FILTERS: FilterGroup = { match: 'all', conditions: [] }
