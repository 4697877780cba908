import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright/test'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { exportToast, gridRowCount, waitForFewerRows, waitForList } from './steps.ts'
import { expectFocusVisible, press, tabTo } from './keys.ts'

test('a new user can do the whole job by keyboard, and the focus is always visible', async ({
  start,
  folder,
}) => {
  const { app, page } = await start()
  const file = join(folder, 'items.csv')
  await answerSaveDialog(app, file)
  const campaigns = page.getByRole('listbox', { name: 'Campaigns' })
  const grid = page.getByRole('grid', { name: 'Items' })
  const search = page.getByRole('searchbox', { name: 'Search items…' })
  const details = page.getByRole('complementary', { name: 'Item details' })
  const dialog = page.getByRole('dialog')

  await test.step('from the first screen to the sample', async () => {
    await expect(page.getByRole('textbox', { name: 'Base address' })).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Try with sample data' }), 7)
    await press(page, 'Enter')
    await expect(campaigns).toBeFocused()
    await expectFocusVisible(page)
  })

  await test.step('finds a campaign by typing and downloads it', async () => {
    await expect(campaigns.getByText('Kids Week')).toBeVisible()
    await press(page, 'ArrowDown')
    await expectActiveEntry(page, campaigns, /./u)
    // A second letter could come too late to belong to the first one.
    await page.keyboard.type('k')
    await expectActiveEntry(page, campaigns, /Kids Week/u)
    await press(page, 'F6')
    await tabTo(page, page.getByRole('main').getByRole('button', { name: /^Download/u }), 3)
    await press(page, 'Enter')
    await expect(grid).toBeFocused()
    await expect.poll(() => gridRowCount(page)).toBe(260)
    await expectFocusVisible(page)
  })

  await test.step('searches, moves through rows and cells, and sorts by a header', async () => {
    await press(page, 'ControlOrMeta+f')
    await expect(search).toBeFocused()
    await page.keyboard.type('poster')
    await press(page, 'Enter')
    await expect(grid).toBeFocused()
    await waitForFewerRows(page, 260)
    // The list shows the last search: a later one would return to the top.
    await expect(grid.locator('mark').first()).toHaveText(/^poster$/iu)
    const firstRow = await activeText(page)
    await press(page, 'ArrowDown')
    await press(page, 'ArrowRight')
    await expect.poll(() => activeText(page)).not.toBe(firstRow)
    for (const key of [
      'PageDown',
      'End',
      'ControlOrMeta+End',
      'Home',
      'ControlOrMeta+Home',
      'ArrowRight',
      'ArrowRight',
    ]) {
      await press(page, key)
    }
    await press(page, 'ArrowUp')
    await press(page, 'Enter')
    await expect(grid.locator('[aria-sort=ascending]')).toHaveCount(1)
    await expectFocusVisible(page)
    await press(page, 'ArrowDown')
  })

  const filteredCount = await test.step('filters', async () => {
    await waitForList(page)
    const before = await gridRowCount(page)
    await tabTo(page, page.getByRole('button', { name: 'Filter', exact: true }), 6, 'Shift+Tab')
    await press(page, 'Enter')
    await expect(dialog.getByRole('button', { name: 'Add filter' })).toBeFocused()
    await press(page, 'Enter')
    await press(page, 'ArrowDown')
    await press(page, 'ArrowUp')
    await press(page, 'Enter')
    await expect(dialog.getByRole('button', { name: 'Choose values' })).toBeFocused()
    await press(page, 'Enter')
    await expect(dialog.getByRole('checkbox').first()).toBeFocused()
    await press(page, 'Space')
    const count = await waitForFewerRows(page, before)
    await expectFocusVisible(page)
    await press(page, 'Escape')
    await press(page, 'Escape')
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
    await tabTo(page, grid, 10)
    return count
  })

  await test.step('selects rows and views their details', async () => {
    await press(page, 'ControlOrMeta+Home')
    await press(page, 'Shift+ArrowDown')
    await press(page, 'Shift+ArrowDown')
    await expect(page.getByText('3 selected')).toBeVisible()
    await press(page, 'ControlOrMeta+a')
    await expect(page.getByText(`${String(filteredCount)} selected`)).toBeVisible()
    await press(page, 'Escape')
    await press(page, 'ControlOrMeta+Home')
    await expect(details).toContainText(`1 of ${String(filteredCount)}`)
    await press(page, 'Alt+ArrowDown')
    await expect(details).toContainText(`2 of ${String(filteredCount)}`)
    await press(page, 'F6')
    await expect(details.getByRole('button', { name: /^Previous/u })).toBeFocused()
    await press(page, 'Enter')
    await expect(details).toContainText(`1 of ${String(filteredCount)}`)
    // The button is disabled but keeps the focus.
    await expect(details.getByRole('button', { name: /^Previous/u })).toBeFocused()
    await press(page, 'Enter')
    await expect(details).toContainText(`1 of ${String(filteredCount)}`)
    await press(page, 'Shift+F6')
    await expect(grid).toBeFocused()
  })

  await test.step('to the overview and back', async () => {
    await press(page, 'ControlOrMeta+1')
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    await expectFocusVisible(page)
    await press(page, 'Tab')
    await press(page, 'ControlOrMeta+2')
    await expect(grid).toBeFocused()
    await expect.poll(() => gridRowCount(page)).toBe(filteredCount)
  })

  await test.step('writes a spreadsheet', async () => {
    await press(page, 'ControlOrMeta+e')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await expect(dialog.getByRole('radio', { name: 'Excel workbook' })).toBeFocused()
    await press(page, 'ArrowDown')
    await expect(dialog.getByRole('radio', { name: 'CSV' })).toBeChecked()
    const targetProgram = dialog.getByRole('combobox', { name: 'Open with' })
    await tabTo(page, targetProgram, 3)
    await press(page, 'End')
    await expect(targetProgram).toHaveValue('rfc4180')
    await tabTo(page, dialog.getByRole('button', { name: 'Edit' }), 2)
    await press(page, 'Enter')
    await expect(dialog.getByRole('searchbox', { name: 'Find a column' })).toBeFocused()
    await expectFocusVisible(page)
    await tabTo(page, dialog.getByRole('button', { name: 'Move Item', exact: true }), 8)
    await press(page, 'Alt+ArrowUp')
    await expect(dialog.getByRole('button', { name: 'Move Item', exact: true })).toBeFocused()
    await press(page, 'Escape')
    await expect(dialog.getByRole('button', { name: 'Edit' })).toBeFocused()
    await tabTo(page, dialog.getByRole('button', { name: 'Rename' }), 2)
    await press(page, 'Enter')
    await expect(dialog.getByRole('textbox', { name: 'File name' })).toBeFocused()
    await tabTo(page, dialog.getByRole('button', { name: 'Save as…' }), 8)
    await press(page, 'Enter')
    await expect(exportToast(page)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(grid).toBeFocused()
    const rows: string[][] = parse(readFileSync(file))
    expect(rows.length).toBe(filteredCount + 1)
    await expectFocusVisible(page)
  })

  await test.step('settings, the theme, and the list of shortcuts', async () => {
    await press(page, 'ControlOrMeta+,')
    await expect(dialog.getByRole('searchbox', { name: 'Search settings' })).toBeFocused()
    await press(page, 'ArrowDown')
    await expect(dialog.getByRole('tab', { name: 'Appearance' })).toBeFocused()
    await tabTo(page, dialog.getByRole('radio', { name: 'System' }), 5)
    await press(page, 'ArrowRight')
    await press(page, 'ArrowRight')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await press(page, 'Escape')
    await expect(grid).toBeFocused()
    await press(page, 'Shift+?')
    await expect(dialog).toContainText('Keyboard shortcuts')
    await press(page, 'Escape')
    await expect(grid).toBeFocused()
    await expectFocusVisible(page)
  })

  await test.step('to the screen for another connection and back', async () => {
    const connection = page.getByRole('button', { name: /^Connection/u })
    await press(page, 'Shift+F6')
    await press(page, 'Shift+F6')
    await tabTo(page, connection, 4)
    await press(page, 'Enter')
    const menu = page.getByRole('menu')
    await expect(menu.locator(':focus')).toHaveCount(1)
    await tabTo(page, menu.getByRole('menuitem', { name: /^Rename/u }), 8, 'ArrowDown')
    await press(page, 'Enter')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await press(page, 'Escape')
    await expect(connection).toBeFocused()
    await press(page, 'Enter')
    await press(page, 'End')
    await press(page, 'Enter')
    await expect(page.getByRole('textbox', { name: 'Base address' })).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: /^Back/u }), 1, 'Shift+Tab')
    await press(page, 'Escape')
    await expect(grid).toBeVisible()
    await expectFocusVisible(page)
  })
})

/** The active entry or cell, in a list or grid that has the focus itself. */
async function activeText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(id)?.closest('[role=row], [role=option]')?.textContent ?? ''
  })
}

async function expectActiveEntry(page: Page, list: Locator, text: RegExp): Promise<void> {
  await expect(list).toBeFocused()
  await expect.poll(() => activeText(page)).toMatch(text)
  await expectFocusVisible(page)
}
