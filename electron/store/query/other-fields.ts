import { ITEM_COLUMN_KEYS, ITEM_COLUMNS, pathsOf } from '../../contract/columns.ts'
import {
  fieldKeyOf,
  fieldText,
  fieldValueKind,
  MAX_FIELD_KEY_LENGTH,
  type FieldKey,
  type FieldValue,
  type FieldValueKind,
  type OtherField,
  type OtherFieldPage,
} from '../../contract/fields.ts'
import { columnLabel } from '../../contract/strings/columns.ts'
import { strings } from '../../contract/strings/items.ts'
import type { ReadHandle } from '../database/handles.ts'
import { eachField } from '../item-fields.ts'
import { compareTexts, naturalKey } from './natural-key.ts'
import { keysAt, type Scope } from './scope.ts'

/** Limits of the sample, which is spread evenly over the list. */
const SAMPLE_ITEMS = 2_000
const SAMPLE_CHARACTERS = 6_000_000
/** Each round is spread evenly too, because reading may end early. */
const ROUNDS = 16
/** An object may have a different name for each of its values. */
const MAX_COUNTED_FIELDS = 20_000
const MAX_FOUND_FIELDS = 1_000
const MAX_EXAMPLE_LENGTH = 100

/**
 * Fields that a documented column shows if they have one of these kinds (service interface, 2.2). Each member
 * of an embedded object is a field.
 */
const DOCUMENTED_FIELDS: ReadonlyMap<FieldKey, readonly (FieldValueKind | 'object')[]> = new Map(
  ITEM_COLUMN_KEYS.filter((key) => key !== 'artworkNames').flatMap((key) => {
    const { kind, path } = ITEM_COLUMNS[key]
    return pathsOf(key).map((each): [FieldKey, readonly (FieldValueKind | 'object')[]] => [
      fieldKeyOf(each),
      each === path ? [kind === 'dateTime' ? 'text' : kind] : ['text', 'object'],
    ])
  }),
)

interface FieldCount {
  example: FieldValue | null
  count: number
}

/**
 * Finds the fields of a scope's items that no documented column shows. Must run inside a read transaction.
 */
export function findFields(handle: ReadHandle, scope: Scope): OtherFieldPage {
  const counts = new Map<FieldKey, FieldCount>()
  const body = handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?')
  let itemCount = 0
  let characters = 0
  for (const key of keysAt(scope, sampleIndexes(scope.total))) {
    const json = body.get(key) ?? ''
    characters += json.length
    if (itemCount > 0 && characters > SAMPLE_CHARACTERS) break
    itemCount += 1
    countFields(counts, json)
  }
  return { fields: mostFrequentFields(counts), sampleSize: itemCount, total: scope.total }
}

/** Returns indexes that are spread evenly, in an order whose start is spread evenly too. */
export function sampleIndexes(total: number): Int32Array {
  const count = Math.min(total, SAMPLE_ITEMS)
  const indexes: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let position = round; position < count; position += ROUNDS)
      indexes.push(Math.floor((position * total) / count))
  }
  return Int32Array.from(indexes)
}

function countFields(counts: Map<FieldKey, FieldCount>, json: string): void {
  const values = new Map<FieldKey, FieldValue | null>()
  eachField(json, (key, value) => values.set(key, value))
  for (const [key, value] of values) {
    if (key.length > MAX_FIELD_KEY_LENGTH || isDocumented(key, value)) continue
    const previous = counts.get(key)
    if (previous === undefined && counts.size >= MAX_COUNTED_FIELDS) continue
    counts.set(key, {
      example: previous?.example ?? value,
      count: (previous?.count ?? 0) + Number(value !== null),
    })
  }
}

function isDocumented(key: FieldKey, value: FieldValue | null): boolean {
  const kinds = DOCUMENTED_FIELDS.get(key)
  if (kinds === undefined) return false
  return value === null || kinds.includes(value.startsWith('{') ? 'object' : fieldValueKind(value))
}

function mostFrequentFields(counts: ReadonlyMap<FieldKey, FieldCount>): readonly OtherField[] {
  return [...counts]
    .toSorted(([, a], [, b]) => b.count - a.count)
    .slice(0, MAX_FOUND_FIELDS)
    .map(([key, { example, count }]) => ({
      order: naturalKey(columnLabel(key)),
      field: { key, example: example === null ? null : exampleText(example), count },
    }))
    .sort((a, b) => compareTexts(a.order, b.order))
    .map(({ field }) => field)
}

function exampleText(value: FieldValue): string {
  const text = fieldText(value, strings)
  return text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}…` : text
}
