import { expect, it } from 'vitest'
import { buildInner, buildItem, temporaryEngine } from '../support/store.ts'

it('the words with which most names of a campaign begin are found in the store', async () => {
  const named = (number: number, name: string | null) =>
    buildItem(number, { itemId: buildInner(number, { name }) })
  await using opened = await temporaryEngine({
    'campaign-1': [
      ...Array.from({ length: 400 }, (_, number) => named(number, `Solenne Sun – Poster ${String(number)}`)),
      named(400, 'A test, please ignore'),
      named(401, null),
    ],
    'campaign-2': [
      buildItem(500, { campaignId: { _id: 'campaign-2', name: 'Winter' } }),
      buildItem(501, { campaignId: { _id: 'campaign-2', name: 'Winter' } }),
    ],
  })
  expect(opened.engine.sharedWords('campaign-1')).toBe('Solenne Sun – Poster ')
  expect(opened.engine.sharedWords('campaign-2')).toBe('')
  expect(opened.engine.sharedWords('unknown')).toBe('')
})
