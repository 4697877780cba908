import { expect, test } from './fixtures.ts'
import { expectAccessible } from './accessibility.ts'
import { gridRowCount, waitForFewerRows, openSample } from './steps.ts'

test('a list can be filtered by any column, undone, sorted, grouped and summed', async ({ start }) => {
  const { page } = await start()
  await openSample(page, 'Kids Week')
  await expect.poll(() => gridRowCount(page)).toBe(260)
  const grid = page.getByRole('grid', { name: 'Items' })
  const panel = page.getByRole('dialog', { name: 'Filters' })
  const footer = page.locator('footer.list-footer')
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true })

  await test.step('by a range from the menu of a column', async () => {
    await header('Quantity').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Filter by quantity…' }).click()
    await expect(panel.getByRole('tab', { name: 'Quantity' })).toBeFocused()
    await panel.getByRole('textbox', { name: 'From' }).fill('1x')
    await expect(panel.getByText('“1x” is not a number.')).toBeVisible()
    await panel.getByRole('textbox', { name: 'From' }).fill('10')
    await waitForFewerRows(page, 260)
    await expectAccessible(page, 'a range filter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Remove the filter Quantity: 10 or more' })).toBeVisible()
  })

  await test.step('by days, by emptiness and by duplicates', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await panel.getByRole('tab', { name: 'Updated' }).click()
    await panel.getByLabel('First day').fill('2026-01-01')
    await expect(page.getByRole('button', { name: /^Remove the filter Updated: / })).toBeVisible()
    await panel.getByRole('tab', { name: 'POS number' }).click()
    await panel.getByRole('radio', { name: 'Empty', exact: true }).check()
    await expect(page.getByRole('button', { name: 'Remove the filter POS number: empty' })).toBeVisible()
    await panel.getByRole('radio', { name: 'All' }).check()
    await panel.getByRole('checkbox', { name: 'Only duplicates' }).check()
    await expect(page.getByRole('button', { name: 'Remove the filter POS number: duplicates' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('undoes all of it by keyboard', async () => {
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => gridRowCount(page)).toBe(260)
    await grid.focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByRole('button', { name: 'Remove the filter POS number: duplicates' })).toBeVisible()
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => gridRowCount(page)).toBe(260)
  })

  await test.step('by several columns, numbered', async () => {
    await header('Element').click()
    await header('Quantity').click({ modifiers: ['Shift'] })
    await expect(header('Element')).toHaveAttribute('aria-sort', 'ascending')
    await expect(header('Quantity')).toHaveAccessibleDescription('Sorted ascending, 2 of 2')
  })

  await test.step('in groups that expand and collapse', async () => {
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Status' }).click()
    const tree = page.getByRole('treegrid', { name: 'Items' })
    const heads = tree.locator('[role=row][aria-level="1"]')
    await expect(heads.first()).toHaveAttribute('aria-expanded', 'true')
    await tree.focus()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('ArrowLeft')
    await expect(heads.first()).toHaveAttribute('aria-expanded', 'false')
    await page.getByRole('button', { name: 'Group: Status' }).click()
    await page.getByRole('menuitem', { name: 'Collapse all groups' }).click()
    await expect
      .poll(async () => Number(await tree.getAttribute('aria-rowcount')) - 1 - (await heads.count()))
      .toBe(0)
    await expect(footer).toContainText('260 items Quantity')
    await tree.focus()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('Space')
    await expect(footer).toContainText(/\d+ selected Sum [\d,.]+ Average [\d,.]+/u)
    await expectAccessible(page, 'a selected group')
  })
})
