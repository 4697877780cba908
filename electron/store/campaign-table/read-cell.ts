import {
  CAMPAIGN_COLUMNS,
  type CampaignColumnKey,
  type CampaignTableColumn,
} from '../../contract/campaign-columns.ts'
import { isEntries, type CampaignCell } from '../../contract/campaign-query.ts'
import { comparedValue, isFieldKey, type FieldValue } from '../../contract/fields.ts'
import type { FacetValue } from '../../contract/query.ts'
import { decodeString } from '../../contract/json-text.ts'
import { CellReader } from '../decode-cells.ts'
import { ExactNumber, jsonText, parseExactly } from '../exact-json.ts'
import { FieldReader } from '../item-fields.ts'
import { countEntries } from '../json-slices.ts'
import { cellValue } from '../query/ranks.ts'

/**
 * Returns the cell of a column from the value of its field. Values of another type than the column are texts,
 * as in the rows of items.
 */
export function readCell(key: CampaignTableColumn, value: FieldValue | null): CampaignCell {
  if (value === null) return null
  if (isFieldKey(key)) return comparedValue(value)
  switch (CAMPAIGN_COLUMNS[key].field?.reading ?? 'value') {
    case 'value':
      return readValue(key, value)
    case 'entries':
      return readEntries(value)
    case 'count':
      return value.startsWith('[') ? countEntries(value) : plainText(value)
    case 'person':
      return value.startsWith('{') ? nameOf(value) : plainText(value)
    case 'whole':
      return plainText(value)
  }
}

/** Returns the values of a cell; an empty cell has the value null. */
export function valuesOf(cell: CampaignCell): readonly FacetValue[] {
  return isEntries(cell) ? cell : [cell]
}

function readValue(key: CampaignColumnKey, json: FieldValue): FacetValue {
  const { kind } = CAMPAIGN_COLUMNS[key]
  if (kind === 'text') return plainText(json)
  const reader = new CellReader<CampaignColumnKey>()
  const value = parseScalar(json)
  const cell = { number: 'number', boolean: 'flag', dateTime: 'moment' } as const
  const read = reader[cell[kind]](key, value)
  return cellValue(reader.textValues?.[key] ?? read)
}

/** Returns the text of a value: texts without quotes, others as JSON. */
function plainText(json: FieldValue): FacetValue {
  return cellValue(json.startsWith('"') ? decodeString(json) : json)
}

function readEntries(json: FieldValue): CampaignCell {
  if (!json.startsWith('[')) return plainText(json)
  const list = parseList(json)
  const values = list
    .map((entry) => (typeof entry === 'string' ? cellValue(entry) : entryText(entry)))
    .filter((value) => value !== null)
  return values.length === 0 ? null : values
}

/** Parses a value as `CellReader` needs it; numbers that a double may not hold become an `ExactNumber`. */
function parseScalar(json: FieldValue): unknown {
  if (json.startsWith('"')) return decodeString(json)
  return SMALL_INTEGER.test(json) ? Number(json) : parseExactly(json, isSafeInteger)
}

const SMALL_INTEGER = /^-?\d{1,15}$/u

/**
 * Parses with a function for each value only if there are numbers, because that takes several times as long.
 */
function parseList(json: FieldValue): readonly unknown[] {
  const list = JSON.parse(json) as readonly unknown[]
  return list.every((entry) => typeof entry === 'string')
    ? list
    : (parseExactly(json, isSafeInteger) as readonly unknown[])
}

function isSafeInteger(_digits: string, number: number): boolean {
  return Number.isSafeInteger(number)
}

function entryText(entry: unknown): string | null {
  return entry === null ? null : entry instanceof ExactNumber ? entry.digits : jsonText(entry)
}

const PERSON = new FieldReader(['/firstName', '/lastName', '/name', '/email', '/id', '/_id'])

/** Returns the name of a person, or else the e-mail address or the id. */
function nameOf(json: FieldValue): FacetValue {
  const [first, last, ...others] = PERSON.read(json).map((value) =>
    value === null ? null : plainText(value),
  )
  const name = [first, last].filter((part) => part !== null && part !== undefined).join(' ')
  return name === '' ? (others.find((value) => value !== null) ?? null) : name
}
