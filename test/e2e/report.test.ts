import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { readPdf, pdfText } from '../support/pdf.ts'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { gridRowCount, openSample, reviewProgress, writeNote } from './steps.ts'

const A4 = [596, 843]
const LETTER = [612, 792]

const NOTES = [
  'Torn at the edge <img src=x onerror=alert(1)>',
  'الملصق ممزق عند الحافة، 12 قطعة',
  '角が破れています。再印刷してください。',
] as const

test('a review report is written as a PDF by keyboard, with pictures, notes and page numbers', async ({
  start,
  folder,
}) => {
  const { app, page } = await start()
  await reviewSample(page)

  const file = join(folder, 'review.pdf')
  await test.step('problems and questions, on A4', async () => {
    await answerSaveDialog(app, file)
    await press(page, 'ControlOrMeta+p')
    const dialog = page.getByRole('dialog', { name: 'Review report' })
    await expect(dialog.getByText('Kids Week · 4 items')).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: 'OK' })).not.toBeChecked()
    await expect(dialog.frameLocator('iframe').locator('.sheet')).toContainText('Torn at the edge')
    await expectAccessible(page, 'the report dialog')
    await dialog.getByRole('button', { name: 'Save as PDF…' }).press('Enter')
    await expect(dialog.getByText('review.pdf is ready')).toBeVisible()
    await expect(dialog.getByText(/^4 items, /u)).toBeVisible()
    await expectAccessible(page, 'a written report')
    await page.keyboard.press('Escape')

    const { pages, sizes, pictures, isTagged, isActive } = readPdf(file)
    expect({ pages, sizes, isTagged, isActive }).toEqual({
      pages: 1,
      sizes: [A4],
      isTagged: true,
      isActive: false,
    })
    expect(pictures.length).toBeGreaterThan(0)
    expect(new Set(pictures)).toEqual(new Set(['DCTDecode']))
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  await test.step('its text', () => {
    const text = pdfText(file)
    if (text === null) {
      console.log('Skipped the text of the report: pdftotext is not installed.')
      return
    }
    expect(text).toContain('Kids Week')
    expect(text).toContain('5 of 260 reviewed')
    expect(text).toContain('Page 1 of 1')
    expect(text).toContain('<img src=x onerror=alert(1)>')
    expect(text).toContain('角が破れています')
    expect(text.indexOf('Problems (3)')).toBeGreaterThan(0)
    expect(text.indexOf('Questions (1)')).toBeGreaterThan(text.indexOf('Problems (3)'))
    expect(text).not.toContain('OK (1)')
  })

  await test.step('all items on US Letter, replacing an earlier file', async () => {
    await press(page, 'ControlOrMeta+p')
    const dialog = page.getByRole('dialog', { name: 'Review report' })
    for (const name of ['OK', 'Notes and photos without a mark'])
      await dialog.getByRole('checkbox', { name }).press('Space')
    await expect(dialog.getByText('Kids Week · 6 items')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Paper' }).selectOption('US Letter')
    await dialog.getByRole('button', { name: 'Save as PDF…' }).press('Enter')
    await expect(dialog.getByText('review.pdf is ready')).toBeVisible()
    await page.keyboard.press('Escape')
    const { pages, sizes } = readPdf(file)
    expect(sizes).toEqual(Array.from({ length: pages }, () => LETTER))
  })

  await test.step('on paper with the system’s dialog', async () => {
    await answerPrintDialog(app, true)
    await press(page, 'ControlOrMeta+p')
    const dialog = page.getByRole('dialog', { name: 'Review report' })
    await dialog.getByRole('button', { name: 'Print…' }).press('Enter')
    await expect(dialog.getByText('Handed to the printer')).toBeVisible()
    await page.keyboard.press('Escape')

    await answerPrintDialog(app, false)
    await press(page, 'ControlOrMeta+p')
    await dialog.getByRole('button', { name: 'Print…' }).press('Enter')
    await expect(dialog.getByText('Not printed')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a folder that cannot be written to is reported', async () => {
    await answerSaveDialog(app, join(folder, 'missing', 'review.pdf'))
    await press(page, 'ControlOrMeta+p')
    const dialog = page.getByRole('dialog', { name: 'Review report' })
    await dialog.getByRole('button', { name: 'Save as PDF…' }).press('Enter')
    await expect(dialog.getByText('The report could not be made')).toBeVisible()
    expect(existsSync(join(folder, 'missing'))).toBe(false)
  })

  await test.step('no page stays open', async () => {
    const openPages = () =>
      app.evaluate(({ BrowserWindow, webContents }) => ({
        windows: BrowserWindow.getAllWindows().length,
        printed: webContents.getAllWebContents().filter((contents) => contents.getURL().includes('//print'))
          .length,
      }))
    await expect.poll(openPages).toEqual({ windows: 1, printed: 0 })
  })
})

test('a report of a whole campaign has several pages', async ({ startWithSample, folder }) => {
  const { app, page } = await startWithSample()
  await page.getByRole('grid', { name: 'Items' }).focus()
  await press(page, 'ControlOrMeta+Shift+m')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('2')
  await expect(reviewProgress(page)).toHaveText('260 of 260 reviewed')
  const file = join(folder, 'review.pdf')
  await answerSaveDialog(app, file)
  await press(page, 'ControlOrMeta+p')
  const dialog = page.getByRole('dialog', { name: 'Review report' })
  await expect(dialog.getByText('Kids Week · 260 items')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save as PDF…' }).press('Enter')
  await expect(dialog.getByText('review.pdf is ready')).toBeVisible()
  const { pages, pictures } = readPdf(file)
  expect(pages).toBeGreaterThan(30)
  expect(pictures.length).toBeGreaterThan(100)
})

test('printed pages cannot be read by other pages', async ({ start }) => {
  const { app, page } = await start()
  const statuses = await app.evaluate(async ({ net }) => {
    const status = async (path: string): Promise<number> =>
      (await net.fetch(`campaign-desk://print/${path}`)).status
    return [
      await status(''),
      await status('index.html'),
      await status(`${'0'.repeat(32)}/`),
      await status(`${'0'.repeat(32)}/head`),
      await status('assets/..%2f..%2fmain.js'),
    ]
  })
  expect(statuses).toEqual([404, 404, 404, 404, 404])
  const fetched = await page.evaluate(() =>
    fetch('campaign-desk://print/assets/index.js').then(
      () => 'fetched',
      () => 'refused',
    ),
  )
  expect(fetched).toBe('refused')
})

/** Reviews six items of a sample campaign. */
async function reviewSample(page: Page): Promise<void> {
  await openSample(page, 'Kids Week')
  await expect.poll(() => gridRowCount(page)).toBe(260)
  const grid = page.getByRole('grid', { name: 'Items' })
  await grid.focus()
  await press(page, 'ControlOrMeta+Shift+m')
  for (const key of ['2', '2', '2', '3', '1']) await press(page, key)
  await expect(reviewProgress(page)).toHaveText('5 of 260 reviewed')
  await writeNote(page, 'Only a note')
  for (const text of NOTES) {
    await press(page, text === NOTES[0] ? 'ControlOrMeta+Home' : 'ArrowDown')
    await writeNote(page, text)
  }
}

/** Answers the print dialog of the next page. */
async function answerPrintDialog(app: ElectronApplication, isPrinted: boolean): Promise<void> {
  await app.evaluate(({ app: electron }, succeeds) => {
    electron.once('web-contents-created', (_event, contents) => {
      contents.print = (_options, callback) => callback?.(succeeds, succeeds ? '' : 'Print job canceled')
    })
  }, isPrinted)
}
