import type { TextSource } from '../../../electron/contract/schemas.ts'
import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  pathOfCampaignColumn,
  type CampaignFieldType,
  type CampaignSection,
} from '../../../electron/contract/campaign-columns.ts'
import { campaignFieldLabels } from '../../../electron/contract/strings/campaign-columns.ts'

export type FieldType = CampaignFieldType
export type SectionId = CampaignSection

/** A documented field with its type. */
type Documented = readonly [name: string, type: FieldType]

interface DocumentedSection {
  readonly id: SectionId
  readonly fields: readonly Documented[]
}

const DOCUMENTED = CAMPAIGN_COLUMN_KEYS.flatMap((key) => {
  const { field } = CAMPAIGN_COLUMNS[key]
  return field === null ? [] : [{ path: pathOfCampaignColumn(key), ...field }]
})

/** Returns the documented fields of a record that are part of an object there. */
function membersOf(object: string): readonly Documented[] {
  return DOCUMENTED.flatMap(({ path: [name, member], type }) =>
    name === object && member !== undefined ? [[member, type] as const] : [],
  )
}

/**
 * The documented fields of a campaign, in the groups and the order of section 2.1 of the service interface.
 */
export const SECTIONS: readonly DocumentedSection[] = sectionsOf(DOCUMENTED)

function sectionsOf(documented: typeof DOCUMENTED): readonly DocumentedSection[] {
  const sections = new Map<SectionId, Map<string, FieldType>>()
  for (const {
    section,
    path: [name = '', member],
    type,
  } of documented) {
    const fields = sections.get(section) ?? new Map<string, FieldType>()
    sections.set(section, fields)
    if (!fields.has(name)) fields.set(name, member === undefined ? type : 'object')
  }
  return Array.from(sections, ([id, fields]) => ({ id, fields: [...fields] }))
}

/** Documented fields of objects that are shown as sections. */
export const DEFAULTS_FIELDS = membersOf('defaults')
export const PRICE_FIELDS = membersOf('priceMeta')

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(campaignFieldLabels))

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
