import { expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { buildInner, buildItem, buildPage, temporaryStore } from '../support/store.ts'

/** More than one segment of the index. */
const ITEMS = 65_500
const PAGE = 5_000
/** From here on, each item has its own element, so that codes need more than one byte. */
const FIRST_RARE = 65_000

function itemAt(index: number): ReturnType<typeof buildItem> {
  const element = index < FIRST_RARE ? 'Common' : `Rare ${String(index)}`
  return buildItem(index, { itemId: buildInner(index, { elementId: { _id: element, name: element } }) })
}

it('a snapshot of several index segments is searched, filtered and sorted as a whole', async () => {
  await using opened = await temporaryStore()
  const { store } = opened
  const { downloadId } = await store.beginDownload('campaign-1', 'full')
  for (let start = 0; start < ITEMS; start += PAGE) {
    const count = Math.min(PAGE, ITEMS - start)
    const items = Array.from({ length: count }, (_, at) => itemAt(start + at))
    const range = { pass: 1, part: 'sweep', round: 0, start, end: start + count } as const
    await store.stagePage(
      downloadId,
      range,
      buildPage(items, { totalCount: ITEMS, limit: PAGE, skip: start }),
    )
  }
  await store.commitDownload(downloadId, { state: 'complete', expectedCount: ITEMS, reason: null })

  const all = await store.openResult(EMPTY_QUERY, 'grid')
  const window = await store.readWindow(all.resultId, 63_998, 4)
  expect(all.count).toBe(ITEMS)
  expect(window.rows.map(({ itemName }) => itemName)).toEqual([
    'Item 63998',
    'Item 63999',
    'Item 64000',
    'Item 64001',
  ])
  const rare = await store.openResult(
    { ...EMPTY_QUERY, filters: allOf(hasValue('elementName', `Rare ${String(ITEMS - 1)}`, 'Rare 65001')) },
    'grid',
  )
  expect(rare.count).toBe(2)
  const found = await store.openResult({ ...EMPTY_QUERY, search: `item ${String(ITEMS - 1)}$` }, 'grid')
  expect(found.count).toBe(1)
})
