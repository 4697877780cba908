import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { downloadShownCampaign, openSample, resize } from './steps.ts'

test('changes are collapsed by day with pointer and keyboard, and searched', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await openSample(page, 'Kids Week')
  await downloadShownCampaign(page)
  await page.getByRole('tab', { name: /^Changes/u }).click()
  const tree = page.getByRole('tree', { name: 'Changed items' })
  const day = tree.getByRole('treeitem', { name: /^Today/u })
  const changes = tree.locator('[aria-level="2"]')
  await expect(day).toHaveAttribute('aria-expanded', 'true')
  await expect(changes.nth(1)).toBeVisible()
  const count = await changes.count()

  await day.click()
  await expect(day).toHaveAttribute('aria-expanded', 'false')
  await expect(changes).toHaveCount(0)
  await expect(day).toContainText(/Today\s*\d+/u)
  await expectAccessible(page, 'collapsed changes')
  // A double-click collapses and expands again, and opens no item.
  await day.dblclick()
  await expect(day).toHaveAttribute('aria-expanded', 'false')
  await expect(tree).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(changes).toHaveCount(count)
  await page.keyboard.press('ArrowRight')
  await expect(changes.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(day).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('ControlOrMeta+f')
  const search = page.getByRole('searchbox', { name: 'Search changes in Kids Week' })
  await expect(search).toBeFocused()
  await page.keyboard.type('QUÄNTITY')
  await expect(changes.first()).toContainText('Quantity')
  await expect(changes.filter({ hasText: 'Added' })).toHaveCount(0)
  await expect(page.getByText(/items? found/u)).toBeVisible()
  await page.keyboard.type(' zebra')
  await expect(page.getByRole('heading', { name: 'No changes match “QUÄNTITY zebra”' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(changes).toHaveCount(count)
})

test('accepted findings show the day, also after a restart, and checks are searched', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await openSample(page, 'Kids Week')
  await page.getByRole('tab', { name: /^Checks/u }).click()
  await page.getByRole('button', { name: 'Accept findings of “No artwork”' }).click()
  const check = page.getByRole('listitem').filter({ hasText: 'No artwork' }).first()
  const day = String(new Date().getFullYear())
  await expect(check).toContainText(new RegExp(`Accepted on .*${day}`, 'u'))
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('locked')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Locked without artwork'])
  await app.close()

  const again = await start()
  await again.page.getByRole('tab', { name: /^Checks/u }).click()
  await expect(again.page.getByRole('listitem').filter({ hasText: 'No artwork' }).first()).toContainText(
    /Accepted on/u,
  )
})
