import type { ColumnKind, FieldSection } from './columns.ts'
import { fieldKeyOf, isFieldKey, type FieldKey } from './fields.ts'
import type { LabelledField } from './connection.ts'

/** Documented type of a field of a campaign's record. */
export type CampaignFieldType = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'object'

/** How a column reads its field. */
export type FieldReading =
  | 'value'
  /** Each entry of a list is a value. */
  | 'entries'
  /** The number of entries of a list. */
  | 'count'
  /** The name of a person. */
  | 'person'
  /** JSON text. */
  | 'whole'

/** The documented field of a column. */
export interface CampaignField {
  readonly section: FieldSection
  readonly type: CampaignFieldType
  readonly reading: FieldReading
}

export interface CampaignColumn {
  readonly kind: ColumnKind
  /** Null if this computer knows the value, and the service does not send it. */
  readonly field: CampaignField | null
  /** Searched by words and patterns. */
  readonly isSearched?: boolean
  /** A short name for `name:value` in a search. */
  readonly shortName?: string
  /** All possible values; absent if there may be any. */
  readonly values?: readonly string[]
  /** The numbers that people can name. */
  readonly labelled?: LabelledField
  /** A documented date of the campaign. */
  readonly isDate?: true
  /** Not in the cache: main adds it to each query that needs it. */
  readonly isSupplied?: true
  /** Shown unless other columns are chosen. */
  readonly isDefault?: boolean
}

type Options = Omit<CampaignColumn, 'kind' | 'field'>

const KINDS: Readonly<Record<CampaignFieldType, ColumnKind>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'dateTime',
  list: 'text',
  object: 'text',
}

function field(
  section: FieldSection,
  type: CampaignFieldType,
  options: Options = {},
  reading: FieldReading = 'value',
): CampaignColumn & { readonly field: CampaignField } {
  return { kind: reading === 'count' ? 'number' : KINDS[type], field: { section, type, reading }, ...options }
}

const date = (options: Options = {}) => ({ ...field('dates', 'date', options), isDate: true }) as const
const entries = (section: FieldSection, options: Options = {}) => field(section, 'list', options, 'entries')
const count = (section: FieldSection) => field(section, 'list', {}, 'count')
const person = () => field('people', 'object', SEARCHED, 'person')
const local = (kind: ColumnKind, options: Options = {}) => ({ kind, field: null, ...options }) as const
const supplied = (kind: ColumnKind, options: Options = {}) =>
  ({ ...local(kind, options), isSupplied: true }) as const

const SEARCHED: Options = { isSearched: true }
const DEFAULT: Options = { isDefault: true }

/**
 * The columns of campaigns, in the order of display: documented fields, grouped as in the service interface
 * (2.1), then what is computed from the cache. A dot separates the names of a field within another one.
 */
const COLUMNS = {
  name: field('identity', 'text', { ...SEARCHED, ...DEFAULT }),
  reference: field('identity', 'text', { ...SEARCHED, ...DEFAULT }),
  shortReference: field('identity', 'text', SEARCHED),
  number: field('identity', 'number', SEARCHED),
  prefix: field('identity', 'text', SEARCHED),
  _id: field('identity', 'text', { shortName: 'id', ...SEARCHED }),
  clientId: field('identity', 'text', { shortName: 'client' }),

  status: field('status', 'number', { labelled: 'campaignStatus', ...DEFAULT }),
  state: field('status', 'number', { labelled: 'campaignState' }),
  isLocked: field('status', 'boolean', { shortName: 'locked' }),
  isActive: field('status', 'boolean', { shortName: 'active' }),
  version: field('status', 'number'),
  isFinishByIrrelevant: field('status', 'boolean'),
  isStockDestructionByIrrelevant: field('status', 'boolean'),
  campaignItemsEditOnly: field('status', 'boolean'),
  isGeneratingItems: field('status', 'boolean'),
  postFederationAPI: field('status', 'boolean'),

  campaignType: entries('classification', { shortName: 'type', ...SEARCHED }),
  itemType: field('classification', 'text', SEARCHED),
  department: entries('classification', SEARCHED),
  region: entries('classification', SEARCHED),
  brand: entries('classification', SEARCHED),
  priority: field('classification', 'text', SEARCHED),
  season: field('classification', 'text', SEARCHED),
  month: field('classification', 'text'),
  year: field('classification', 'text'),

  startAt: date({ shortName: 'start', ...DEFAULT }),
  endAt: date({ shortName: 'end', ...DEFAULT }),
  launchDate: date({ shortName: 'launch' }),
  dueInStoreDate: date({ shortName: 'due' }),
  dispatchBy: date({ shortName: 'dispatch', ...DEFAULT }),
  finishBy: date(),
  approvalDue: date(),
  approvedDate: date(),
  artworkDue: date(),
  quoteDue: date(),
  briefCompletionDate: date(),
  workCommencesDate: date(),
  kickOffMeetingDate: date(),
  signOffDate: date(),
  executionDate: date(),
  crExpirationDate: date(),
  kitArrivalDate: date(),
  beforeKitArrivalDate: date(),
  afterKitArrivalDate: date(),
  pickingDate: date(),
  stockDestructionBy: date(),
  lastSentToPrinter: date(),
  sentToPrinter: date(),
  createdAt: date({ shortName: 'created' }),
  updatedAt: date({ shortName: 'updated' }),

  owner: person(),
  'owner.email': field('people', 'text', SEARCHED),
  ownerPrimary: person(),
  'ownerPrimary.email': field('people', 'text', SEARCHED),
  createdBy: person(),
  'createdBy.email': field('people', 'text', SEARCHED),
  itemOwner: person(),
  'itemOwner.email': field('people', 'text', SEARCHED),
  backupOwner: person(),
  'backupOwner.email': field('people', 'text', SEARCHED),
  kitter: person(),
  'kitter.email': field('people', 'text', SEARCHED),
  'kitter.contact': field('people', 'text', SEARCHED),

  'defaults.departmentGroup': field('defaults', 'text'),
  'defaults.fileCopy': field('defaults', 'number'),
  'defaults.oversType': field('defaults', 'text'),
  'defaults.oversValue': field('defaults', 'number'),
  'defaults.rules': count('defaults'),

  'priceMeta.packaging': field('prices', 'number'),
  'priceMeta.delivery': field('prices', 'number'),
  'priceMeta.additional': field('prices', 'number'),
  'priceMeta.discount': field('prices', 'number'),
  'priceMeta.installation': field('prices', 'number'),
  'priceMeta.bumpOut': field('prices', 'number'),

  elementGroups: count('elementGroups'),
  assetGroups: count('assetGroups'),
  notificationTemplateEvents: count('notifications'),

  purchaseOrderNumber: field('rest', 'text', { shortName: 'order', ...SEARCHED }),
  posElementCounter: field('rest', 'number'),
  notes: field('rest', 'text', SEARCHED),
  meta: field('rest', 'object', SEARCHED, 'whole'),
  proofingFolderId: field('rest', 'text'),
  templateId: field('rest', 'text'),
  kittingId: field('rest', 'text'),
  notificationTemplateId: field('rest', 'text'),
  surveyId: field('rest', 'text'),
  tradingPeriodIds: entries('rest'),
  segRuleIdsToGenerate: entries('rest'),
  views: field('rest', 'object', {}, 'whole'),

  downloaded: local('text', { values: ['no', 'complete', 'incomplete'], ...DEFAULT }),
  downloadedAt: local('dateTime'),
  /**
   * Items on this computer; empty if the campaign is not downloaded. So are the columns computed from them.
   */
  items: local('number', DEFAULT),
  /** Items at the service, as far as is known. */
  itemsAtService: local('number'),
  quantity: local('number'),
  /** Items whose `hasArtwork` is true, in percent of the items on this computer. */
  withArtwork: local('number', DEFAULT),
  /** Items whose `hasArtwork` is not true. */
  withoutArtwork: local('number'),
  lockedItems: local('number'),
  /** Items with unseen changes. */
  unseenChanges: local('number', { shortName: 'unseen' }),
  newestItemUpdate: local('dateTime'),
  record: local('text', { values: ['never', 'fetched', 'forbidden', 'missing'] }),
  recordFetchedAt: local('dateTime'),
  /** The next of the dates that the person cares about, from today on. */
  nextDate: supplied('dateTime', { shortName: 'next' }),
  /** Checks with findings that are not accepted. */
  openChecks: supplied('number', { shortName: 'checks' }),
  /** Items with a mark, in percent of the items on this computer. */
  reviewProgress: supplied('number', { shortName: 'reviewed' }),
  /** Stored pictures, in percent of those that the campaign needs; empty if they were never listed. */
  picturesReady: supplied('number', { shortName: 'pictures' }),
} as const satisfies Readonly<Record<string, CampaignColumn>>

export type CampaignColumnKey = keyof typeof COLUMNS
/** Columns whose values come from the cache, not from the record. */
export type LocalCampaignColumn = {
  [Key in CampaignColumnKey]: (typeof COLUMNS)[Key] extends { readonly field: null } ? Key : never
}[CampaignColumnKey]
/** Columns whose values main adds to a query. */
export type SuppliedCampaignColumn = {
  [Key in CampaignColumnKey]: (typeof COLUMNS)[Key] extends { readonly isSupplied: true } ? Key : never
}[CampaignColumnKey]
/** A column of campaigns, or a field of their records. */
export type CampaignTableColumn = CampaignColumnKey | FieldKey

export const CAMPAIGN_COLUMNS: Readonly<Record<CampaignColumnKey, CampaignColumn>> = COLUMNS
export const CAMPAIGN_COLUMN_KEYS = Object.keys(COLUMNS) as readonly CampaignColumnKey[]
export const DEFAULT_CAMPAIGN_COLUMNS = CAMPAIGN_COLUMN_KEYS.filter(
  (key) => CAMPAIGN_COLUMNS[key].isDefault === true,
)

/** A documented date of a campaign. */
export type CampaignDateKey = {
  [Key in CampaignColumnKey]: (typeof COLUMNS)[Key] extends { readonly isDate: true } ? Key : never
}[CampaignColumnKey]

/** The documented dates of a campaign. */
export const CAMPAIGN_DATES = CAMPAIGN_COLUMN_KEYS.filter((key): key is CampaignDateKey =>
  isCampaignDate(key),
)

/** The dates that a person cares about, unless they choose others. */
export const DEFAULT_CAMPAIGN_DATES = [
  'artworkDue',
  'approvalDue',
  'finishBy',
  'dispatchBy',
  'dueInStoreDate',
  'launchDate',
  'startAt',
  'endAt',
] as const satisfies readonly CampaignDateKey[]

/** Returns whether a column is a documented date. */
export function isCampaignDate(key: CampaignColumnKey): key is CampaignDateKey {
  return CAMPAIGN_COLUMNS[key].isDate === true
}

/** Returns whether main adds the values of a column to a query. */
export function isSuppliedColumn(key: CampaignTableColumn): key is SuppliedCampaignColumn {
  return !isFieldKey(key) && CAMPAIGN_COLUMNS[key].isSupplied === true
}

/** Returns whether a text is the key of a column of campaigns. */
export function isCampaignColumnKey(key: string): key is CampaignColumnKey {
  return Object.hasOwn(COLUMNS, key)
}

/** Returns the names of a column's field, from the outermost object inwards. */
export function pathOfCampaignColumn(key: CampaignColumnKey): readonly string[] {
  return key.split('.')
}

/** Returns the kind of a column; a field may have any value. */
export function campaignColumnKindOf(key: CampaignTableColumn): ColumnKind | 'any' {
  return isFieldKey(key) ? 'any' : CAMPAIGN_COLUMNS[key].kind
}

/** Returns the field of a record that a column reads; null if it reads none. */
export function fieldOfCampaignColumn(key: CampaignTableColumn): FieldKey | null {
  if (isFieldKey(key)) return key
  return CAMPAIGN_COLUMNS[key].field === null ? null : fieldKeyOf(pathOfCampaignColumn(key))
}

/** Separates the entries of a list in a cell. */
export const ENTRY_SEPARATOR = '; '
