import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { gridRowCount, openSample, pressEnter, resize } from './steps.ts'

test('findings are shown with the checked column in view, and accepted', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await openSample(page, 'Kids Week')
  await page.getByRole('tab', { name: /^Checks/u }).click()
  const check = page.getByRole('listitem').filter({ hasText: 'No artwork' }).first()
  const count = Number(/\d+/u.exec((await check.textContent()) ?? '')?.[0])
  await page.getByRole('button', { name: 'Show findings of “No artwork”' }).click()
  await expect.poll(() => gridRowCount(page)).toBe(count)
  await expect(page.getByRole('columnheader', { name: /^Has artwork/u })).toBeInViewport()

  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Accept findings of “No artwork”' }).click()
  await expect(page.getByRole('heading', { name: 'Accepted 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo accepting “No artwork”' }).click()
  await expect(page.getByRole('heading', { name: /^Accepted/u })).toBeHidden()
})

test('a rule is written by keyboard, with a live count, and found after a restart', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await openSample(page, 'Kids Week')
  await page.getByRole('tab', { name: /^Checks/u }).click()
  await pressEnter(page.getByRole('button', { name: 'New rule' }))
  const rule = page.getByRole('form', { name: 'New rule' })
  await expect(rule.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Large runs')
  await rule.getByRole('textbox', { name: 'Search by fields' }).focus()
  await page.keyboard.type('qty:>400')
  await expect(rule.getByText(/in Kids Week; .* in all 1 campaign$/u)).toBeVisible()
  await expectAccessible(page, 'a rule')
  const found = (await rule.getByText(/^\d+ items?$/u).textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(rule).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Large runs' })).toContainText(found)
  await app.close()

  const again = await start()
  await again.page.getByRole('tab', { name: /^Checks/u }).click()
  await again.page.getByRole('button', { name: 'Edit rule “Large runs”' }).click()
  const edited = again.page.getByRole('form', { name: 'Edit rule' })
  await edited.getByRole('button', { name: 'Delete rule…' }).click()
  await again.page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
  await expect(again.page.getByRole('listitem').filter({ hasText: 'Large runs' })).toHaveCount(0)
})
