import type { FieldChange } from '../contract/changes.ts'
import { fieldText, isFieldKey, namesOf } from '../contract/fields.ts'
import type { TextSource } from '../contract/schemas.ts'
import { strings } from '../contract/strings/items.ts'
import { ExactNumber, jsonText, parseExactly } from '../store/exact-json.ts'
import type { Store } from '../store/operations.ts'

/** Returns a value in full, a list or an object as JSON; null where it is no longer there. */
export async function readText(
  store: Pick<Store, 'getItem' | 'getCampaign' | 'readChanges'>,
  of: TextSource,
): Promise<string | null> {
  switch (of.kind) {
    case 'cell': {
      const details = await store.getItem(of.key)
      if (details === null) return null
      if (isFieldKey(of.column)) return valueAt(details.json, namesOf(of.column))
      const value = details.row[of.column]
      return value === null ? null : String(value)
    }
    case 'item':
      return valueAt((await store.getItem(of.key))?.json ?? null, of.path)
    case 'campaignName':
      return (await store.getCampaign(of.campaignId))?.summary.name ?? null
    case 'campaign':
      return valueAt((await store.getCampaign(of.campaignId))?.json ?? null, of.path)
    case 'change': {
      const { rows, campaign } = await store.readChanges(of.query, of.index ?? 0, of.index === null ? 0 : 1)
      const fields: readonly FieldChange[] | undefined = of.index === null ? campaign : rows[0]?.fields
      return valueAt(fields?.[of.field]?.[of.side] ?? null, [])
    }
  }
}

/** Returns the value that a path leads to in a JSON text. Numbers keep their digits. */
function valueAt(json: string | null, path: readonly string[]): string | null {
  if (json === null) return null
  if (path.length === 0 && !json.startsWith('"')) return json
  let value = parseExactly(json, () => false)
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  if (typeof value === 'string') return value
  if (value instanceof ExactNumber) return value.digits
  return fieldText(jsonText(value), strings)
}
