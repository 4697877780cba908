import { clipboard } from 'electron'
import { AppError } from '../../contract/app-error.ts'
import type { ColumnKey } from '../../contract/columns.ts'
import { isFieldKey, type FieldKey } from '../../contract/fields.ts'
import type { ItemRow } from '../../contract/item.ts'
import type { SelectionRanges } from '../../contract/query.ts'
import { columnLabels } from '../../contract/strings/columns.ts'
import { createCsvEncoder, type CellValue } from '../../export/csv.ts'
import type { Store } from '../../store/types.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'

type ItemCalls = Extract<keyof Handlers, `items.${string}`>

/** The window shows one list at a time: a newer query of it supersedes the older. */
const SLOT = 'window'
const VALUES_SLOT = 'window-values'

const WINDOW_ROWS = 1_000
/** What a clipboard can be expected to hold; more is a matter for an export. */
const MOST_COPIED_ROWS = 100_000

async function* rowsOf(
  store: Store,
  resultId: number,
  ranges: SelectionRanges,
  fields: readonly FieldKey[],
): AsyncGenerator<readonly ItemRow[]> {
  for (const [first, last] of ranges) {
    for (let start = first; start <= last; start += WINDOW_ROWS) {
      const count = Math.min(WINDOW_ROWS, last - start + 1)
      yield (await store.readWindow(resultId, start, count, fields)).rows
    }
  }
}

function cellOf(row: ItemRow, key: ColumnKey): CellValue {
  return isFieldKey(key) ? (row.fields?.[key] ?? null) : row[key]
}

function countOf(ranges: SelectionRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0)
}

/** Results, their windows, what they add up to, values of columns, and details. */
export function itemHandlers(desk: Desk): Pick<Handlers, ItemCalls> {
  const store = async (connectionId: string): Promise<Store> => (await desk.sessions.get(connectionId)).store
  return {
    'items.open': async ({ connectionId, query }) => (await store(connectionId)).openResult(query, SLOT),
    'items.window': async ({ connectionId, resultId, start, count, fields }) =>
      (await store(connectionId)).readWindow(resultId, start, count, fields),
    'items.fields': async ({ connectionId, campaignIds }) =>
      (await store(connectionId)).findFields(campaignIds),
    'items.values': async ({ connectionId, query, column, find }) =>
      (await store(connectionId)).columnValues(query, column, find, VALUES_SLOT),
    'items.totals': async ({ connectionId, resultId, ranges }) =>
      (await store(connectionId)).totalsOf(resultId, ranges),
    'items.get': async ({ connectionId, key }) => {
      const details = await (await store(connectionId)).getItem(key)
      if (details === null) throw new AppError('notFound')
      return details
    },
    'items.locate': async ({ connectionId, resultId, key }) =>
      (await store(connectionId)).locate(resultId, key),
    'items.copy': async ({ connectionId, resultId, ranges, columns }) => {
      if (countOf(ranges) > MOST_COPIED_ROWS) {
        throw new AppError('badInput', {
          params: {
            reason: `more than ${String(MOST_COPIED_ROWS)} rows are too many to copy; export them instead`,
          },
        })
      }
      const { labels } = await desk.connections.get(connectionId)
      const encoder = createCsvEncoder({
        options: { columns, preset: 'rfc4180', header: 'labels', statuses: 'names' },
        delimiter: '\t',
        columnLabels: columnLabels(columns),
        statusLabels: labels.itemStatus,
      })
      const pieces = [encoder.head()]
      let rows = 0
      const fields = columns.filter(isFieldKey)
      for await (const batch of rowsOf(await store(connectionId), resultId, ranges, fields)) {
        pieces.push(encoder.rows(batch.map((row) => columns.map((key) => cellOf(row, key)))))
        rows += batch.length
      }
      await clipboard.writeText(Buffer.concat(pieces).toString('utf8'))
      return rows
    },
  }
}
