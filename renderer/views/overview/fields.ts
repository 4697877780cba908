import type { TextSource } from '../../../electron/contract/schemas.ts'
import { overviewStrings } from '../../../electron/contract/strings/overview.ts'

/** Documented type of a field's values. */
export type FieldType = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'object'

export type SectionId = keyof typeof overviewStrings.sections

/** Returns fields of a type by their names, separated by spaces. */
const all = (type: FieldType, names: string): (readonly [string, FieldType])[] =>
  names.split(' ').map((name) => [name, type] as const)

const DATES =
  'startAt endAt launchDate dueInStoreDate dispatchBy finishBy approvalDue approvedDate artworkDue quoteDue ' +
  'briefCompletionDate workCommencesDate kickOffMeetingDate signOffDate executionDate crExpirationDate ' +
  'kitArrivalDate beforeKitArrivalDate afterKitArrivalDate pickingDate stockDestructionBy lastSentToPrinter ' +
  'sentToPrinter createdAt updatedAt'

/**
 * The documented fields of a campaign, in the groups and the order of section 2.1 of the service interface.
 */
export const SECTIONS: readonly {
  readonly id: SectionId
  readonly fields: readonly (readonly [string, FieldType])[]
}[] = [
  {
    id: 'identity',
    fields: [
      ...all('text', 'name reference shortReference'),
      ...all('number', 'number'),
      ...all('text', 'prefix _id clientId'),
    ],
  },
  {
    id: 'status',
    fields: [
      ...all('number', 'status state'),
      ...all('boolean', 'isLocked isActive'),
      ...all('number', 'version'),
      ...all('boolean', 'isFinishByIrrelevant isStockDestructionByIrrelevant campaignItemsEditOnly'),
      ...all('boolean', 'isGeneratingItems postFederationAPI'),
    ],
  },
  {
    id: 'classification',
    fields: [
      ...all('list', 'campaignType'),
      ...all('text', 'itemType'),
      ...all('list', 'department region brand'),
      ...all('text', 'priority season month year'),
    ],
  },
  { id: 'dates', fields: all('date', DATES) },
  { id: 'people', fields: all('object', 'owner ownerPrimary createdBy itemOwner backupOwner kitter') },
  { id: 'defaults', fields: all('object', 'defaults') },
  { id: 'prices', fields: all('object', 'priceMeta') },
  { id: 'elementGroups', fields: all('list', 'elementGroups') },
  { id: 'assetGroups', fields: all('list', 'assetGroups') },
  { id: 'notifications', fields: all('list', 'notificationTemplateEvents') },
  {
    id: 'rest',
    fields: [
      ...all('text', 'purchaseOrderNumber'),
      ...all('number', 'posElementCounter'),
      ...all('text', 'notes'),
      ...all('object', 'meta'),
      ...all('text', 'proofingFolderId templateId kittingId notificationTemplateId surveyId'),
      ...all('list', 'tradingPeriodIds segRuleIdsToGenerate'),
      ...all('object', 'views'),
    ],
  },
]

/** Documented fields of objects that are shown as sections. */
export const DEFAULTS_FIELDS: readonly (readonly [string, FieldType])[] = [
  ...all('text', 'departmentGroup'),
  ...all('number', 'fileCopy'),
  ...all('text', 'oversType'),
  ...all('number', 'oversValue'),
  ...all('list', 'rules'),
]
export const PRICE_FIELDS = all('number', 'packaging delivery additional discount installation bumpOut')

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(overviewStrings.fields))

/**
 * Returns the name of a field: the documented one, else its key in words. A key that is no name (an id, a
 * number, a text with spaces) is returned unchanged.
 */
export function fieldLabel(key: string): string {
  return LABELS.get(key) ?? (isName(key) ? humanize(key) : key)
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Returns whether a key looks like a name in a program: `dueInStoreDate`, `fire_rating`, `line2`. */
function isName(key: string): boolean {
  // Ids have several groups of digits, or digits after a hyphen.
  const groups = key.match(/\p{N}+/gu) ?? []
  return (
    groups.length <= 1 &&
    !UUID.test(key) &&
    /^_*(?:\p{N}+\p{L}+|\p{L}[\p{L}\p{N}]*(?:[_-]+\p{L}[\p{L}\p{N}]*)*)_*$/u.test(key)
  )
}

function humanize(key: string): string {
  const words = key
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/gu, ' ')
    .trim()
  // Consecutive capitals are an abbreviation and stay.
  const lowered = words.replace(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
  return lowered.charAt(0).toUpperCase() + lowered.slice(1)
}

/** Returns the source of a full value in a campaign's record; null without a path. */
export function campaignSource(campaignId: string | null, path: readonly string[] | null): TextSource | null {
  return campaignId === null || path === null ? null : { kind: 'campaign', campaignId, path }
}
