import { expect, it } from 'vitest'
import { previewSample } from '../../electron/app/sample-preview.ts'
import { ItemGenerator } from '../../electron/sample/items.ts'
import { planSample } from '../../electron/sample/plan.ts'

it('previews items of the sample that have the words, with the pictures of their first artwork', async () => {
  const { campaigns, itemCount, search, found, rows, pictures, products } = await previewSample()
  const plan = planSample()
  const generator = new ItemGenerator(plan)
  expect(campaigns.map(({ items }) => items)).toEqual(plan.campaigns.map((campaign) => campaign.itemCount))
  expect(itemCount).toBe(plan.itemCount)
  const names = Array.from({ length: itemCount }, (_, slot) => generator.outline(slot).name)
  expect(found).toBe(names.filter((name) => name.includes(search)).length)
  expect(new Set(rows.map(({ campaignItemId }) => campaignItemId)).size).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(20)
  for (const [index, row] of rows.entries()) {
    expect(row.itemName).toContain(search)
    expect(pictures[index]).toContain('<svg ')
  }
  expect(products).toHaveLength(6)
})
