import type { FieldChange } from '../contract/changes.ts'
import { fieldText, isFieldKey, namesOf } from '../contract/fields.ts'
import type { TextSource } from '../contract/schemas.ts'
import { messages } from '../contract/messages.ts'
import { memberText } from '../store/json-slices.ts'
import type { Store } from '../store/operations.ts'

/** Returns a value in full, a list or an object as JSON; null if it no longer exists. */
export async function readText(
  store: Pick<Store, 'getItem' | 'getCampaign' | 'readChanges'>,
  source: TextSource,
): Promise<string | null> {
  switch (source.kind) {
    case 'cell': {
      const details = await store.getItem(source.key)
      if (details === null) return null
      if (isFieldKey(source.column)) return valueAt(details.json, namesOf(source.column))
      const value = details.row[source.column]
      return value === null ? null : String(value)
    }
    case 'item':
      return valueAt((await store.getItem(source.key))?.json ?? null, source.path)
    case 'campaignName':
      return (await store.getCampaign(source.campaignId))?.summary.name ?? null
    case 'campaign':
      return valueAt((await store.getCampaign(source.campaignId))?.json ?? null, source.path)
    case 'change': {
      const { rows, campaign } = await store.readChanges(
        source.query,
        source.index ?? 0,
        source.index === null ? 0 : 1,
      )
      const fields: readonly FieldChange[] | undefined = source.index === null ? campaign : rows[0]?.fields
      return valueAt(fields?.[source.field]?.[source.side] ?? null, [])
    }
  }
}

/**
 * Returns the value at a path in a JSON text. Numbers keep their digits, and values of any depth can be read,
 * because the text is not parsed.
 */
function valueAt(json: string | null, path: readonly string[]): string | null {
  let text = json
  for (const name of path) text = text === null ? null : memberText(text, name)
  return text === null ? null : fieldText(text, messages.items)
}
