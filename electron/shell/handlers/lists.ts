import type { ApiInput } from '../../contract/api.ts'
import { isFieldKey } from '../../contract/fields.ts'
import type { ItemRow } from '../../contract/item.ts'
import { MOST_PRINTED } from '../../contract/printed-list.ts'
import { countOf, type SelectionRanges } from '../../contract/query.ts'
import { printedListStrings } from '../../contract/strings/printed-list.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { createItemList } from '../printing/item-list.ts'
import type { PrintDocument } from '../printing/print-document.ts'
import { startPrinting } from '../printing/start-printing.ts'
import { rowsAt } from '../rows-at.ts'
import { systemLocale } from '../system-locale.ts'

type ListCalls = Extract<keyof Handlers, `lists.${string}`>

/** Lists of items on paper. */
export function listHandlers(desk: Desk): Pick<Handlers, ListCalls> {
  async function documentOf(input: ApiInput<'lists.print'>): Promise<PrintDocument> {
    const { connectionId, campaignIds, resultId, ranges, title, narrowed, options, way } = input
    const { store, artwork, reviews } = await desk.sessions.get(connectionId)
    const rows: ItemRow[] = []
    const fields = options.columns.filter(isFieldKey)
    for await (const batch of rowsAt(store, resultId, firstOf(ranges, MOST_PRINTED), fields, 'clipped'))
      rows.push(...batch)
    const campaigns = await store.listCampaigns()
    const { labels } = await desk.connections.get(connectionId)
    return createItemList(rows, {
      title,
      narrowed,
      campaigns: campaigns.filter(({ id, copy }) => copy !== 'none' && (campaignIds?.includes(id) ?? true)),
      total: countOf(ranges),
      options,
      way,
      locale: systemLocale(),
      statusLabels: labels.itemStatus,
      reviews: options.reviews ? await reviews.of(rows.map(({ campaignItemId }) => campaignItemId)) : [],
      artwork,
      now: Date.now(),
    })
  }

  return {
    'lists.print': async (input) => {
      // Fixed before the dialog: the list is printed as it was shown.
      const { connectionId, way } = input
      return startPrinting(desk, await documentOf(input), {
        connectionId,
        way,
        saveTitle: printedListStrings.saveTitle,
      })
    },
  }
}

/** So many of the first positions. */
function firstOf(ranges: SelectionRanges, most: number): SelectionRanges {
  const first: (readonly [number, number])[] = []
  let left = most
  for (const [start, end] of ranges) {
    if (left <= 0) break
    const last = Math.min(end, start + left - 1)
    first.push([start, last])
    left -= last - start + 1
  }
  return first
}
