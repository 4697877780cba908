import { AppError } from '../../contract/app-error.ts'
import type { ColumnKey } from '../../contract/columns.ts'
import { NO_EXTRAS } from '../../contract/export-options.ts'
import { isFieldKey } from '../../contract/fields.ts'
import type { ItemRow } from '../../contract/item.ts'
import { countOf } from '../../contract/query.ts'
import { MACHINE_STYLE, type CsvStyle } from '../../contract/csv-style.ts'
import { columnLabels } from '../../contract/strings/columns.ts'
import { CsvWriter } from '../../export/formats/csv/writer.ts'
import { HtmlTable } from '../../export/formats/html/writer.ts'
import { itemColumns, type CellValue } from '../../export/rows/table.ts'
import type { Store } from '../../store/types.ts'
import { writeClipboard } from '../clipboard.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { withMarks } from '../review-query.ts'
import { rowsAt } from '../rows-at.ts'

type ItemCalls = Extract<keyof Handlers, `items.${string}`>

/** The window shows one list at a time: a newer query of it supersedes the older. */
const SLOT = 'window'
const VALUES_SLOT = 'window-values'

/** Spreadsheets take what is between tabs for cells. */
const CLIPBOARD_STYLE: CsvStyle = { ...MACHINE_STYLE, delimiter: '\t' }

/** What a clipboard can be expected to hold; more is a matter for an export. */
const MOST_COPIED_ROWS = 100_000
/** As a table with its columns, for a mail or a document, so many; of more there is the text alone. */
const MOST_RICH_ROWS = 20_000

function cellOf(row: ItemRow, key: ColumnKey): CellValue {
  return isFieldKey(key) ? (row.fields?.[key] ?? null) : row[key]
}

/** Of several things that are awaited, the one that was begun last is wanted: an older one rejects with `superseded`. */
class Latest {
  #turn = 0

  async of<Value>(awaited: Promise<Value>): Promise<Value> {
    this.#turn += 1
    const turn = this.#turn
    const value = await awaited
    if (turn !== this.#turn) throw new AppError('superseded')
    return value
  }
}

/** Results, their windows, what they add up to, values of columns, and details. */
export function itemHandlers(desk: Desk): Pick<Handlers, ItemCalls> {
  const store = async (connectionId: string): Promise<Store> => (await desk.sessions.get(connectionId)).store
  const lists = new Latest()
  const values = new Latest()
  return {
    'items.open': async ({ connectionId, query }) => {
      const session = await desk.sessions.get(connectionId)
      const asked = await lists.of(withMarks(session, query))
      return session.store.openResult(asked, SLOT)
    },
    'items.window': async ({ connectionId, resultId, start, count, fields }) =>
      (await store(connectionId)).readWindow(resultId, start, count, fields, 'clipped'),
    'items.fields': async ({ connectionId, campaignIds }) =>
      (await store(connectionId)).findFields(campaignIds),
    'items.values': async ({ connectionId, query, column, find }) => {
      const session = await desk.sessions.get(connectionId)
      const asked = await values.of(withMarks(session, query))
      return session.store.columnValues(asked, column, find, VALUES_SLOT)
    },
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
      const table = itemColumns({
        options: { columns, header: 'labels', statuses: 'names', extras: NO_EXTRAS },
        columnLabels: columnLabels(columns),
        statusLabels: labels.itemStatus,
      })
      const pieces: Uint8Array[] = []
      const writer = new CsvWriter({ columns: table, hasHeader: true, style: CLIPBOARD_STYLE }, (piece) =>
        pieces.push(piece),
      )
      writer.begin()
      const isRich = countOf(ranges) <= MOST_RICH_ROWS
      const rich = new HtmlTable(table)
      let rows = 0
      const fields = columns.filter(isFieldKey)
      for await (const batch of rowsAt(await store(connectionId), resultId, ranges, fields)) {
        const cells = batch.map((row) => columns.map((key) => cellOf(row, key)))
        writer.rows(cells)
        if (isRich) rich.rows(cells)
        rows += batch.length
      }
      await writeClipboard(Buffer.concat(pieces).toString('utf8'), isRich ? rich.html() : null)
      return rows
    },
  }
}
