import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { chooseCampaign, resize, runCommand } from './steps.ts'

test('all campaigns are sorted, grouped, filtered and opened in a table, which a restart restores', async ({
  start,
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  await chooseCampaign(page, 'All campaigns')
  const table = page.getByRole('grid', { name: 'Campaigns' })
  await expect(table).toHaveAttribute('aria-rowcount', '13')
  await expect(table.getByRole('row', { name: /Kids Week/u })).toContainText('142,481')
  await expectAccessible(page, 'the table of campaigns')

  await test.step('all default columns fit into a window of 1280 px', async () => {
    await resize(app, 1280, 800)
    const edge = await table.evaluate((grid) => grid.getBoundingClientRect().right)
    const last = await table.getByRole('columnheader', { name: 'Download' }).boundingBox()
    expect((last?.x ?? 0) + (last?.width ?? Infinity)).toBeLessThanOrEqual(edge + 1)
    const name = await table.getByRole('columnheader', { name: 'Name', exact: true }).boundingBox()
    expect(name?.width).toBeGreaterThanOrEqual(240)
  })

  await test.step('a name that is cut in the middle has no gap before its end', async () => {
    const border = table.getByRole('columnheader', { name: 'Name', exact: true }).locator('.edge')
    const { x = 0, y = 0, width = 0, height = 0 } = (await border.boundingBox()) ?? {}
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 - 60, y + height / 2, { steps: 4 })
    await page.mouse.up()
    const name = table.getByRole('gridcell', { name: 'Christmas 2026 – All Together', exact: true })
    const gap = await name.evaluate((cell) => {
      const edges = (part: string): DOMRect => {
        const range = document.createRange()
        range.selectNodeContents(cell.querySelector(part) ?? cell)
        return range.getBoundingClientRect()
      }
      const ellipsis = cell.querySelector('.name-cut')?.getBoundingClientRect()
      return [
        (ellipsis?.left ?? 0) - edges('.name-start').right,
        edges('.name-end').left - (ellipsis?.right ?? 0),
      ].map((each) => Math.round(each))
    })
    expect(gap).toEqual([0, 0])
    await page.keyboard.press('ControlOrMeta+z')
  })

  await test.step('an undocumented field becomes a column, from the palette and back by undo', async () => {
    await runCommand(page, 'choose columns')
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await columns.getByRole('textbox', { name: 'Find a column' }).fill('publication')
    await columns.getByRole('checkbox', { name: 'publicationStatus' }).check()
    await page.keyboard.press('Escape')
    await expect(table.getByRole('columnheader', { name: 'publicationStatus' })).toBeAttached()
    await press(page, 'ControlOrMeta+z')
    await expect(table.getByRole('columnheader', { name: 'publicationStatus' })).toHaveCount(0)
  })

  await test.step('a header sorts, empty cells last', async () => {
    await table.getByRole('columnheader', { name: 'Quantity' }).click()
    await expect(table.locator('[aria-rowindex="2"]')).toContainText('Kids Week')
  })

  await test.step('the search and the groups combine', async () => {
    await press(page, 'ControlOrMeta+f')
    await page.keyboard.type('week')
    await expect(table).toHaveAttribute('aria-rowcount', '3')
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Season' }).click()
    await expect(page.getByRole('treegrid', { name: 'Campaigns' })).toHaveAttribute('aria-rowcount', '5')
    await expectAccessible(page, 'the grouped table of campaigns')
  })

  await test.step('a drag selects rows, and the footer adds them up', async () => {
    const rows = page.locator('.grid .row:not(.group) .cell.name')
    await rows.first().hover()
    await page.mouse.down()
    await rows.last().hover()
    await page.mouse.up()
    await expect(page.getByText('2 of 2 selected')).toBeVisible()
    await expect(page.getByText('260 items, quantity 142,481', { exact: true })).toBeVisible()
  })

  await app.close()
  const { page: restarted } = await start()
  const again = restarted.getByRole('treegrid', { name: 'Campaigns' })

  await test.step('the query is restored', async () => {
    await expect(again).toHaveAttribute('aria-rowcount', '5')
    await expect(restarted.getByRole('searchbox', { name: 'Search campaigns…' })).toHaveValue('week')
  })

  await test.step('a double-click opens the campaign, and Back returns to the table', async () => {
    await again.getByRole('gridcell', { name: 'Kids Week' }).dblclick()
    await expect(restarted.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
    await restarted.getByRole('button', { name: 'Back' }).click()
    await expect(again).toHaveAttribute('aria-rowcount', '5')
  })
})
