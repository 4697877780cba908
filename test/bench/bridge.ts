import type { Page } from 'playwright'
import type { ApiInput } from '../../electron/contract/api.ts'
import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import type {} from '../../renderer/api.ts'

type Query = ApiInput<'items.open'>['query']

/** A request of the page to main. */
export type BridgeRequest =
  /** A result with its first rows. */
  | { readonly kind: 'open'; readonly query: Query }
  | { readonly kind: 'values'; readonly query: Query; readonly column: ItemColumnKey }
  /** Rows of the last opened result, from a share of all rows. */
  | { readonly kind: 'rows'; readonly share: number }
  /** A call that main answers without a worker. */
  | { readonly kind: 'nothing' }

export interface MeasuredRequest {
  /** Milliseconds until the response. */
  readonly took: number
  /** Rows of the result, or values. */
  readonly count: number
}

/** Number of rows per request. */
export const WINDOW_ROWS = 100

export function queryOf(changes: Partial<ItemQuery>): Query {
  // Only the two lists differ: values from a bridge are not read-only.
  return structuredClone({ ...EMPTY_QUERY, ...changes })
}

/** Sends requests one at a time through the bridge, and measures each. */
export function measureRequests(
  page: Page,
  connectionId: string,
  requests: readonly BridgeRequest[],
): Promise<readonly MeasuredRequest[]> {
  return page.evaluate(
    async (input) => {
      const { count } = input
      const target = { connectionId: input.connectionId }
      let result = { resultId: 0, count: 0 }
      const readRows = async (start: number): Promise<void> => {
        const { resultId } = result
        const rows = await window.api.call('items.window', { ...target, resultId, start, count })
        if (!rows.ok) throw new Error(rows.error.message)
      }
      const send = async (request: BridgeRequest): Promise<number> => {
        if (request.kind === 'nothing') await window.api.call('downloads.list')
        if (request.kind === 'rows')
          await readRows(Math.floor(request.share * Math.max(0, result.count - count)))
        if (request.kind === 'open') {
          const opened = await window.api.call('items.open', { ...target, query: request.query })
          // A search that exceeds its time limit on a busy machine is measured up to that.
          if (!opened.ok && opened.error.code === 'searchTooSlow') return Number.NaN
          if (!opened.ok) throw new Error(opened.error.message)
          result = opened.value
          await readRows(0)
        }
        if (request.kind === 'values') {
          const { query, column } = request
          const values = await window.api.call('items.values', { ...target, query, column, find: '' })
          if (!values.ok) throw new Error(values.error.message)
          return values.value.distinct
        }
        return result.count
      }
      const measured: MeasuredRequest[] = []
      for (const request of input.requests) {
        const start = performance.now()
        const found = await send(request)
        measured.push({ took: performance.now() - start, count: found })
      }
      return measured
    },
    { connectionId, requests, count: WINDOW_ROWS },
  )
}
