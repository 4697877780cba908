import type { TextSource } from '../../../electron/contract/schemas.ts'
import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  pathOfCampaignColumn,
  type CampaignFieldType,
} from '../../../electron/contract/campaign-columns.ts'
import type { FieldSection } from '../../../electron/contract/columns.ts'

export { fieldLabel } from '../../../electron/contract/field-labels.ts'

export type FieldType = CampaignFieldType

/** A documented field with its type. */
type Documented = readonly [name: string, type: FieldType]

interface DocumentedSection {
  readonly id: FieldSection
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
  const sections = new Map<FieldSection, Map<string, FieldType>>()
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

/** Returns the source of a full value in a campaign's record; null without a path. */
export function campaignSource(campaignId: string | null, path: readonly string[] | null): TextSource | null {
  return campaignId === null || path === null ? null : { kind: 'campaign', campaignId, path }
}
