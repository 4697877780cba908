import { fieldKeyOf, isFieldKey, type FieldKey } from '../../contract/fields.ts'
import type { CampaignTableColumn } from '../../contract/campaign-columns.ts'
import type { CampaignCell } from '../../contract/campaign-query.ts'
import { FieldReader } from '../item-fields.ts'
import { eachMember, skipSpace } from '../json-slices.ts'
import { mayBeDocumented } from './other-fields.ts'
import { readCell } from './read-cell.ts'

/** Limits of what is stored of a record. The fields of others are read from the record. */
const MAX_LENGTH = 20_000
const MAX_FIELDS = 300
const MAX_DEPTH = 8

/** Names that a path of SQLite can contain as they are. */
const PLAIN_KEY = /^[^"\\\p{Cc}\p{Cs}]*$/u

/** The cells of the fields of a record that no documented column shows. */
export type OtherCells = Readonly<Record<FieldKey, CampaignCell>>

/** Returns whether the cells of a column are stored with the other cells. */
export function isOtherCell(column: CampaignTableColumn): column is FieldKey {
  return isFieldKey(column) && !mayBeDocumented(column) && PLAIN_KEY.test(column)
}

/** Returns the cells to store, without empty ones; null if they are too many. */
export function otherCells(record: string): OtherCells | null {
  const keys = new Set<FieldKey>()
  if (!addKeys(record, skipSpace(record, 0), [], keys)) return null
  const values = new FieldReader([...keys]).read(record)
  const cells = Object.fromEntries(
    Array.from(keys, (key, index) => [key, readCell(key, values[index] ?? null)] as const).filter(
      ([, cell]) => cell !== null,
    ),
  )
  return JSON.stringify(cells).length > MAX_LENGTH ? null : cells
}

/** Adds the keys of the fields of an object. Returns false if they are too many or too deep. */
function addKeys(record: string, object: number, path: readonly string[], keys: Set<FieldKey>): boolean {
  if (path.length > MAX_DEPTH) return false
  let isComplete = true
  eachMember(record, object, (name, start) => {
    const names = [...path, name]
    const key = fieldKeyOf(names)
    if (isOtherCell(key)) keys.add(key)
    isComplete &&= keys.size <= MAX_FIELDS
    if (isComplete && record.startsWith('{', start)) isComplete = addKeys(record, start, names, keys)
  })
  return isComplete
}
