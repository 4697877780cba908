import { clipText, shownName } from '../../../electron/contract/clip-text.ts'
import { isIdentifier } from '../../../electron/contract/id-names.ts'
import { keptMembers } from '../../../electron/contract/json-excerpt.ts'
import { isObject } from '../../../electron/contract/json-text.ts'
import { labelName } from '../../../electron/contract/value-label.ts'
import type { Connection } from '../../../electron/contract/connection.ts'
import type { Format } from '../../state/format.ts'
import { eventsOf } from './events.ts'
import { groupsOf } from './groups.ts'
import { isReference, type Names } from './names.ts'
import type { OverviewField } from './sections.ts'
import { momentOf, personOf, showMoment } from './value.ts'

/** Values in a summary, and the length of each. */
const MAX_VALUES = 8
const MAX_VALUE_LENGTH = 60

/** What the texts of values depend on. */
interface SummaryContext {
  readonly names: Names
  readonly labels: Connection['labels']
  readonly format: Format
}

/** Describes the first values of a section in a line: "BW-2026-018 · BW26". */
export function sectionSummary(fields: readonly OverviewField[], context: SummaryContext): string {
  const values: string[] = []
  for (const field of fields) {
    if (values.length >= MAX_VALUES) break
    values.push(...valuesOf(field, context))
  }
  return values
    .slice(0, MAX_VALUES)
    .map((value) => clipText(value.replace(/\s+/gu, ' ').trim(), MAX_VALUE_LENGTH))
    .join(' · ')
}

function valuesOf(
  { key, label, value, type }: OverviewField,
  { names, labels, format }: SummaryContext,
): readonly string[] {
  const idKey = key === 'elementGroups' ? 'elementId' : key === 'assetGroups' ? 'assetId' : null
  if (idKey !== null)
    return (groupsOf(value, idKey) ?? []).flatMap(({ id, name }) => {
      const known = name ?? (id === null ? undefined : names.get(id))
      return known === undefined ? [] : [shownName(known)]
    })
  if (key === 'notificationTemplateEvents')
    return (eventsOf(value) ?? []).flatMap(({ title }) => (title === null ? [] : [shownName(title)]))
  if (typeof value === 'string') {
    if (value.trim() === '') return []
    const moment = momentOf(value)
    if (moment !== null) return [`${label} ${showMoment(moment, format)}`]
    return [shownText(key, value, names)].filter((text) => text !== null)
  }
  if (type !== null && Number.isSafeInteger(value) && typeof value === 'number') {
    if (key === 'status') return [labelName(value, labels.campaignStatus, 'campaignStatus')]
    if (key === 'state') return [labelName(value, labels.campaignState, 'campaignState')]
    if (key === 'number' || key === 'version') return [`${label} ${String(value)}`]
  }
  if (typeof value === 'number') return [`${label} ${format.decimal(value, 6)}`]
  if (typeof value === 'boolean') return value ? [label] : []
  if (Array.isArray(value)) {
    const entries = keptMembers(value as readonly unknown[])
    const plain = entries.filter((entry) => typeof entry === 'string').slice(0, MAX_VALUES)
    const texts = plain.map((text) => shownText(key, text, names)).filter((text) => text !== null)
    return texts.length === 0 ? [] : [texts.join(', ')]
  }
  const person = personOf(value)
  if (person !== null) return person.name === null ? [] : [shownName(person.name)]
  return isObject(value) && Object.keys(value).length > 0 ? [label] : []
}

/** Returns a text, or the name of what an id refers to; null for any other id. */
function shownText(key: string, text: string, names: Names): string | null {
  if (!isIdentifier(text)) return text
  return isReference(key, text) ? (names.get(text) ?? null) : null
}
