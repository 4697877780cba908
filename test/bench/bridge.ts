import type { Page } from 'playwright'
import type { ApiInput } from '../../electron/contract/api.ts'
import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import type {} from '../../renderer/api.ts'

type Query = ApiInput<'items.open'>['query']

/** A request of the page to main. */
export type Asked =
  /** A result with its first rows. */
  | { readonly kind: 'open'; readonly query: Query }
  | { readonly kind: 'values'; readonly query: Query; readonly column: ItemColumnKey }
  /** Rows of the last opened result; `at` is a share of all. */
  | { readonly kind: 'rows'; readonly at: number }
  /** A call that main answers without a worker. */
  | { readonly kind: 'nothing' }

export interface Answered {
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
export function askInTurn(
  page: Page,
  connectionId: string,
  asked: readonly Asked[],
): Promise<readonly Answered[]> {
  return page.evaluate(
    async ({ connectionId, asked, count }) => {
      let held = { resultId: 0, count: 0 }
      const rowsFrom = async (start: number): Promise<void> => {
        const { resultId } = held
        const rows = await window.api['items.window']({ connectionId, resultId, start, count })
        if (!rows.ok) throw new Error(rows.error.message)
      }
      const answer = async (each: Asked): Promise<number> => {
        if (each.kind === 'nothing') await window.api['downloads.list']()
        if (each.kind === 'rows') await rowsFrom(Math.floor(each.at * Math.max(0, held.count - count)))
        if (each.kind === 'open') {
          const opened = await window.api['items.open']({ connectionId, query: each.query })
          // A search that exceeds its time limit on a busy machine is measured up to that.
          if (!opened.ok && opened.error.code === 'searchTooSlow') return Number.NaN
          if (!opened.ok) throw new Error(opened.error.message)
          held = opened.value
          await rowsFrom(0)
        }
        if (each.kind === 'values') {
          const { query, column } = each
          const values = await window.api['items.values']({ connectionId, query, column, find: '' })
          if (!values.ok) throw new Error(values.error.message)
          return values.value.distinct
        }
        return held.count
      }
      const answers: Answered[] = []
      for (const each of asked) {
        const start = performance.now()
        const found = await answer(each)
        answers.push({ took: performance.now() - start, count: found })
      }
      return answers
    },
    { connectionId, asked, count: WINDOW_ROWS },
  )
}
