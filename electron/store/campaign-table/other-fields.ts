import { CAMPAIGN_COLUMN_KEYS, fieldOfCampaignColumn } from '../../contract/campaign-columns.ts'
import {
  fieldKeyOf,
  fieldValueKind,
  namesOf,
  type FieldKey,
  type FieldValue,
  type OtherFieldPage,
} from '../../contract/fields.ts'
import { campaignColumnLabel } from '../../contract/column-labels.ts'
import { countFields, sampleIndexes } from '../count-fields.ts'
import type { ReadHandle } from '../database/handles.ts'

const COLUMN_FIELDS = CAMPAIGN_COLUMN_KEYS.flatMap((key) => fieldOfCampaignColumn(key) ?? [])
/** Fields that a documented column shows, whatever their values are. */
const DOCUMENTED_FIELDS: ReadonlySet<FieldKey> = new Set(COLUMN_FIELDS)
/** Objects whose documented members are columns. Their other members are fields. */
const DOCUMENTED_OBJECTS: ReadonlySet<FieldKey> = new Set(
  COLUMN_FIELDS.map((field) => fieldKeyOf(namesOf(field).slice(0, -1))),
)

/** Finds the fields of the stored records of campaigns that no documented column shows. */
export class CampaignFields {
  readonly #handle: ReadHandle
  /** The fields at a version of the data; null until they are found. */
  #found: { readonly dataVersion: number; readonly page: OtherFieldPage } | null = null

  constructor(handle: ReadHandle) {
    this.#handle = handle
  }

  /**
   * Returns the fields. They are cached until the data changes, because the window asks whenever it lists
   * columns.
   */
  find(): OtherFieldPage {
    return this.#handle.snapshot(() => {
      const dataVersion = this.#handle.dataVersion()
      if (this.#found?.dataVersion !== dataVersion)
        this.#found = { dataVersion, page: findCampaignFields(this.#handle) }
      return this.#found.page
    })
  }
}

function findCampaignFields(handle: ReadHandle): OtherFieldPage {
  const keys = handle.values<number>('SELECT campaign_key FROM campaign_bodies ORDER BY campaign_key').all()
  const record = handle.values<string>('SELECT json FROM campaign_bodies WHERE campaign_key = ?')
  const sample = Array.from(sampleIndexes(keys.length), (index) => keys[index] ?? 0)
  return {
    ...countFields(sample, (key) => record.get(key) ?? '', { isDocumented, labelOf: campaignColumnLabel }),
    total: keys.length,
  }
}

/** Returns whether a documented column may show a field, which depends on its value. */
export function mayBeDocumented(key: FieldKey): boolean {
  return DOCUMENTED_FIELDS.has(key) || DOCUMENTED_OBJECTS.has(key)
}

function isDocumented(key: FieldKey, value: FieldValue | null): boolean {
  if (DOCUMENTED_FIELDS.has(key)) return true
  return DOCUMENTED_OBJECTS.has(key) && (value === null || fieldValueKind(value) === 'whole')
}
