import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { gridRowCount, waitForList } from './steps.ts'

test('the palette leads to items, lists, settings and recent views by keyboard and mouse', async ({
  startWithSample,
}) => {
  const { page } = await startWithSample()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const field = palette.getByRole('combobox')
  const items = palette.getByRole('group', { name: /^Items/u })
  const search = page.getByRole('searchbox', { name: 'Search items…' })

  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('puzzle')
  await expect(items.getByRole('option')).toHaveCount(4)
  await expect(palette.getByRole('status')).toHaveText(/^\d+ results$/u)
  await expectAccessible(page, 'palette')
  const name = (await items.getByRole('option').first().locator('.label').textContent()) ?? ''
  await items.getByRole('option').first().click()
  await expect(palette).toBeHidden()
  await expect(page.getByRole('complementary').getByText(name, { exact: true }).first()).toBeVisible()
  await expect.poll(() => gridRowCount(page)).toBe(260)

  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('puzzle')
  const more = items.getByRole('option', { name: /more items/u })
  await expect(more).toBeVisible()
  const rest = Number(/(\d+) more/u.exec((await more.textContent()) ?? '')?.[1])
  await page.keyboard.press('ControlOrMeta+Enter')
  await waitForList(page)
  await expect(search).toHaveValue('puzzle')
  await expect.poll(() => gridRowCount(page)).toBe(rest + 3)

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('#kw26-0241')
  await expect(items.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kids Week')

  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette.getByRole('option').first()).toHaveAccessibleName(/^All items /u)
  await page.keyboard.type('theme')
  await expect(palette.getByRole('option', { selected: true })).toHaveAccessibleName(/^Theme /u)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('nothing has this name')
  await expect(palette.getByText('Nothing matches “nothing has this name”.')).toBeVisible()
  await expectAccessible(page, 'palette without entries')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+j')
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible()
  await expectAccessible(page, 'activity')
})
