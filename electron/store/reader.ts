import { AppError } from '../contract/app-error.ts'
import { FACET_KEYS, type FacetCount, type FacetKey, type FacetValue } from '../contract/query.ts'
import { countStored, getCampaign, listCampaigns } from './campaigns.ts'
import type { ReadHandle } from './handles.ts'
import { ROW_SELECTION, toItemRow, type RowTuple } from './item-columns.ts'
import { getItem, pictureUrl } from './item-details.ts'
import type { Handlers } from './protocol.ts'
import { matching, runQuery } from './result.ts'
import type { StoreReader } from './types.ts'

export interface Reader {
  readonly handlers: Handlers<StoreReader>
  readonly close: () => void
}

/** The calls of a reader, with the results that it holds. */
export function createReader(handle: ReadHandle): Reader {
  const results = new Map<number, Int32Array<ArrayBuffer>>()
  const held = (id: number): Int32Array<ArrayBuffer> => {
    const keys = results.get(id)
    if (keys === undefined) throw new AppError('notFound')
    return keys
  }
  return {
    handlers: {
      listCampaigns: () => listCampaigns(handle),
      getCampaign: ([id]) => getCampaign(handle, id),
      openResult: ([query], context) => {
        const { keys, total, qtySum } = runQuery(handle, query)
        const resultId = context.resultId ?? 0
        results.set(resultId, keys)
        return { resultId, count: keys.length, total, qtySum }
      },
      readWindow: ([resultId, start, count]) => {
        const rows = [...held(resultId).subarray(start, start + count)].map((key) => {
          const tuple = handle.tuples<RowTuple>(`SELECT ${ROW_SELECTION} FROM items WHERE key = ?`).get(key)
          if (tuple === undefined) throw new AppError('notFound')
          return toItemRow(tuple)
        })
        return { start, rows }
      },
      locate: ([resultId, key]) => {
        const at = held(resultId).indexOf(key)
        return at < 0 ? null : at
      },
      keysOf: ([resultId, ranges]) => {
        const keys = held(resultId)
        return Int32Array.from(ranges.flatMap(([first, last]) => [...keys.subarray(first, last + 1)]))
      },
      facets: ([query]) => {
        const facets = {} as Record<FacetKey, readonly FacetCount[]>
        for (const facet of FACET_KEYS) {
          const counts = new Map<FacetValue, number>()
          for (const row of matching(handle, query, facet).rows) {
            counts.set(row[facet], (counts.get(row[facet]) ?? 0) + 1)
          }
          facets[facet] = [...counts]
            .map(([value, count]) => ({ value, count }))
            .sort((a, b) => b.count - a.count)
        }
        return facets
      },
      getItem: ([key]) => getItem(handle, key),
      pictureUrl: ([key, artworkIndex]) => pictureUrl(handle, key, artworkIndex),
      countItems: () => countStored(handle),
    },
    close: () => {
      handle.close()
    },
  }
}
