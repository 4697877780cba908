import type { ElectronApplication } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { press, tabTo } from './keys.ts'
import { runCommand, gridRowCount, waitForFewerRows } from './steps.ts'

/** The rich text in the clipboard. */
function richClipboard(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ clipboard }) => {
    const olderApi = clipboard as unknown as { readonly readHTML?: () => string }
    if (olderApi.readHTML !== undefined) return olderApi.readHTML()
    const [item] = await clipboard.read()
    const html = await item?.getType('text/html')
    return html instanceof Blob ? html.text() : ''
  })
}

test('a list can be searched, filtered, sorted, grouped, copied and saved as a view by keyboard', async ({
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  const grid = page.getByRole('grid', { name: 'Items' })
  const tree = page.getByRole('treegrid', { name: 'Items' })
  const search = page.getByRole('searchbox', { name: 'Search items…' })
  const searchModeButton = page.getByRole('button', { name: /^Search mode/ })
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
  // From here on, only keys.

  const searchCount = await test.step('searches, and switches the search mode', async () => {
    await press(page, 'ControlOrMeta+f')
    // Inserted at once, because the rows for a part of it could be mistaken for the result.
    await page.keyboard.insertText('e.+er')
    await expect(searchModeButton).toHaveAccessibleName(/Pattern/u)
    const count = await waitForFewerRows(page, 260)
    await tabTo(page, searchModeButton, 3)
    await press(page, 'Enter')
    await expect(page.getByRole('menuitemradio', { name: /^Automatic/u })).toBeFocused()
    await press(page, 'ArrowDown')
    await press(page, 'Enter')
    await expect(searchModeButton).toHaveAccessibleName('Search mode: Words')
    await expect(search).toBeFocused()
    await expect.poll(() => gridRowCount(page)).not.toBe(count)
    await runCommand(page, 'search mode: pattern')
    await expect(search).toBeFocused()
    await expect.poll(() => gridRowCount(page)).toBe(count)
    // Escape is undone in the field.
    await press(page, 'Escape')
    await expect(search).toHaveValue('')
    await press(page, 'ControlOrMeta+z')
    await expect(search).toHaveValue('e.+er')
    await expect.poll(() => gridRowCount(page)).toBe(count)
    await press(page, 'Enter')
    await expect(grid).toBeFocused()
    return count
  })

  const filteredCount = await test.step('filters', async () => {
    await runCommand(page, 'filter…')
    const panel = page.getByRole('dialog', { name: 'Filter', exact: true })
    await expect(panel.getByRole('button', { name: 'Add filter' })).toBeFocused()
    await press(page, 'Enter')
    await press(page, 'Enter')
    await expect(panel.getByRole('button', { name: 'Choose values' })).toBeFocused()
    await press(page, 'Enter')
    const value = page.getByRole('dialog', { name: 'Status' }).getByRole('checkbox').first()
    await expect(value).toBeFocused()
    await press(page, 'Space')
    const count = await waitForFewerRows(page, searchCount)
    await press(page, 'Escape')
    await press(page, 'Escape')
    await expect(panel).toBeHidden()
    await expect(grid).toBeFocused()
    return count
  })

  await test.step('sorts by two columns', async () => {
    await press(page, 'ControlOrMeta+Home')
    await press(page, 'ArrowUp')
    await press(page, 'Enter')
    await press(page, 'ArrowRight')
    await press(page, 'Shift+Enter')
    await expect(grid.locator('[role=columnheader] .rank')).toHaveText(['1', '2'])
    // Columns can be frozen as long as there is space.
    await press(page, 'Alt+Shift+ArrowRight')
    await expect(grid.locator('[role=columnheader].frozen')).not.toHaveCount(0)
    await press(page, 'Alt+Shift+ArrowLeft')
    await expect(grid.locator('[role=columnheader].frozen')).toHaveCount(0)
    await press(page, 'ArrowDown')
  })

  const groupSize = await test.step('groups, and collapses a group', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Group', exact: true }), 12, 'Shift+Tab')
    await press(page, 'Enter')
    await expect(page.getByRole('menuitemradio', { name: 'No groups' })).toBeFocused()
    await page.keyboard.type('elem')
    await press(page, 'Enter')
    await expect(tree).toBeVisible()
    await tabTo(page, tree, 12)
    await press(page, 'ControlOrMeta+Home')
    const groupHeader = tree.locator('[role=row][aria-rowindex="2"]')
    await press(page, 'ArrowLeft')
    await expect(groupHeader).toHaveAttribute('aria-expanded', 'false')
    await press(page, 'Enter')
    await expect(groupHeader).toHaveAttribute('aria-expanded', 'true')
    return Number(/(\d+) items?/u.exec((await groupHeader.textContent()) ?? '')?.[1])
  })

  await test.step('selects a group, and copies its rows', async () => {
    await press(page, 'Space')
    await expect(page.getByText(`${String(groupSize)} selected`)).toBeVisible()
    await press(page, 'ControlOrMeta+c')
    await expect(page.getByText(/^\d+ rows? copied$/u)).toBeVisible()
    const plainText = await app.evaluate(({ clipboard }) => clipboard.readText())
    const lines = plainText.split('\n').filter((line) => line !== '')
    expect(lines.length).toBeGreaterThanOrEqual(groupSize)
    expect(lines.every((line) => line.includes('\t'))).toBe(true)
    // The clipboard also has a table, which keeps the columns in an email.
    const richText = await richClipboard(app)
    expect(richText.match(/<tr>/gu)?.length).toBe(groupSize + 1)
    expect(richText).toContain('<th scope="col"')
  })

  await test.step('saves all of it as a view, and returns to it by the palette', async () => {
    await runCommand(page, 'save this view')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('By element')
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: 'View: By element' })).toBeVisible()
    await runCommand(page, 'view: default')
    await expect.poll(() => gridRowCount(page)).toBe(260)
    await expect(search).toHaveValue('')
    await runCommand(page, 'view: by element')
    await expect(page.getByRole('button', { name: 'View: By element' })).toBeVisible()
    await expect(search).toHaveValue('e.+er')
    await expect(tree).toBeVisible()
    await expect(page.locator('footer.list-footer')).toContainText(`${String(filteredCount)} of 260 items`)
    await expect(header('POS number').or(header('Item')).locator('.rank')).toHaveText(['1', '2'])
    // One step undoes all of it.
    await tree.focus()
    await press(page, 'ControlOrMeta+z')
    await expect.poll(() => gridRowCount(page)).toBe(260)
  })
})
