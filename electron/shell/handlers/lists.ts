import type { ApiInput } from '../../contract/api.ts'
import { isFieldKey } from '../../contract/fields.ts'
import type { ItemRow } from '../../contract/item.ts'
import { MAX_PRINTED_ROWS } from '../../contract/printed-list.ts'
import { countIndexes } from '../../contract/query.ts'
import type { PrintOutput } from '../../contract/report.ts'
import { messages } from '../../contract/messages.ts'
import { callingSlot } from '../calling-window.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { createItemList } from '../printing/item-list.ts'
import type { PrintDocument } from '../printing/print-addresses.ts'
import { startPrinting } from '../printing/start-printing.ts'
import { limitRanges, readRows } from '../../app/read-rows.ts'
import { systemLocale } from '../system.ts'

type ListCalls = Extract<keyof Handlers, `lists.${string}`>

/** Printed lists of items. */
export function listHandlers(services: ShellServices): Pick<Handlers, ListCalls> {
  async function documentOf(input: ApiInput<'lists.preview'>, output: PrintOutput): Promise<PrintDocument> {
    const { connectionId, campaignIds, resultId, ranges, title, query, options } = input
    const { store, artwork, reviews } = await services.sessions.get(connectionId)
    const rows: ItemRow[] = []
    const fields = options.columns.filter(isFieldKey)
    for await (const batch of readRows(
      store,
      resultId,
      limitRanges(ranges, MAX_PRINTED_ROWS),
      fields,
      'clipped',
    ))
      rows.push(...batch)
    const campaigns = await store.listCampaigns()
    const { labels } = await services.connections.get(connectionId)
    return createItemList(rows, {
      title,
      query,
      campaigns: campaigns.filter(({ id, copy }) => copy !== 'none' && (campaignIds?.includes(id) ?? true)),
      total: countIndexes(ranges),
      options,
      output,
      locale: systemLocale(),
      statusLabels: labels.itemStatus,
      reviews: options.reviews ? await reviews.get(rows.map(({ campaignItemId }) => campaignItemId)) : [],
      artwork,
      now: Date.now(),
    })
  }

  return {
    'lists.print': async (input) => {
      // Created before the dialog: the list is printed as it was shown.
      const { connectionId, output } = input
      return startPrinting(services, await documentOf(input, output), {
        connectionId,
        output,
        saveTitle: messages.printedList.saveTitle,
      })
    },
    'lists.preview': (input) =>
      services.printPreviews.open(callingSlot(), () => documentOf(input, 'preview')),
    'lists.closePreview': () => {
      services.printPreviews.close(callingSlot())
      return Promise.resolve(null)
    },
  }
}
