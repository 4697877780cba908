import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, FrameLocator, Locator, Page } from 'playwright/test'
import { readPdf, pdfText } from '../support/pdf.ts'
import { png, truncated } from '../support/pictures.ts'
import type { Behavior } from '../support/service/script.ts'
import { startTestService } from '../support/service/start.ts'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import {
  connect,
  downloadCampaign,
  findCampaigns,
  forgetConnections,
  gridRowCount,
  openSample,
  pressEnter,
  reviewProgress,
  writeNote,
} from './steps.ts'

const A4 = [596, 843]
const LETTER = [612, 792]
const KEY = 'k-51c0-report'

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
    await expect(dialog.getByText('1 page, A4 portrait')).toBeVisible()
    await expect(dialog.getByText('Page 1 of 1')).toBeVisible()
    await expectAccessible(page, 'the report dialog')
    await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
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
    expect(text).toMatch(/Data as of .* 1 ?\/ ?1\b/u)
    expect(text).toContain('<img src=x onerror=alert(1)>')
    expect(text).toContain('角が破れています')
    expect(text.search(/^\s*Problems +3$/mu)).toBeGreaterThan(0)
    expect(text.search(/^\s*Questions +1$/mu)).toBeGreaterThan(text.search(/^\s*Problems +3$/mu))
    expect(text).toMatch(/\b1 +OK\b/u)
    expect(text).not.toMatch(/^\s*OK +1\b/mu)
    expect(text).not.toContain('OK item')
  })

  await test.step('all items on US Letter, replacing an earlier file', async () => {
    await press(page, 'ControlOrMeta+p')
    const dialog = page.getByRole('dialog', { name: 'Review report' })
    for (const name of ['OK', 'Notes and photos without a mark'])
      await dialog.getByRole('checkbox', { name }).press('Space')
    await expect(dialog.getByText('Kids Week · 6 items')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Paper' }).selectOption('US Letter')
    const shown = await previewedPages(dialog, 'US Letter')
    await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
    await expect(dialog.getByText('review.pdf is ready')).toBeVisible()
    await page.keyboard.press('Escape')
    const { pages, sizes } = readPdf(file)
    expect(pages).toBe(shown)
    expect(sizes).toEqual(Array.from({ length: pages }, () => LETTER))
    const text = pdfText(file)
    // An item marked OK without a note is only listed.
    if (text !== null) expect(text).toMatch(/^\s*OK +1 .*Marked [^]*^ *POS\b/mu)
  })

  await test.step('on paper with the system’s dialog', async () => {
    await answerPrintDialog(app, true)
    await press(page, 'ControlOrMeta+p')
    const dialog = page.getByRole('dialog', { name: 'Review report' })
    await pressEnter(dialog.getByRole('button', { name: 'Print…' }))
    await expect(dialog.getByText('Sent to the printer')).toBeVisible()
    await page.keyboard.press('Escape')

    await answerPrintDialog(app, false)
    await press(page, 'ControlOrMeta+p')
    await pressEnter(dialog.getByRole('button', { name: 'Print…' }))
    await expect(dialog.getByText('Not printed')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a folder that cannot be written to is reported', async () => {
    await answerSaveDialog(app, join(folder, 'missing', 'review.pdf'))
    await press(page, 'ControlOrMeta+p')
    const dialog = page.getByRole('dialog', { name: 'Review report' })
    await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
    await expect(dialog.getByText('Report couldn’t be created')).toBeVisible()
    expect(existsSync(join(folder, 'missing'))).toBe(false)
  })

  await test.step('no page and no process stays, also after a preview without a PDF', async () => {
    const dialog = page.getByRole('dialog', { name: 'Review report' })
    await page.keyboard.press('Escape')
    await press(page, 'ControlOrMeta+p')
    await expect(dialog.frameLocator('iframe').locator('.sheet').first()).toContainText('Torn at the edge')
    await page.keyboard.press('Escape')
    const open = () =>
      app.evaluate(({ app: electron, webContents }) => ({
        pages: webContents.getAllWebContents().length,
        renderers: electron.getAppMetrics().filter(({ type }) => type === 'Tab').length,
      }))
    // The process that draws pictures waits for more of them first.
    await expect.poll(open).toEqual({ pages: 1, renderers: 1 })
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
  const shown = await previewedPages(dialog, 'A4')
  await expectWholeItems(dialog.frameLocator('iframe'), 260)
  await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
  await expect(dialog.getByText('review.pdf is ready')).toBeVisible()
  const { pages, pictures } = readPdf(file)
  expect(pages).toBeGreaterThan(30)
  expect(pages).toBe(shown)
  expect(pictures.length).toBeGreaterThan(100)
  const text = pdfText(file)
  if (text === null) return
  for (const [index, pageText] of text.split('\f').slice(0, pages).entries()) {
    expect(pageText).toContain('Review report')
    expect(pageText).toMatch(new RegExp(`\\b${String(index + 1)} ?/ ?${String(pages)}\\b`, 'u'))
  }
})

test('a note that is longer than a page continues on the next ones', async ({ startWithSample, folder }) => {
  const { app, page } = await startWithSample()
  await page.getByRole('grid', { name: 'Items' }).focus()
  await press(page, 'ControlOrMeta+Shift+m')
  for (const key of ['2', '2', '3']) await press(page, key)
  const lines = Array.from({ length: 150 }, (_, line) => `Line ${String(line)} of the note.`)
  await press(page, 'ControlOrMeta+Home')
  await writeNote(page, lines.join('\n'))
  const file = join(folder, 'review.pdf')
  await answerSaveDialog(app, file)
  await press(page, 'ControlOrMeta+p')
  const dialog = page.getByRole('dialog', { name: 'Review report' })
  const shown = await previewedPages(dialog, 'A4')
  expect(shown).toBeGreaterThan(2)
  const frame = dialog.frameLocator('iframe')
  await expectWholeItems(frame, 3)
  await expect(frame.getByRole('heading', { name: /\(continued\)$/u })).toHaveCount(shown - 1)
  const notes = await frame.locator('.note').allTextContents()
  expect(notes.join('').split('\n')).toEqual(lines)
  await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
  await expect(dialog.getByText('review.pdf is ready')).toBeVisible()
  expect(readPdf(file).pages).toBe(shown)
  const text = pdfText(file)
  if (text !== null) expect(text.match(/Line \d+ of the note\./gu)).toEqual(lines)
})

test('a report states why a picture is missing', async ({ start, folder }) => {
  await using service = await startTestService({ items: 3, campaigns: 1, key: KEY })
  const [campaign] = service.plan.campaigns
  const files: Readonly<Record<string, Behavior>> = {
    'cut.png': { kind: 'bytes', body: truncated(png(1)) },
    'gone.png': { kind: 'status', status: 404 },
  }
  service.script(
    Object.entries(files).map(([name, behavior]) => ({
      when: ({ path }) => path === `/files/${name}`,
      behavior,
    })),
  )
  for (const [index, id] of service.items.idsOf(campaign?.id ?? '').entries()) {
    const name = Object.keys(files)[index]
    const artworks =
      name === undefined
        ? []
        : [{ _id: name, name, fileId: { thumbnailUrl: `${service.origin}/files/${name}` } }]
    service.items.update(id, {
      itemId: { name: `Item ${String(index)}`, artworks },
      hasArtwork: name !== undefined,
    })
  }
  const { app, page } = await start()
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await downloadCampaign(page, campaign?.name ?? '')
  await expect.poll(() => gridRowCount(page)).toBe(3)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const runs = await window.api.call('pictures.list')
        return runs.ok && runs.value.some(({ state }) => state === 'incomplete')
      }),
    )
    .toBe(true)
  await page.getByRole('grid', { name: 'Items' }).focus()
  await press(page, 'ControlOrMeta+Shift+m')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('2')
  await expect(reviewProgress(page)).toHaveText('3 of 3 reviewed')
  const file = join(folder, 'review.pdf')
  await answerSaveDialog(app, file)
  await press(page, 'ControlOrMeta+p')
  const dialog = page.getByRole('dialog', { name: 'Review report' })
  const item = (name: string) => dialog.frameLocator('iframe').getByRole('article').filter({ hasText: name })
  await expect(item('Item 0')).toContainText('No picture: file incomplete or damaged')
  await expect(item('Item 1')).toContainText('No picture: file not found')
  await expect(item('Item 2')).toContainText('No artwork')
  await pressEnter(dialog.getByRole('button', { name: 'Save as PDF…' }))
  await expect(dialog.getByText('review.pdf is ready')).toBeVisible()
  const text = pdfText(file)?.replace(/\s+/gu, ' ')
  if (text !== undefined)
    for (const reason of ['incomplete or', 'file not', 'No artwork']) expect(text).toContain(reason)
  await forgetConnections(page)
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

/** Waits for the preview, and returns the number of its pages. */
async function previewedPages(dialog: Locator, paper: string): Promise<number> {
  const text = dialog.getByText(new RegExp(`^\\d+ pages?, ${paper} portrait$`, 'u'))
  await expect(text).toBeVisible()
  const pages = Number.parseInt((await text.textContent()) ?? '', 10)
  await expect(dialog.frameLocator('iframe').locator('.sheet')).toHaveCount(pages)
  return pages
}

/**
 * Expects that items of a preview, or the parts of one that is higher than a page, are whole on their pages.
 */
async function expectWholeItems(frame: FrameLocator, items: number): Promise<void> {
  const articles = frame.locator('article')
  const cut = await articles.evaluateAll((all) =>
    all.flatMap((article) => {
      const { top, bottom } = article.getBoundingClientRect()
      const page = article.closest('.sheet')
      const footer = page?.querySelector('footer')?.getBoundingClientRect().top ?? 0
      const header = page?.querySelector('.title')?.getBoundingClientRect().bottom ?? 0
      return top >= header && bottom <= footer ? [] : [article.textContent]
    }),
  )
  expect(cut).toEqual([])
  await expect(articles.filter({ hasNotText: '(continued)' })).toHaveCount(items)
}

/** Answers the print dialogs of the next pages. */
async function answerPrintDialog(app: ElectronApplication, isPrinted: boolean): Promise<void> {
  await app.evaluate(({ app: electron }, succeeds) => {
    // Pages that draw pictures may open too.
    electron.on('web-contents-created', (_event, contents) => {
      contents.print = (_options, callback) => callback?.(succeeds, succeeds ? '' : 'Print job canceled')
    })
  }, isPrinted)
}
