import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NamedId } from '../../electron/contract/id-names.ts'
import {
  buildInner,
  buildItem,
  fillCampaign,
  itemIdOf,
  temporaryEngine,
  temporaryStore,
  type JsonObject,
} from '../support/store.ts'

const never = (): void => undefined
const ids = (...names: readonly string[]) => names.map((id) => ({ id, itemIds: [] }))

/** Returns the names by looping over all objects of all items. */
function naiveNames(items: readonly JsonObject[], id: string): readonly string[] {
  const names = new Set<string>()
  JSON.parse(JSON.stringify(items), (_key, value: unknown) => {
    const { _id, id: other, name } = (value ?? {}) as Record<string, unknown>
    if ((_id ?? other) === id && typeof name === 'string' && name.trim() !== '') names.add(name.trim())
    return value
  })
  return [...names]
}

it('names of ids are those of a plain loop over all objects of all items', async () => {
  const named = (kind: string) =>
    fc.record({
      _id: fc.constantFrom(`${kind}-1`, `${kind}-2`, `${kind}-3`),
      name: fc.constantFrom('One', 'One', 'Two', ' ', null),
    })
  const item = fc.record({ artwork: named('artwork'), element: named('element'), rule: named('rule') })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), async (parts) => {
      const items = parts.map(({ artwork, element, rule }, number) =>
        buildItem(number, {
          itemId: buildInner(number, { artworks: [artwork], elementId: element }),
          // Not documented: items have more fields than those of section 2.2.
          segmentation: { rules: [{ id: rule._id, name: rule.name }] },
        }),
      )
      await using opened = await temporaryEngine({ 'campaign-1': items })
      const kinds = ['artwork', 'element', 'rule'].flatMap((kind) => [`${kind}-1`, `${kind}-2`, `${kind}-3`])
      const asked = ['item-0', 'campaign-1', itemIdOf(0), ...kinds]
      const expected = asked.flatMap((each): readonly NamedId[] => {
        const [name, ...others] = naiveNames(items, each)
        return name === undefined || others.length > 0 ? [] : [{ id: each, name }]
      })
      expect(opened.engine.idNames('campaign-1', ids(...asked), never)).toEqual(expected)
    }),
    { numRuns: 30 },
  )
})

it('a person has the first and last name', async () => {
  const person = { id: 'u1', firstName: 'Amelia', lastName: 'Thornbury', name: 'amelia' }
  await using opened = await temporaryEngine({ 'campaign-1': [buildItem(1, { editor: person })] })
  expect(opened.engine.idNames('campaign-1', ids('u1'), never)).toEqual([
    { id: 'u1', name: 'Amelia Thornbury' },
  ])
})

it('an element with different names in a campaign has none, whatever other campaigns state', async () => {
  const element = (number: number, campaign: string, name: string) =>
    buildItem(number, {
      campaignId: { _id: campaign, name: campaign },
      itemId: buildInner(number, { elementId: { _id: 'e1', name } }),
    })
  await using opened = await temporaryEngine({
    'campaign-1': [element(1, 'campaign-1', 'Wobbler'), element(2, 'campaign-1', 'Shelf wobbler')],
    'campaign-2': [element(3, 'campaign-2', 'Wobbler')],
  })
  expect(opened.engine.idNames('campaign-1', ids('e1'), never)).toEqual([])
  expect(opened.engine.idNames('campaign-2', ids('e1'), never)).toEqual([{ id: 'e1', name: 'Wobbler' }])
  expect(opened.engine.idNames('unknown', ids('e1'), never)).toEqual([])
})

it('names are those of the current snapshot, also where its rows are scattered', async () => {
  const named = (number: number, name: string) =>
    buildItem(number, {
      itemId: buildInner(number, {
        elementId: { _id: `e${String(number % 3)}`, name: `${name} ${String(number % 3)}` },
      }),
    })
  const build = (name: string, step: number) =>
    Array.from({ length: 60 }, (_, number) => named(number * step, number % 7 === 0 ? name : 'Old'))
  await using opened = await temporaryEngine({ 'campaign-1': build('Old', 1) })
  const names = () => opened.engine.idNames('campaign-1', ids('e0', 'e1', 'e2'), never)
  expect(names()).toHaveLength(3)
  opened.replaceItems('campaign-1', build('New', 1))
  expect(names()).toEqual([])
  opened.replaceItems('campaign-1', build('Old', 3))
  expect(names()).toEqual([{ id: 'e0', name: 'Old 0' }])
})

it('an object that one of many items names is found through the items of its group', async () => {
  const items = Array.from({ length: 2_400 }, (_, number) => buildItem(number))
  await using opened = await temporaryEngine({ 'campaign-1': items })
  const names = (itemIds: readonly string[]) =>
    // No item of the sample has this artwork.
    opened.engine.idNames('campaign-1', [{ id: 'artwork-2399', itemIds }], never)
  expect(names([itemIdOf(2_399)])).toEqual([{ id: 'artwork-2399', name: 'Artwork 2399' }])
})

it('a newer lookup in a slot supersedes the running one', async () => {
  await using opened = await temporaryStore()
  const { store } = opened
  await fillCampaign(store, 'campaign-1', [buildItem(1)])
  const results = await Promise.allSettled(
    Array.from({ length: 3 }, () => store.idNames('campaign-1', ids('element-1'), 'window names')),
  )
  expect(results.at(-1)).toEqual({ status: 'fulfilled', value: [{ id: 'element-1', name: 'Wobbler' }] })
  for (const result of results.slice(0, -1))
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'superseded' } })
})
