import { expect, test } from './fixtures.ts'
import { expectAccessible } from './accessibility.ts'
import { gridRowCount, waitForFewerRows } from './steps.ts'

test('a list can be filtered by any column, undone, sorted, grouped and summed', async ({
  startWithSample,
}) => {
  const { page } = await startWithSample()
  const grid = page.getByRole('grid', { name: 'Items' })
  const builder = page.getByRole('dialog', { name: 'Filter', exact: true })
  const footer = page.locator('footer.list-footer')
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const choose = async (button: RegExp, entry: string) => {
    await builder.getByRole('button', { name: button }).last().click()
    await page.getByRole('menuitemradio', { name: entry, exact: true }).click()
  }
  const addFilter = async (column: string) => {
    await builder.getByRole('button', { name: 'Add filter' }).last().click()
    await page.getByRole('option', { name: column, exact: true }).click()
  }

  await test.step('by a range from the menu of a column', async () => {
    await header('Quantity').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Filter by “Quantity”…' }).click()
    await expect(builder.getByRole('button', { name: 'Choose values' })).toBeFocused()
    await choose(/^Operator/u, 'at least')
    await builder.getByRole('textbox', { name: 'Value' }).fill('1x')
    await expect(builder.getByText('Enter a number.')).toBeVisible()
    await builder.getByRole('textbox', { name: 'Value' }).fill('10')
    await waitForFewerRows(page, 260)
    await expectAccessible(page, 'a range filter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Remove the filter Quantity at least 10' })).toBeVisible()
  })

  await test.step('by days, a group of alternatives and duplicates', async () => {
    await page.getByRole('button', { name: 'Quantity at least 10. Change this filter' }).click()
    await addFilter('Updated')
    await choose(/^Operator/u, 'on or after')
    await builder.getByLabel('Value').last().fill('2026-01-01')
    await builder.getByRole('button', { name: 'Add group' }).click()
    await builder.getByRole('group').getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('option', { name: 'Item', exact: true }).click()
    await page.keyboard.type('poster')
    await builder.getByRole('group').getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('option', { name: 'POS number', exact: true }).click()
    await choose(/^Operator/u, 'is duplicated')
    await expect(builder.getByText(/^[\d,]+ of 260 items$/u)).toBeVisible()
    await expectAccessible(page, 'the filter builder')
    await builder.getByRole('button', { name: 'Done' }).click()
    // Chips that do not fit are behind a button.
    await page.getByRole('button', { name: /^\d more filters?$/u }).click()
    const hidden = page.getByRole('dialog', { name: /^\d more filters?$/u })
    await expectAccessible(page, 'filters that do not fit')
    await hidden
      .getByRole('button', { name: 'Item contains poster or POS number is duplicated. Change this filter' })
      .click()
    await expect(builder.getByRole('group').getByRole('textbox', { name: 'Text' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('undoes all of it by keyboard', async () => {
    await page.getByRole('button', { name: /^Filter/u }).click()
    await builder.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => gridRowCount(page)).toBe(260)
    await page.keyboard.press('Escape')
    await grid.focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByRole('button', { name: 'Quantity at least 10. Change this filter' })).toBeVisible()
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => gridRowCount(page)).toBe(260)
  })

  await test.step('by several columns, numbered', async () => {
    await header('Element').click()
    await header('Quantity').click({ modifiers: ['Shift'] })
    await expect(header('Element')).toHaveAttribute('aria-sort', 'ascending')
    await expect(header('Quantity')).toHaveAccessibleDescription('Ascending, 2 of 2')
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
