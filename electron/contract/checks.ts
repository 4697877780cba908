import type { Fault } from './faults.ts'
import type { ItemFilters, SearchMode, SortKey } from './query.ts'

/** A check that the person has made: a search by fields, under a name. */
export interface OwnCheck {
  readonly id: string
  readonly name: string
  readonly search: string
}

/** What the checks of a connection go by. */
export interface CheckSettings {
  /** Quantities beyond it are to be looked at; null: none is. */
  readonly mostQuantity: number | null
  /** The form that a POS number has to have, see text-form.ts; empty: any. */
  readonly posForm: string
  readonly own: readonly OwnCheck[]
}

export const DEFAULT_CHECKS: CheckSettings = { mostQuantity: 10_000, posForm: '', own: [] }

export const MAX_OWN_CHECKS = 100
export const MAX_CHECK_NAME_LENGTH = 200
/** Findings of one check that can be accepted together. */
export const MAX_ACCEPTED = 10_000

/** Checks that everybody has, in their order. */
export const DEFAULT_CHECK_IDS = [
  'quantityZero',
  'quantityBeyond',
  'noArtwork',
  'lockedWithoutArtwork',
  'posMissing',
  'posDuplicate',
  'posForm',
  'elementWithoutItems',
  'datesOutOfOrder',
] as const

/** The part of a list's query that leads to the findings of a check. */
export interface CheckQuery {
  readonly filters: ItemFilters
  readonly search: string
  readonly searchMode: SearchMode
  readonly sort: readonly SortKey[]
}

function filtered(filters: ItemFilters, sort: readonly SortKey[] = []): CheckQuery {
  return { filters, search: '', searchMode: 'words', sort }
}

/** The checks whose findings are items, in their order, with what leads to them. */
export function itemChecks({ mostQuantity, posForm, own }: CheckSettings): readonly {
  readonly id: string
  readonly query: CheckQuery
}[] {
  return [
    { id: 'quantityZero', query: filtered({ qty: { min: 0, max: 0 } }) },
    ...(mostQuantity === null
      ? []
      : [{ id: 'quantityBeyond', query: filtered({ qty: { min: mostQuantity + 1 } }) }]),
    { id: 'noArtwork', query: filtered({ hasArtwork: { values: [false] } }) },
    {
      id: 'lockedWithoutArtwork',
      query: filtered({ isLocked: { values: [true] }, hasArtwork: { values: [false] } }),
    },
    { id: 'posMissing', query: filtered({ posNumber: { empty: true } }) },
    // Those of one number stand together.
    {
      id: 'posDuplicate',
      query: filtered({ posNumber: { duplicates: true } }, [{ key: 'posNumber', direction: 1 }]),
    },
    ...(posForm === '' ? [] : [{ id: 'posForm', query: filtered({ posNumber: { unlike: posForm } }) }]),
    ...own.map(({ id, search }) => ({
      id,
      query: { filters: {}, search, searchMode: 'fields' as const, sort: [] },
    })),
  ]
}

/** Dates of a campaign of which the first must not come after the second. */
export const DATE_ORDERS = [
  ['startAt', 'endAt'],
  ['artworkDue', 'dispatchBy'],
  ['dispatchBy', 'dueInStoreDate'],
  ['workCommencesDate', 'finishBy'],
] as const satisfies readonly (readonly [string, string])[]

/** Two dates of a campaign that stand the wrong way round, in milliseconds since 1970. */
export interface DateFinding {
  readonly first: string
  readonly firstAt: number
  readonly second: string
  readonly secondAt: number
}

/** What a check has found. */
export interface CheckFinding {
  /** One of {@link DEFAULT_CHECK_IDS}, or the id of a check of one's own. */
  readonly id: string
  readonly count: number
  /** How many of them the person has accepted. */
  readonly accepted: number
  /** Ids of the items that were not accepted, where some were; null: the check's query shows what is left. */
  readonly left: readonly string[] | null
  /** Of `elementWithoutItems`: what the elements are called. */
  readonly elements: readonly string[]
  /** Of `datesOutOfOrder`. */
  readonly dates: readonly DateFinding[]
  /** Why it could not be carried out, as a sentence; null: it could. */
  readonly problem: string | null
}

export interface CheckReport {
  /** What was set could not be read; null: it could. */
  readonly notice: Fault | null
  readonly settings: CheckSettings
  readonly findings: readonly CheckFinding[]
}
