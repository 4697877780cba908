import {
  fieldText,
  MAX_FIELD_KEY_LENGTH,
  type FieldKey,
  type FieldValue,
  type OtherField,
} from '../contract/fields.ts'
import { messages } from '../contract/messages.ts'
import { eachField } from './item-fields.ts'
import { compareTexts, naturalKey } from './query/natural-key.ts'

/** Limits of a sample, which is spread evenly. */
const MAX_SAMPLE_SIZE = 2_000
const MAX_SAMPLE_CHARACTERS = 6_000_000
/** Each round is spread evenly too, because reading may end early. */
const ROUNDS = 16
/** An object may have a different name for each of its values. */
const MAX_COUNTED_FIELDS = 20_000
const MAX_FOUND_FIELDS = 1_000
const MAX_EXAMPLE_LENGTH = 100

interface FieldCount {
  example: FieldValue | null
  count: number
}

/** How the fields of bodies are told apart and named. */
interface FieldTerms {
  /** Returns whether a documented column shows a field with such a value. */
  readonly isDocumented: (key: FieldKey, value: FieldValue | null) => boolean
  readonly labelOf: (key: FieldKey) => string
}

interface FoundFields {
  /** In the natural order of their labels. */
  readonly fields: readonly OtherField[]
  /** Number of bodies that were read. */
  readonly sampleSize: number
}

/**
 * Finds the fields of JSON bodies that no documented column shows.
 * @param keys of the bodies, which are read in this order until they are long enough together
 */
export function countFields(
  keys: Iterable<number>,
  bodyOf: (key: number) => string,
  { isDocumented, labelOf }: FieldTerms,
): FoundFields {
  const counts = new Map<FieldKey, FieldCount>()
  let sampleSize = 0
  let characters = 0
  for (const key of keys) {
    const json = bodyOf(key)
    characters += json.length
    if (sampleSize > 0 && characters > MAX_SAMPLE_CHARACTERS) break
    sampleSize += 1
    countFieldsIn(json, counts, isDocumented)
  }
  return { fields: mostFrequentFields(counts, labelOf), sampleSize }
}

/** Returns indexes that are spread evenly, in an order whose start is spread evenly too. */
export function sampleIndexes(total: number): Int32Array {
  const count = Math.min(total, MAX_SAMPLE_SIZE)
  const indexes: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let position = round; position < count; position += ROUNDS)
      indexes.push(Math.floor((position * total) / count))
  }
  return Int32Array.from(indexes)
}

function countFieldsIn(
  json: string,
  counts: Map<FieldKey, FieldCount>,
  isDocumented: FieldTerms['isDocumented'],
): void {
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

function mostFrequentFields(
  counts: ReadonlyMap<FieldKey, FieldCount>,
  labelOf: FieldTerms['labelOf'],
): readonly OtherField[] {
  return [...counts]
    .toSorted(([, a], [, b]) => b.count - a.count)
    .slice(0, MAX_FOUND_FIELDS)
    .map(([key, { example, count }]) => ({
      order: naturalKey(labelOf(key)),
      field: { key, example: example === null ? null : exampleText(example), count },
    }))
    .sort((a, b) => compareTexts(a.order, b.order))
    .map(({ field }) => field)
}

function exampleText(value: FieldValue): string {
  const text = fieldText(value, messages.items)
  return text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}…` : text
}
