import { png } from '../support/pictures.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { gridRowCount, pressEnter, runCommand } from './steps.ts'

test('no state of a list has accessibility violations', async ({ startWithSample }) => {
  const { page } = await startWithSample()
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const search = page.getByRole('searchbox', { name: 'Search items…' })
  const close = async (name: string): Promise<void> => {
    await page.keyboard.press('Escape')
    await expect(dialog(name)).toBeHidden()
  }

  await test.step('views and their dialogs', async () => {
    await page.getByRole('button', { name: 'View: Default', exact: true }).click()
    await expectAccessible(page, 'views')
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await expect(dialog('Save this view')).toBeVisible()
    await expectAccessible(page, 'save a view')
    await close('Save this view')
  })

  await test.step('filters, columns and menus', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    for (const field of ['Status', 'Quantity', 'Updated', 'POS number', 'Change']) {
      await dialog('Filter').getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('option', { name: field, exact: true }).click()
      await expectAccessible(page, `filter by ${field}`)
      if (field !== 'Status') continue
      await dialog('Filter').getByRole('button', { name: 'Choose values' }).first().click()
      await expect(dialog('Status').getByRole('checkbox').first()).toBeVisible()
      await expectAccessible(page, 'values of a filter')
      await page.keyboard.press('Escape')
    }
    await dialog('Filter').getByRole('button', { name: 'Clear all' }).click()
    await close('Filter')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await expect(dialog('Columns')).toBeVisible()
    await expectAccessible(page, 'columns')
    await close('Columns')
    await page.getByRole('columnheader', { name: 'Quantity' }).click({ button: 'right' })
    await expectAccessible(page, 'menu of a column')
    await page.keyboard.press('Escape')
    await page.locator('[role=row][aria-rowindex="5"] [role=gridcell]').nth(1).click({ button: 'right' })
    await expectAccessible(page, 'menu of a row')
    await page.keyboard.press('Escape')
  })

  await test.step('the palette and the shortcuts', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expectAccessible(page, 'palette')
    await page.keyboard.type('nothing has this name')
    await expectAccessible(page, 'palette without entries')
    await page.keyboard.press('Escape')
    await page.getByRole('grid', { name: 'Items' }).focus()
    await page.keyboard.press('?')
    await expect(dialog('Keyboard shortcuts')).toBeVisible()
    await expectAccessible(page, 'shortcuts')
    await close('Keyboard shortcuts')
  })

  await test.step('searches with matches, without matches, and with errors', async () => {
    await search.fill('poster')
    await expect(page.locator('[role=gridcell] mark').first()).toBeVisible()
    await expectAccessible(page, 'matches')
    await search.fill('status:')
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
    await expectAccessible(page, 'suggestions')
    await search.fill('qty:many')
    await expect(search).toHaveAccessibleDescription(/Enter a number/u)
    await expectAccessible(page, 'search error')
    await runCommand(page, 'search mode: pattern')
    await expect(search).toBeFocused()
    await search.fill('(poster')
    await expect(search).toHaveAccessibleDescription(/unterminated group/u)
    await expectAccessible(page, 'invalid pattern')
    await search.fill('nothing has this name')
    await expect(page.getByText('No items match “nothing has this name”')).toBeVisible()
    await expectAccessible(page, 'no matches')
    await search.fill('')
    await expect.poll(() => gridRowCount(page)).toBe(260)
  })

  await test.step('a pasted list', async () => {
    await runCommand(page, 'paste a list')
    await dialog('Paste a list').getByRole('textbox').fill('nothing\nhas\nthis')
    await expectAccessible(page, 'dialog for a list')
    await dialog('Paste a list').getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('button', { name: /^List: / }).click()
    await expect(dialog('Searched list')).toBeVisible()
    await expectAccessible(page, 'searched list')
    await close('Searched list')
    await runCommand(page, 'view: default')
    await expect.poll(() => gridRowCount(page)).toBe(260)
  })

  await test.step('photos of a review, small and large', async () => {
    await page.getByRole('grid', { name: 'Items' }).focus()
    await page.keyboard.press('ControlOrMeta+Shift+m')
    const red = { name: 'red.png', mimeType: 'image/png', buffer: Buffer.from(png(200, 0, 0)) }
    await page.locator('input[type=file]').setInputFiles([red, { ...red, buffer: Buffer.from('none') }])
    const photos = page.getByRole('group', { name: 'Photos' })
    await expect(photos.getByRole('alert')).toBeVisible()
    await photos.getByRole('checkbox', { name: /^Keep metadata/u }).press('Space')
    await expectAccessible(page, 'photos of an item')
    await pressEnter(photos.getByRole('button', { name: /^Photo 1 of 1/u }))
    await expect(dialog('Photo viewer')).toBeVisible()
    await expectAccessible(page, 'photo viewer')
    await close('Photo viewer')
    await page.keyboard.press('Delete')
    await expect(photos.getByText('Photo removed.')).toBeVisible()
    await expectAccessible(page, 'a removed photo')
    await page.keyboard.press('ControlOrMeta+Shift+m')
  })

  await test.step('groups, expanded and collapsed, with a sticky header', async () => {
    await runCommand(page, 'group by: status')
    const tree = page.getByRole('treegrid', { name: 'Items' })
    const groupHeaders = tree.locator('[role=row][aria-level="1"]')
    await expect(groupHeaders.first()).toHaveAttribute('aria-expanded', 'true')
    await tree.focus()
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('PageDown')
    await expect(tree.locator('.sticky [role=row]')).toHaveAttribute('aria-rowindex', '2')
    await expect(tree.locator('[role=row][aria-rowindex="2"]')).toHaveCount(1)
    await expectAccessible(page, 'groups')
    await runCommand(page, 'collapse all')
    await expect(groupHeaders.first()).toHaveAttribute('aria-expanded', 'false')
    let groupCount = 0
    await expect
      .poll(async () => {
        groupCount = await groupHeaders.count()
        return Number(await tree.getAttribute('aria-rowcount')) - 1 - groupCount
      })
      .toBe(0)
    for (let index = 0; index < groupCount; index += 1) {
      await expect(groupHeaders.nth(index)).toHaveAttribute('aria-rowindex', String(index + 2))
      await expect(groupHeaders.nth(index)).toHaveAttribute('aria-posinset', String(index + 1))
    }
    await expectAccessible(page, 'collapsed groups')
  })

  await test.step('the same groups as pictures, expanded and collapsed, with a sticky header', async () => {
    await page.getByRole('tab', { name: 'Artwork' }).click()
    const tree = page.getByRole('tree', { name: 'Items as pictures' })
    const groupHeaders = tree.locator('[role=treeitem][aria-level="1"]')
    await expect(groupHeaders.first()).toHaveAttribute('aria-expanded', 'false')
    await expect(tree.locator('[role=treeitem][aria-level="2"]')).toHaveCount(0)
    await expectAccessible(page, 'collapsed groups of pictures')
    await runCommand(page, 'expand all')
    await expect(tree.locator('[role=treeitem][aria-level="2"]').first()).toBeVisible()
    await tree.focus()
    await page.keyboard.press('ControlOrMeta+Home')
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('PageDown')
    await expect(tree.locator('.sticky [role=treeitem]')).toHaveAttribute('aria-posinset', '1')
    await expect(tree.locator('[role=treeitem][aria-level="1"][aria-posinset="1"]')).toHaveCount(1)
    await expectAccessible(page, 'groups of pictures')
  })
})
