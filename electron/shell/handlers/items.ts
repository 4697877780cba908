import { messages } from '../../contract/messages.ts'
import { AppError } from '../../contract/app-error.ts'
import { countIndexes } from '../../contract/query.ts'
import type { Store } from '../../store/operations.ts'
import { writeClipboard } from '../system.ts'
import { callingSlot } from '../calling-window.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { rulesWithMarks, withMarks } from '../../app/review-query.ts'

type ItemCalls = Extract<keyof Handlers, `items.${string}` | `texts.${string}`>

/** Larger selections are exported instead. */
const MAX_COPIED_ROWS = 100_000

/** Lets only the latest promise of each slot resolve; the others reject with `superseded`. */
class LatestOnly {
  readonly #latest = new Map<string, number>()

  async wait<Value>(slot: string, promise: Promise<Value>): Promise<Value> {
    const number = (this.#latest.get(slot) ?? 0) + 1
    this.#latest.set(slot, number)
    const value = await promise
    if (number !== this.#latest.get(slot)) throw new AppError('superseded')
    return value
  }
}

/** Results of queries, their rows and totals, values of columns, details, and values in full. */
export function itemHandlers(services: ShellServices): Pick<Handlers, ItemCalls> {
  const store = async (connectionId: string): Promise<Store> =>
    (await services.sessions.get(connectionId)).store
  const latestList = new LatestOnly()
  const latestValues = new LatestOnly()
  return {
    'items.open': async ({ connectionId, query }) => {
      const slot = callingSlot()
      const session = await services.sessions.get(connectionId)
      const storeQuery = await latestList.wait(slot, withMarks(session, query))
      return session.store.openResult(storeQuery, slot)
    },
    'items.progress': async ({ connectionId }) => (await store(connectionId)).progressOf(callingSlot()),
    'items.prepareFind': async ({ connectionId, texts }) =>
      (await store(connectionId)).prepareSearch(texts, callingSlot()),
    'items.find': async ({ connectionId, search, count }) =>
      (await store(connectionId)).findItems(search, count, callingSlot()),
    'items.window': async ({ connectionId, resultId, start, count, fields }) =>
      (await store(connectionId)).readWindow(resultId, start, count, fields, 'clipped'),
    'items.ruleMatches': async ({ connectionId, campaignIds, rows, rules }) => {
      const session = await services.sessions.get(connectionId)
      const storeRules = await rulesWithMarks(
        session,
        rules,
        rows.map(({ campaignItemId }) => campaignItemId),
      )
      const keys = Int32Array.from(rows, ({ key }) => key)
      return session.store.ruleMatches(campaignIds, keys, storeRules)
    },
    'items.fields': async ({ connectionId, campaignIds }) =>
      (await store(connectionId)).findFields(campaignIds),
    'items.sharedWords': async ({ connectionId, campaignId }) =>
      (await store(connectionId)).sharedWords(campaignId),
    'items.values': async ({ connectionId, query, column, find }) => {
      const slot = `${callingSlot()}-values`
      const session = await services.sessions.get(connectionId)
      const storeQuery = await latestValues.wait(slot, withMarks(session, query))
      return session.store.columnValues(storeQuery, column, find, slot)
    },
    'items.totals': async ({ connectionId, resultId, ranges }) =>
      (await store(connectionId)).totalsOf(resultId, ranges),
    'items.statuses': async ({ connectionId, resultId, campaignIds }) =>
      (await store(connectionId)).statusesOf(resultId, campaignIds),
    'items.get': async ({ connectionId, key }) => {
      const details = await (await store(connectionId)).getItem(key)
      if (details === null) throw new AppError('notFound')
      return details
    },
    'texts.read': async ({ connectionId, of }) => {
      const { readText } = await import('../../app/read-text.ts')
      const text = await readText(await store(connectionId), of)
      if (text === null) throw new AppError('notFound')
      return text
    },
    'items.locate': async ({ connectionId, resultId, key }) =>
      (await store(connectionId)).locate(resultId, key),
    'items.copy': async ({ connectionId, resultId, ranges, columns }) => {
      if (countIndexes(ranges) > MAX_COPIED_ROWS) {
        throw new AppError('badInput', {
          params: { reason: messages.items.menu.tooManyToCopy({ most: MAX_COPIED_ROWS }) },
        })
      }
      const { labels } = await services.connections.get(connectionId)
      const { copiedItems } = await import('../../app/copied-items.ts')
      const { text, html, rows } = await copiedItems(
        await store(connectionId),
        resultId,
        ranges,
        columns,
        labels.itemStatus,
      )
      await writeClipboard(text, html)
      return rows
    },
  }
}
