import { openChangeRows } from '../store/changes/export-rows.ts'
import { goneRows } from './gone-rows.ts'
import { openItemRows } from './item-rows.ts'
import { NOTHING_BESIDE, type RowsToWrite, type UnplacedRequest } from './types.ts'

/** The rows of what is written, on a handle of their own; they must be closed. Throws as the parts do that it opens. */
export function openRows(request: UnplacedRequest, checkTurn: () => void): RowsToWrite {
  if ('gone' in request) return { ...goneRows(request.gone), ...NOTHING_BESIDE }
  return 'changes' in request
    ? { ...openChangeRows(request.databaseFile, request.changes, checkTurn), ...NOTHING_BESIDE }
    : openItemRows(request, checkTurn)
}
