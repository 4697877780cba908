import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { ElectronApplication, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { menuLines } from './app-menu.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import {
  cells,
  exportTo,
  gridRowCount,
  pressEnter,
  reviewProgress,
  rowCheckBox,
  runCommand,
  waitForFewerRows,
} from './steps.ts'

async function clearFilters(page: Page): Promise<void> {
  await pressEnter(page.getByRole('button', { name: /^Filter/u }))
  await pressEnter(page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Clear all' }))
  await page.keyboard.press('Escape')
}

test('items are marked and noted by keyboard, restored after a restart, and exported', async ({
  start,
  startWithSample,
  folder,
}) => {
  const { app, page } = await startWithSample()
  const grid = page.getByRole('grid', { name: 'Items' })
  await grid.focus()

  await test.step('marks', async () => {
    await press(page, 'ControlOrMeta+Shift+m')
    await expect(reviewProgress(page)).toHaveText('0 of 260 reviewed')
    await press(page, '1')
    await expect(reviewProgress(page)).toHaveText('1 of 260 reviewed')
    await press(page, '2')
    await press(page, '3')
    await expect(reviewProgress(page)).toHaveText('3 of 260 reviewed')
    for (const [index, mark] of ['OK', 'Problem', 'Question'].entries())
      await expect(rowCheckBox(page, index)).toHaveAccessibleName(new RegExp(mark, 'u'))
    // The third mark is undone by key.
    await press(page, 'ControlOrMeta+z')
    await expect(reviewProgress(page)).toHaveText('2 of 260 reviewed')
    await expect(page.locator('[aria-live]').filter({ hasText: 'Undone' })).toBeAttached()
  })

  await test.step('undoes the last step first: the mark, then the sort', async () => {
    const quantity = grid.getByRole('columnheader', { name: 'Quantity' })
    await quantity.click()
    await expect(quantity).toHaveAttribute('aria-sort', 'ascending')
    await grid.focus()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('2')
    await expect(reviewProgress(page)).toHaveText('3 of 260 reviewed')
    await expect.poll(() => editMenu(app)).toEqual(['Undo mark', 'Redo'])
    await grid.focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(reviewProgress(page)).toHaveText('2 of 260 reviewed')
    await expect(quantity).toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(quantity).not.toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('ControlOrMeta+y')
    await expect(quantity).toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('ControlOrMeta+y')
    await expect(reviewProgress(page)).toHaveText('3 of 260 reviewed')
    for (const _ of [1, 2]) await page.keyboard.press('ControlOrMeta+z')
    await expect(reviewProgress(page)).toHaveText('2 of 260 reviewed')
    await expect(quantity).not.toHaveAttribute('aria-sort', 'ascending')
  })

  await test.step('typing in the list searches', async () => {
    await grid.focus()
    await page.keyboard.type('poster')
    const search = page.getByRole('searchbox', { name: 'Search items…' })
    await expect(search).toHaveValue('poster')
    await page.keyboard.press('Escape')
    await expect.poll(() => gridRowCount(page)).toBe(260)
    await page.keyboard.press('Escape')
    await expect(grid).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ControlOrMeta+Home')
    for (const _ of [1, 2]) await press(page, 'ArrowDown')
  })

  await test.step('notes', async () => {
    await press(page, 'ArrowUp')
    await press(page, 'F2')
    const note = page.getByRole('textbox', { name: 'Note' })
    await expect(note).toBeFocused()
    await page.keyboard.type('=Torn at the edge')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await press(page, 'Escape')
    await expect(grid).toBeFocused()
    await expect(rowCheckBox(page, 1)).toHaveAccessibleName(/Problem, with a note/u)
    await expectAccessible(page, 'a reviewed list')
  })

  await test.step('marks in the viewer, by its buttons too', async () => {
    await page.keyboard.press('ControlOrMeta+Enter')
    const viewer = page.getByRole('dialog')
    const marks = viewer.getByRole('group', { name: 'Mark' })
    await expect(marks.getByRole('button', { name: 'Problem' })).toHaveAttribute('aria-pressed', 'true')
    await marks.getByRole('button', { name: 'Question' }).click()
    await expect(marks.getByRole('button', { name: 'Question' })).toHaveAttribute('aria-pressed', 'false')
    await expect(marks.getByRole('button', { name: 'Problem' })).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(marks.getByRole('button', { name: 'Problem' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(grid).toBeFocused()
  })

  await test.step('marks several at once', async () => {
    for (const _ of [1, 2]) await press(page, 'ArrowDown')
    for (const _ of [1, 2]) await press(page, 'Shift+ArrowDown')
    await press(page, '1')
    await expect(reviewProgress(page)).toHaveText('5 of 260 reviewed')
  })

  await app.close()
  const again = await start()
  await test.step('everything is there after a restart', async () => {
    await expect(reviewProgress(again.page)).toHaveText('5 of 260 reviewed')
    await expect(rowCheckBox(again.page, 0)).toHaveAccessibleName(/OK/u)
    await expect(rowCheckBox(again.page, 1)).toHaveAccessibleName(/Problem, with a note/u)
  })

  await test.step('shown in the overview of the campaign', async () => {
    // Nothing has the focus after a start.
    await again.page.keyboard.press('ControlOrMeta+1')
    const overview = again.page.getByRole('region', { name: 'Review', exact: true })
    await expect(overview).toContainText('5 of 260 reviewed')
    await expect(overview.getByRole('button')).toHaveText([
      'Report…',
      'Export review…',
      'Import review…',
      'OK: 4',
      'Problem: 1',
      'By element',
    ])
    await expectAccessible(again.page, 'an overview of a reviewed campaign')
    await pressEnter(overview.getByRole('button', { name: 'By element' }))
    const elements = overview.getByRole('region', { name: 'Reviewed by element' })
    const withProblem = elements
      .getByRole('row')
      .filter({ has: again.page.getByRole('button', { name: /^1: Problems of / }) })
    await expect(withProblem).toHaveCount(1)
    await expectAccessible(again.page, 'the elements of a reviewed campaign')
    await pressEnter(withProblem.getByRole('button', { name: /: show its items$/ }))
    expect(await waitForFewerRows(again.page, 260)).toBeGreaterThan(1)
    await again.page.keyboard.press('ControlOrMeta+1')
    await pressEnter(overview.getByRole('button', { name: 'By element' }))
    await pressEnter(elements.getByRole('button', { name: /^1: Problems of / }))
    await expect.poll(() => gridRowCount(again.page)).toBe(1)
    await clearFilters(again.page)
    await expect.poll(() => gridRowCount(again.page)).toBe(260)
    await again.page.keyboard.press('ControlOrMeta+1')
    await pressEnter(overview.getByRole('button', { name: 'Problem: 1' }))
    await expect.poll(() => gridRowCount(again.page)).toBe(1)
    await clearFilters(again.page)
    await expect.poll(() => gridRowCount(again.page)).toBe(260)
  })

  await test.step('used to sort the list', async () => {
    const firstRow = await cells(again.page, 0)
    await runCommand(again.page, 'problems first')
    await expect(rowCheckBox(again.page, 0)).toHaveAccessibleName(/Problem/u)
    await expect(rowCheckBox(again.page, 1)).toHaveAccessibleName(/OK/u)
    await expectAccessible(again.page, 'a list sorted by marks')
    await pressEnter(again.page.getByRole('button', { name: 'Sort: Problems first' }))
    await again.page.getByRole('menuitemradio', { name: 'Service order' }).press('Enter')
    await expect.poll(() => cells(again.page, 0)).toEqual(firstRow)
  })

  await test.step('written to a file', async () => {
    const file = join(folder, 'items.csv')
    await answerSaveDialog(again.app, file)
    await press(again.page, 'ControlOrMeta+e')
    await exportTo(again.page, file)
    const rows: Record<string, string>[] = parse(readFileSync(file), { bom: true, columns: true })
    expect(rows).toHaveLength(260)
    expect(rows[1]).toMatchObject({ Mark: 'Problem', 'Changed since review': '' })
    // A spreadsheet would read it as a formula.
    expect(rows[1]?.['Note']).toBe("'=Torn at the edge")
    // The header contains the time zone.
    const markedAt = Object.keys(rows[1] ?? {}).find((name) => name.startsWith('Marked at ('))
    expect(Date.parse(rows[1]?.[markedAt ?? ''] ?? '')).toBeGreaterThan(0)
    expect(rows.filter(({ Mark }) => Mark !== '')).toHaveLength(5)
  })
})

/** The first two commands of the Edit menu. */
const editMenu = async (app: ElectronApplication): Promise<readonly string[]> =>
  (await menuLines(app))
    .filter(({ menu }) => menu === 'Edit')
    .slice(0, 2)
    .map(({ label }) => label)
