import { fieldValueKind, MAX_FIELD_KEY_LENGTH, namesOf, type FieldKey } from '../../contract/fields.ts'
import { documentedFieldLabel } from '../../contract/column-labels.ts'
import { messages } from '../../contract/messages.ts'
import { readCampaigns } from '../../store/export-campaigns.ts'
import { eachField } from '../../store/item-fields.ts'
import { jsonWithoutCredentials } from '../values/credentials.ts'
import { plainColumn, type TableColumn } from './table.ts'
import type { AdditionalSheet } from '../types.ts'
import { SHEET_LIMITS } from '../../contract/export-formats.ts'

/** Returns the fields of campaigns as a sheet: a row for each field, a column for each campaign. */
export function campaignSheet(
  databaseFile: string,
  campaignIds: readonly string[],
): ReturnType<AdditionalSheet['content']> {
  const shownIds = campaignIds.slice(0, SHEET_LIMITS.columns - 2)
  const columns: TableColumn[] = [
    plainColumn('field', messages.exportExtras.campaigns.field, 'text'),
    plainColumn('key', messages.exportExtras.campaigns.key, 'text'),
  ]
  const fields = new Map<FieldKey, string[]>()
  let credentials = 0
  for (const [index, { id, name, json }] of readCampaigns(databaseFile, shownIds).entries()) {
    columns.push(plainColumn(id, name ?? id, 'any'))
    if (json === null) continue
    eachField(json, (key, value) => {
      if (value === null) return
      // Members of objects are separate fields, see `eachField`.
      if (value.startsWith('{') && key.length <= MAX_FIELD_KEY_LENGTH) return
      const values = fields.get(key) ?? []
      const exported = jsonWithoutCredentials(value)
      if (exported !== value) credentials += 1
      values[index] =
        fieldValueKind(exported) === 'whole' ? exported.slice(0, SHEET_LIMITS.characters + 1) : exported
      fields.set(key, values)
    })
  }
  return {
    credentials,
    columns,
    rows: [...fields].map(([key, values]) => [
      labelOf(key),
      key,
      ...shownIds.map((_, index) => values[index] ?? null),
    ]),
  }
}

function labelOf(key: FieldKey): string {
  return namesOf(key)
    .map((name) => documentedFieldLabel(name) ?? name)
    .join(' › ')
}
