import { ITEM_COLUMN_KEYS, ITEM_COLUMNS, pathsOf } from '../../contract/columns.ts'
import {
  fieldKeyOf,
  fieldValueKind,
  type FieldKey,
  type FieldValue,
  type FieldValueKind,
  type OtherFieldPage,
} from '../../contract/fields.ts'
import { columnLabel } from '../../contract/column-labels.ts'
import { countFields, sampleIndexes } from '../count-fields.ts'
import type { ReadHandle } from '../database/handles.ts'
import { keysAt, type Scope } from './scope.ts'

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

/**
 * Finds the fields of a scope's items that no documented column shows. Must run inside a read transaction.
 */
export function findFields(handle: ReadHandle, scope: Scope): OtherFieldPage {
  const body = handle.values<string>('SELECT json FROM item_bodies WHERE item_key = ?')
  const keys = keysAt(scope, sampleIndexes(scope.total))
  return {
    ...countFields(keys, (key) => body.get(key) ?? '', { isDocumented, labelOf: columnLabel }),
    total: scope.total,
  }
}

function isDocumented(key: FieldKey, value: FieldValue | null): boolean {
  const kinds = DOCUMENTED_FIELDS.get(key)
  if (kinds === undefined) return false
  return value === null || kinds.includes(value.startsWith('{') ? 'object' : fieldValueKind(value))
}
