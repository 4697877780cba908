import { join } from 'node:path'
import { readPdf, pdfText } from '../support/pdf.ts'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { pressEnter, waitForFewerRows } from './steps.ts'

/** Variables that the test adds to main’s global scope. */
interface MainScope {
  gc: () => void
  startedPdfs: number
  continuePdf: () => void
}

const A4_LANDSCAPE = [843, 596]
const A4 = [596, 843]

test(
  'a list is printed as it is shown, with its header on each page, by keyboard',
  { tag: '@packaged' },
  async ({ startWithSample, folder }) => {
    const { app, page } = await startWithSample()
    await page.getByRole('grid', { name: 'Items' }).focus()
    await press(page, 'ArrowDown')
    const dialog = page.getByRole('dialog', { name: 'Print list' })
    const file = join(folder, 'list.pdf')
    await answerSaveDialog(app, file)

    await test.step('the whole list in landscape, after a preview', async () => {
      await press(page, 'ControlOrMeta+Shift+p')
      await expect(dialog.getByText('260 rows, 9 columns')).toBeVisible()
      const sheets = dialog.frameLocator('iframe').locator('.sheet')
      await expect(sheets.first().locator('tbody tr')).toHaveCount(30)
      await expect(dialog.getByText(/^Page 1 of \d+$/u)).toBeVisible()
      const cells = await sheets
        .locator('tbody td')
        .evaluateAll((all) =>
          all.map(({ textContent, scrollWidth, clientWidth }) => ({
            isCut: textContent.endsWith('…'),
            excess: scrollWidth - clientWidth,
          })),
        )
      expect(cells.some(({ isCut }) => isCut)).toBe(true)
      expect(cells.filter(({ excess }) => excess > 1)).toEqual([])
      await pressEnter(dialog.getByRole('button', { name: 'Next page' }))
      await expect(dialog.getByText(/^Page 2 of \d+$/u)).toBeVisible()
      await expect(dialog.getByText(/^\d+ pages, /u)).toBeVisible()
      await expect(dialog.getByRole('combobox', { name: 'Orientation' })).toHaveValue('landscape')
      await expectAccessible(page, 'the print dialog')
      await dialog.getByRole('combobox', { name: 'Paper' }).selectOption('A4')
      await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
      await expect(dialog.getByText('list.pdf is ready')).toBeVisible()
      await page.keyboard.press('Escape')

      const { pages, sizes, isTagged, isActive } = readPdf(file)
      // Pages of 30 rows, and at most two more for names that need two lines in a wide font.
      expect(pages).toBeGreaterThanOrEqual(9)
      expect(pages).toBeLessThanOrEqual(11)
      expect({ sizes, isTagged, isActive }).toEqual({
        sizes: Array.from({ length: pages }, () => A4_LANDSCAPE),
        isTagged: true,
        isActive: false,
      })
      const text = pdfText(file)
      if (text === null) {
        console.log('Skipped the text of the list: pdftotext is not installed.')
        return
      }
      const pageTexts = text.split('\f').slice(0, pages)
      expect(pageTexts[0]).toContain('260 items')
      for (const [index, pageText] of pageTexts.entries()) {
        expect(pageText).toContain('Quantity')
        expect(pageText).toMatch(new RegExp(`\\b${String(index + 1)} ?/ ?${String(pages)}\\b`, 'u'))
        expect(pageText).toContain(index + 1 === pages ? 'Total, 260 items' : 'Page total, ')
      }
    })

    const filteredCount = await test.step('a filtered list in portrait', async () => {
      await press(page, 'ControlOrMeta+f')
      await page.keyboard.insertText('poster')
      const rows = await waitForFewerRows(page, 260)
      await press(page, 'ControlOrMeta+Shift+p')
      await expect(dialog.getByRole('radio', { name: 'Checklist' })).toBeChecked()
      await dialog.getByRole('combobox', { name: 'Orientation' }).selectOption('Portrait')
      await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
      await expect(dialog.getByText('list.pdf is ready')).toBeVisible()
      await page.keyboard.press('Escape')
      return rows
    })
    const english = { ...readPdf(file), text: pdfText(file) }

    await test.step('the same list in another language', async () => {
      await press(page, 'ControlOrMeta+Shift+p')
      await pressEnter(dialog.getByRole('button', { name: /^Options/u }))
      await dialog.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
      const sheets = dialog.frameLocator('iframe').locator('.sheet')
      await expect(sheets.first().getByRole('columnheader', { name: 'Menge' })).toBeVisible()
      await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
      await expect(dialog.getByText('list.pdf is ready')).toBeVisible()
      await page.keyboard.press('Escape')
    })
    const { sizes, pictures, text } = english
    expect(sizes[0]).toEqual(A4)
    expect(pictures).toEqual([])
    if (text === null) return
    expect(text).toContain(`${String(filteredCount)} items`)
    expect(text).toContain('Search: poster')
    expect(text).toContain('Mark')
    expect(text).toContain('Note')
    const german = pdfText(file)
    expect(german).toContain(`${String(filteredCount)} Artikel`)
    expect(german).toContain('Suche: poster')
  },
)

test('a canceled PDF keeps its page until Electron has printed it, and the next one succeeds', async ({
  startWithSample,
  folder,
}) => {
  const { app, page } = await startWithSample()
  const dialog = page.getByRole('dialog', { name: 'Print list' })
  await answerSaveDialog(app, join(folder, 'list.pdf'))
  // The first PDF waits until the test continues it.
  await app.evaluate(({ app: electron }) => {
    const scope = globalThis as unknown as MainScope
    scope.startedPdfs = 0
    // The packaged application refuses --js-flags.
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
    scope.gc = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
    electron.on('web-contents-created', (_event, contents) => {
      const printToPdf = contents.printToPDF.bind(contents)
      contents.printToPDF = async (options) => {
        scope.startedPdfs += 1
        if (scope.startedPdfs === 1) await new Promise<void>((resolve) => (scope.continuePdf = resolve))
        return printToPdf(options)
      }
    })
  })
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
  await expect.poll(() => app.evaluate(() => (globalThis as unknown as MainScope).startedPdfs)).toBe(1)
  await pressEnter(dialog.getByRole('button', { name: 'Cancel export' }))
  await expect(dialog.getByText('Export canceled')).toBeVisible()
  const pages = await app.evaluate(async ({ webContents }) => {
    const scope = globalThis as unknown as MainScope
    for (let turn = 0; turn < 5; turn += 1) {
      scope.gc()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const printPages = webContents
      .getAllWebContents()
      .filter((contents) => contents.getURL().includes('print'))
    scope.continuePdf()
    return printPages.length
  })
  expect(pages).toBe(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
  await expect(dialog.getByText('list.pdf is ready')).toBeVisible()
  // The page of the canceled PDF is closed then.
  await expect.poll(() => app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1)
})
