// Draws the pictures of the guide, in the light theme: with CAMPAIGN_DESK_GUIDE_PICTURES=1 only, because they
// replace files of the project.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { ROOT } from '../../build/paths.ts'
import { expect, test } from './fixtures.ts'
import {
  artworkViewer,
  chooseCampaign,
  downloadShownCampaign,
  resize,
  waitForFewerRows,
  waitForList,
} from './steps.ts'

const FOLDER = join(ROOT, 'docs', 'pictures')
/** Sharp on dense displays, and still small. */
const SCALE = 1.25
const QUALITY = 0.82
const WIDTH = 1_280
const HEIGHT = 800

/** As long as the window stays the same for this time, nothing loads any more. */
const STILL_MS = 6_000

/** Returns a picture of the window in which nothing changes any more, as PNG in Base64. */
async function stillPicture(page: Page): Promise<string> {
  let previous = ''
  for (;;) {
    const png = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')
    if (png === previous) return png
    previous = png
    await page.waitForTimeout(STILL_MS)
  }
}

/** Saves a picture of the window when nothing in it loads any more. */
async function draw(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  const png = await stillPicture(page)
  const webp = await page.evaluate(
    async ({ data, quality }) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0)
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
      const encoded = new Uint8Array(await blob.arrayBuffer())
      return Array.from(encoded, (byte) => String.fromCodePoint(byte)).join('')
    },
    { data: png, quality: QUALITY },
  )
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(webp, 'latin1'))
}

async function setLightTheme(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ nativeTheme }) => {
    nativeTheme.themeSource = 'light'
  })
}

const args = [`--force-device-scale-factor=${String(SCALE)}`]

if (process.env['CAMPAIGN_DESK_GUIDE_PICTURES'] === '1') {
  test('the first screen', async ({ start }) => {
    mkdirSync(FOLDER, { recursive: true })
    const { app, page } = await start({ args })
    await setLightTheme(app)
    await resize(app, WIDTH, HEIGHT)
    await draw(page, 'welcome')
  })

  test('the sample campaigns', async ({ startWithSample, folder }) => {
    const { app, page } = await startWithSample({ args })
    await setLightTheme(app)
    // The dialog shows the folder of exports, as a person has it.
    const downloads = join(folder, 'Downloads')
    mkdirSync(downloads)
    await app.evaluate(
      (electron, paths) => {
        process.env['HOME'] = paths.home
        electron.app.setPath('downloads', paths.downloads)
      },
      { home: folder, downloads },
    )
    await resize(app, WIDTH, HEIGHT)
    const tab = (name: string): Promise<void> => page.getByRole('tab', { name }).click()

    await test.step('items', async () => {
      await page.getByRole('searchbox').fill('poster')
      await waitForList(page)
      const grid = page.getByRole('grid', { name: 'Items' })
      await grid.focus()
      for (let count = 0; count < 3; count += 1) await page.keyboard.press('ArrowDown')
      await draw(page, 'items')
      await page.getByRole('columnheader', { name: 'Quantity', exact: true }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Filter by “Quantity”…' }).click()
      const builder = page.getByRole('dialog', { name: 'Filter', exact: true })
      await builder.getByRole('button', { name: /^Operator/u }).click()
      await page.getByRole('menuitemradio', { name: 'at least', exact: true }).click()
      await builder.getByRole('textbox', { name: 'Value' }).fill('50')
      await waitForFewerRows(page, 21)
      await draw(page, 'filter')
      await builder.getByRole('button', { name: 'Clear all' }).click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('win')
      await expect(page.getByRole('option', { name: /Open in new window/u })).toBeVisible()
      await draw(page, 'palette')
      await page.keyboard.press('Escape')
    })

    await test.step('export', async () => {
      await page.keyboard.press('ControlOrMeta+e')
      await expect(page.getByRole('dialog')).toBeVisible()
      await draw(page, 'export')
      await page.keyboard.press('Escape')
    })

    await test.step('artwork', async () => {
      await page.getByRole('searchbox').fill('')
      await waitForList(page)
      await page.getByRole('grid', { name: 'Items' }).focus()
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(artworkViewer(page)).toBeVisible()
      await expect(artworkViewer(page).locator('img')).not.toHaveCount(0)
      await draw(page, 'artwork')
      await page.keyboard.press('Escape')
    })

    await test.step('review', async () => {
      await page.getByRole('grid', { name: 'Items' }).focus()
      await page.keyboard.press('ControlOrMeta+Shift+Enter')
      for (const mark of ['1', '1', '2', '1', '3']) await page.keyboard.press(mark)
      await draw(page, 'review')
      await page.keyboard.press('Escape')
    })

    await test.step('views of the campaign', async () => {
      await downloadShownCampaign(page)
      for (const [name, picture] of [
        ['Overview', 'overview'],
        ['Changes', 'changes'],
        ['Checks', 'checks'],
        ['Statistics', 'statistics'],
      ] as const) {
        await tab(name)
        if (name === 'Changes') await page.keyboard.press('ControlOrMeta+i')
        await draw(page, picture)
      }
    })

    await test.step('views of all campaigns', async () => {
      for (const campaign of ['Black Week', 'Christmas', 'Winter Wellness']) {
        await chooseCampaign(page, campaign)
        await downloadShownCampaign(page)
      }
      await chooseCampaign(page, 'Home')
      await draw(page, 'home')
      await chooseCampaign(page, 'All campaigns')
      await page
        .getByRole('button', { name: /^Fetch details/u })
        .first()
        .click()
      await expect(page.getByRole('button', { name: /^Fetch details/u })).toHaveCount(0)
      await tab('Timeline')
      await draw(page, 'timeline')
      await page.keyboard.press('ControlOrMeta+,')
      await draw(page, 'settings')
    })
  })
}
