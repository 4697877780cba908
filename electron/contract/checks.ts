import * as v from 'valibot'
import { campaignIdSchema, naturalNumber, text, type ReadonlyOutput } from './base-schemas.ts'
import type { CampaignDateKey } from './campaign-columns.ts'
import type { Fault } from './faults.ts'
import { allOf, conditionsOf, hasValue } from './filter-tree.ts'
import { NO_FILTERS, type FilterCondition } from './filters.ts'
import type { ItemRow } from './item.ts'
import type { ItemQuery, SortKey } from './query.ts'
import { storedFiltersSchema } from './stored-filters.ts'

export const MAX_OWN_CHECKS = 100
export const MAX_CHECK_NAME_LENGTH = 200
export const MAX_CHECK_SEARCH_LENGTH = 10_000

export const checkIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-zA-Z-]{1,64}$/))

/** How serious the findings of a check are. */
export const SEVERITIES = ['problem', 'attention', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

/** A check of the person: conditions, a search by fields, or both, with a name. */
const ownCheckSchema = v.strictObject({
  id: checkIdSchema,
  name: v.pipe(text(MAX_CHECK_NAME_LENGTH), v.minLength(1)),
  /** Empty: only the conditions count. */
  search: text(MAX_CHECK_SEARCH_LENGTH),
  /** Default: none. Conditions of later versions are left out. */
  filters: v.exactOptional(storedFiltersSchema),
  /** Default: `attention`. */
  severity: v.exactOptional(v.picklist(SEVERITIES)),
  /** The only campaign that it applies to. Default: all campaigns of the connection. */
  campaignId: v.exactOptional(campaignIdSchema),
})
export type OwnCheck = ReadonlyOutput<typeof ownCheckSchema>

/** Returns whether a check has a search or conditions. */
export function isCompleteCheck({ search, filters = NO_FILTERS }: Omit<OwnCheck, 'name' | 'id'>): boolean {
  return search.trim() !== '' || conditionsOf(filters).length > 0
}

/** Settings of the checks of a connection. */
export const checkSettingsSchema = v.strictObject({
  /** Larger quantities are findings; null for no limit. */
  mostQuantity: v.nullable(naturalNumber),
  /** Required form of POS numbers, see text-form.ts; empty for any. */
  posForm: text(200),
  own: v.pipe(v.array(ownCheckSchema), v.maxLength(MAX_OWN_CHECKS)),
})
export type CheckSettings = ReadonlyOutput<typeof checkSettingsSchema>

/** A change of the settings of the checks; what is left out stays. */
export const checkSettingsChangeSchema = v.strictObject({
  mostQuantity: v.exactOptional(checkSettingsSchema.entries.mostQuantity),
  posForm: v.exactOptional(checkSettingsSchema.entries.posForm),
  /** A check that replaces the one with its id, or is added as the last one. */
  saved: v.exactOptional(ownCheckSchema),
  /** The id of a check to delete. */
  deletedId: v.exactOptional(checkIdSchema),
})
export type CheckSettingsChange = ReadonlyOutput<typeof checkSettingsChangeSchema>

/** Returns the settings after a change. */
export function changeCheckSettings(
  settings: CheckSettings,
  { saved, deletedId, ...limits }: CheckSettingsChange,
): CheckSettings {
  const remaining = settings.own.filter(({ id }) => id !== deletedId)
  if (saved === undefined) return { ...settings, ...limits, own: remaining }
  const isNew = !remaining.some(({ id }) => id === saved.id)
  const own = isNew
    ? [...remaining, saved]
    : remaining.map((check) => (check.id === saved.id ? saved : check))
  return { ...settings, ...limits, own }
}

export const DEFAULT_CHECKS: CheckSettings = { mostQuantity: 10_000, posForm: '', own: [] }

/** Maximum number of accepted findings of a check. */
export const MAX_ACCEPTED = 10_000

/** Built-in checks in their order. */
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
export type CheckQuery = Pick<ItemQuery, 'filters' | 'search' | 'searchMode' | 'sort'>

function filterQuery(conditions: readonly FilterCondition[], sort: readonly SortKey[] = []): CheckQuery {
  return { filters: allOf(...conditions), search: '', searchMode: 'words', sort }
}

/** Severities of the built-in checks; `attention` if not listed. */
const BUILT_IN_SEVERITIES: Readonly<Partial<Record<string, Severity>>> = {
  quantityZero: 'problem',
  posMissing: 'problem',
  posDuplicate: 'problem',
  elementWithoutItems: 'note',
}

/** Returns the severity of a check. */
export function severityOf(id: string, { own }: CheckSettings): Severity {
  return own.find((check) => check.id === id)?.severity ?? BUILT_IN_SEVERITIES[id] ?? 'attention'
}

/** A check of items. */
export interface ItemCheck {
  readonly id: string
  readonly query: CheckQuery
  /** The only campaign that it applies to; null for all. */
  readonly campaignId: string | null
}

/** Returns the checks for the items of a campaign (null for those of all campaigns), in order. */
export function itemChecks(
  { mostQuantity, posForm, own }: CheckSettings,
  campaign: string | null,
): readonly ItemCheck[] {
  const checks: readonly Omit<ItemCheck, 'campaignId'>[] = [
    { id: 'quantityZero', query: filterQuery([hasValue('qty', 0)]) },
    ...(mostQuantity === null
      ? []
      : [
          {
            id: 'quantityBeyond',
            query: filterQuery([{ column: 'qty', operator: 'greaterThan', value: mostQuantity }]),
          },
        ]),
    { id: 'noArtwork', query: filterQuery([hasValue('hasArtwork', false)]) },
    {
      id: 'lockedWithoutArtwork',
      query: filterQuery([hasValue('isLocked', true), hasValue('hasArtwork', false)]),
    },
    { id: 'posMissing', query: filterQuery([{ column: 'posNumber', operator: 'isEmpty' }]) },
    // Sorted, so that equal numbers are adjacent.
    {
      id: 'posDuplicate',
      query: filterQuery(
        [{ column: 'posNumber', operator: 'isDuplicated' }],
        [{ key: 'posNumber', direction: 1 }],
      ),
    },
    ...(posForm === ''
      ? []
      : [
          {
            id: 'posForm',
            query: filterQuery([{ column: 'posNumber', operator: 'doesNotMatchFormat', text: posForm }]),
          },
        ]),
  ]
  // One without conditions that this version knows would find all items.
  const ofPerson = own
    .filter(({ campaignId }) => campaign === null || campaignId === undefined || campaignId === campaign)
    .filter(isCompleteCheck)
    .map(({ id, search, filters = NO_FILTERS, campaignId = null }) => ({
      id,
      campaignId,
      query: { filters, search, searchMode: 'fields' as const, sort: [] },
    }))
  return [...checks.map((check) => ({ ...check, campaignId: null })), ...ofPerson]
}

/** Pairs of dates of a campaign; the first must not be after the second. */
export const DATE_ORDERS = [
  ['startAt', 'endAt'],
  ['artworkDue', 'dispatchBy'],
  ['dispatchBy', 'dueInStoreDate'],
  ['workCommencesDate', 'finishBy'],
] as const satisfies readonly (readonly [CampaignDateKey, CampaignDateKey])[]

/** Two dates in the wrong order, in milliseconds since 1970. */
export interface DateConflict {
  readonly first: string
  readonly firstAt: number
  readonly second: string
  readonly secondAt: number
}

/** The result of a check. */
export interface CheckResult {
  /** One of {@link DEFAULT_CHECK_IDS}, or the id of the person's check. */
  readonly id: string
  readonly count: number
  /** Number of accepted findings. */
  readonly accepted: number
  /**
   * When the findings were last accepted, in milliseconds since 1970; null if none are, or if an earlier
   * version accepted them.
   */
  readonly acceptedAt: number | null
  /**
   * Ids of the items that are not accepted, if others are; null if the check's query returns all findings.
   */
  readonly unacceptedIds: readonly string[] | null
  /** Names of the elements, for `elementWithoutItems`. */
  readonly elements: readonly string[]
  /** Dates for `datesOutOfOrder`. */
  readonly dates: readonly DateConflict[]
  /** Why the check failed, as a sentence, or null. */
  readonly problem: string | null
}

export interface CheckReport {
  /** Set if the settings could not be read. */
  readonly notice: Fault | null
  readonly settings: CheckSettings
  readonly results: readonly CheckResult[]
}

/** Number of items that a preview of a check shows. */
export const MAX_PREVIEW_ROWS = 6

/** What a check would find. */
export interface CheckPreview {
  /** Number of items in the campaign, and in all downloaded campaigns. */
  readonly count: number
  readonly total: number
  /** Number of downloaded campaigns. */
  readonly campaigns: number
  /** The first items in the campaign, at most {@link MAX_PREVIEW_ROWS}. */
  readonly rows: readonly ItemRow[]
}
