import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { attachScreenshots, runCommand, cells, gridRowCount, waitForFewerRows, resize } from './steps.ts'

test('words, patterns and a pasted list find their rows by keyboard', async ({ startWithSample }, info) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 800)
  const grid = page.getByRole('grid', { name: 'Items' })
  const searchModeButton = page.getByRole('button', { name: /^Search mode/u })
  const marks = grid.locator('mark')

  // Words in any order and case.
  await page.keyboard.press('ControlOrMeta+F')
  const name = (await cells(page, 0))[2] ?? ''
  const [first = '', second = ''] = name.split(' ')
  await page.keyboard.type(`${second.toLowerCase()} ${first.toUpperCase()}`)
  await expect(searchModeButton).toHaveAccessibleName('Search mode: Words, automatic')
  await waitForFewerRows(page, 260)
  await expect(marks.first()).toBeVisible()
  // The rows for half a word appear first.
  await expect
    .poll(async () => (await marks.allTextContents()).map((text) => text.toLowerCase()))
    .toEqual(expect.arrayContaining([second.toLowerCase(), first.toLowerCase()]))
  await expect(page.getByRole('status').filter({ hasText: /of 260 items/u })).toBeVisible()

  // As a pattern, the same text means something else: the mode is chosen next to the field, which gets the
  // focus again.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(searchModeButton).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('patt')
  await page.keyboard.press('Enter')
  await expect(searchModeButton).toHaveAccessibleName('Search mode: Pattern')
  await expect(page.getByRole('searchbox', { name: 'Search items…' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('^KW26-000[1-3]')
  await expect.poll(() => gridRowCount(page)).toBeGreaterThan(0)

  await attachScreenshots(page, info, 'pattern')
  await searchModeButton.click()
  await expectAccessible(page, 'search modes')
  await attachScreenshots(page, info, 'modes')
  await page.keyboard.press('Escape')

  // A list from a spreadsheet, in its order, with the missing entries.
  await page.getByRole('searchbox', { name: 'Search items…' }).fill('')
  await expect.poll(() => gridRowCount(page)).toBe(260)
  const pasted = [(await cells(page, 5))[1] ?? '', 'NO-SUCH-NUMBER', (await cells(page, 2))[1] ?? '']
  await app.evaluate(async ({ clipboard }, text) => {
    await clipboard.writeText(text)
  }, pasted.join('\r\n'))
  await page.getByRole('searchbox', { name: 'Search items…' }).press('ControlOrMeta+V')
  const chip = page.getByRole('button', { name: /^List: 2 of 3 found/u })
  await expect(chip).toBeVisible()
  await expect.poll(async () => (await cells(page, 0))[1]).toBe(pasted[0])
  await expect.poll(async () => (await cells(page, 1))[1]).toBe(pasted[2])
  await chip.click()
  await expect(page.getByRole('list', { name: 'Not found: 1' })).toHaveText('NO-SUCH-NUMBER')
  await expectAccessible(page, 'list')
  await attachScreenshots(page, info, 'list')
  await page.getByRole('button', { name: 'Change list…' }).click()
  await expect(page.getByRole('textbox', { name: 'POS numbers or IDs' })).toBeFocused()
  await expectAccessible(page, 'dialog for a list')
  await attachScreenshots(page, info, 'list-dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove list: 2 of 3 found' }).click()
  await expect.poll(() => gridRowCount(page)).toBe(260)

  // Also by the palette.
  await runCommand(page, 'paste a list')
  await expect(page.getByRole('dialog', { name: 'Paste a list' })).toBeVisible()
})

test('fields are suggested while typing, and an error is underlined, by keyboard', async ({
  startWithSample,
}, info) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 800)
  const search = page.getByRole('searchbox', { name: 'Search items…' })
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  const marks = page.getByRole('grid', { name: 'Items' }).locator('mark')

  await page.keyboard.press('ControlOrMeta+F')
  await page.keyboard.type('-nothing ele')
  await expect(page.getByRole('button', { name: 'Search mode: Fields, automatic' })).toBeVisible()
  await expect(suggestions.getByRole('option').first()).toHaveAccessibleName(/^element:/u)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('wobb')
  await expect(suggestions.getByRole('option', { name: /^"Shelf wobbler"/u })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page, 'suggestions')
  await attachScreenshots(page, info, 'suggestions')
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('-nothing element:"Shelf wobbler" ')
  await expect
    .poll(async () => [...new Set(await marks.allTextContents())].map((text) => text.toLowerCase()))
    .toEqual(['shelf wobbler'])
  const matchCount = await waitForFewerRows(page, 260)

  // A hint appears after a pause, and the rows stay. Inserted at once, because half of it is a word.
  await page.keyboard.insertText('qty:lots')
  await expect(search).toHaveAccessibleDescription(/Enter a number, such as 5/u)
  await expect(page.locator('.mirror .wrong')).toHaveText('lots')
  await expect.poll(() => gridRowCount(page)).toBe(matchCount)
  await expectAccessible(page, 'error')
  await attachScreenshots(page, info, 'error')
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('>=0')
  await expect(search).not.toHaveAccessibleDescription(/./u)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Items' })).toBeFocused()
})

test('recent searches and a misspelled field are chosen by keyboard', async ({ startWithSample }) => {
  const { page } = await startWithSample()
  const search = page.getByRole('searchbox', { name: 'Search items…' })
  const starts = page.getByRole('listbox', { name: 'Recent and saved searches' })
  await expect(page.locator('.search-box kbd').first()).toBeVisible()

  await page.keyboard.press('ControlOrMeta+F')
  await expect(page.locator('.search-box .shortcut')).toBeHidden()
  await expect(starts).toBeHidden()
  await page.keyboard.type('statsu:3')
  const correction = page.getByRole('button', { name: 'status:', exact: true })
  await expect(correction).toBeVisible()
  const { y } = (await page.getByRole('grid', { name: 'Items' }).boundingBox()) ?? { y: 0 }
  await expectAccessible(page, 'correction')
  await page.keyboard.press('ArrowRight')
  await expect(search).toHaveValue('status:3')
  await expect(correction).toBeHidden()
  const found = await waitForFewerRows(page, 260)
  // Nothing has moved.
  expect((await page.getByRole('grid', { name: 'Items' }).boundingBox())?.y).toBe(y)

  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+F')
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect.poll(() => gridRowCount(page)).toBe(260)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Items' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+F')
  await expect(starts.getByRole('option').first()).toHaveAccessibleName(/status:3/u)
  await expectAccessible(page, 'recent searches')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('status:3')
  await expect.poll(() => gridRowCount(page)).toBe(found)
})
