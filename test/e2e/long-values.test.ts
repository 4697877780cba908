import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { memoryOf } from '../bench/memory-use.ts'
import {
  changeLongValues,
  LONG,
  sendLongItems,
  sendLongValues,
  sendManyValues,
  unbroken,
} from '../fixtures/hostile/long-values.ts'
import { HOSTILE_NAMES } from '../fixtures/hostile/texts.ts'
import {
  MAX_FRAME_MS,
  memoryOfProcesses,
  watchFrames,
  watchMemory,
  type LongestFrame,
} from '../support/app-measurements.ts'
import { repetitions } from '../support/repetitions.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { answerSaveDialog, expect, test as base } from './fixtures.ts'
import {
  attachScreenshots,
  chooseTheme,
  connect,
  DOWNLOAD_TIMEOUT_MS,
  downloadShownCampaign,
  exportTo,
  findCampaigns,
  gridRowCount,
  resize,
  waitForList,
} from './steps.ts'

const KEY = 'k-4c1d7e02-long-values-key'

const test = base.extend<{ service: TestService }>({
  service: async ({}, use) => {
    const service = await startTestService({
      key: KEY,
      items: 60,
      campaigns: 3,
      limit: { default: 20, max: 20 },
    })
    sendLongValues(service)
    await use(service)
    await service.close()
  },
})

/** Without pages of files, of which a running application has 50 to 150 MB. */
const MAX_MEGABYTES = 750

async function expectResponsive(
  app: ElectronApplication,
  longestFrame: () => Promise<LongestFrame>,
  state: string,
): Promise<void> {
  const { elapsed, used: usedTime } = await longestFrame()
  const used = await megabytes(app)
  console.log(
    `${state}: a frame took ${elapsed.toFixed(0)} ms and used ${usedTime.toFixed(0)} ms; ${used.toFixed(0)} MB`,
  )
  expect(usedTime, `the longest frame: ${state}`).toBeLessThan(MAX_FRAME_MS)
  // Garbage collection happens later.
  await expect
    .poll(() => megabytes(app), { message: `memory of all processes: ${state}` })
    .toBeLessThan(MAX_MEGABYTES)
}

async function megabytes(app: ElectronApplication): Promise<number> {
  return (memoryOfProcesses(app.process()) ?? (await memoryOf(app)).together.workingSet) / 2 ** 20
}

/** The longest text or attribute of the page. */
function longestText(page: Page): Promise<number> {
  return page.evaluate(() => {
    let longest = document.title.length
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      longest = Math.max(longest, node.nodeValue?.length ?? 0)
      if (node instanceof Element)
        for (const { value } of node.attributes) longest = Math.max(longest, value.length)
    }
    return longest
  })
}

async function expectClipped(page: Page, state: string): Promise<void> {
  expect(await longestText(page), `the longest text in the page: ${state}`).toBeLessThan(2_600)
}

/** A cell of the first rendered row. */
const cell = (page: Page, column: number): Locator =>
  page
    .getByRole('grid', { name: 'Items' })
    .locator(`.row [aria-colindex="${String(column + 1)}"]`)
    .first()

/** Electron 44 and later read the clipboard asynchronously. */
const clipboardText = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText())

const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') })

test('long unbroken values leave the window responsive, and are shown in full on request', async ({
  start,
  service,
  folder,
}, info) => {
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  const campaigns = page.getByRole('navigation', { name: 'Campaigns' })
  await expect(campaigns.getByText(/^Longname/u).first()).toBeVisible()
  const longestFrame = await watchFrames(app, page)
  await expectResponsive(app, longestFrame, 'connected')
  const check = async (state: string): Promise<void> => {
    await expectClipped(page, state)
    await expectResponsive(app, longestFrame, state)
    await attachScreenshots(page, info, state)
  }

  await campaigns
    .getByText(/^Longname/u)
    .first()
    .click()
  await downloadShownCampaign(page)
  await tab(page, 'Items').click()
  await expect.poll(() => gridRowCount(page)).toBeGreaterThan(10)
  await waitForList(page)
  await check('list')

  const details = page.getByRole('complementary', { name: 'Item details' })
  await cell(page, 2).click()
  await expect(details.getByText(/^Remark/u).first()).toBeVisible()
  await check('details')

  await page.getByRole('searchbox', { name: /^Search items/u }).fill('WWWW')
  await waitForList(page)
  await check('search')

  await test.step('a value of 5 MB can be shown and copied in full', async () => {
    await page.getByRole('searchbox', { name: /^Search items/u }).fill('Name1W')
    await expect.poll(() => gridRowCount(page)).toBe(1)
    await cell(page, 2).click()
    await details.getByRole('button', { name: 'Show all of document' }).click()
    const dialog = page.getByRole('dialog', { name: 'document' })
    await expect(dialog.getByText('5,000,000 characters')).toBeVisible()
    await expect(dialog.getByText(/^DocumentW/u)).toBeVisible()
    await expectResponsive(app, longestFrame, 'all of a value')
    await dialog.getByRole('region').press('End')
    await expect(dialog.getByText(/^DocumentW/u)).toBeHidden()
    await expectResponsive(app, longestFrame, 'the end of a value')
    await attachScreenshots(page, info, 'all')
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await clipboardText(app)).toBe(unbroken('Document', LONG.document))
    await page.keyboard.press('Escape')
  })

  await test.step('a copied cell and an exported list contain the full value', async () => {
    await cell(page, 2).click()
    await page.keyboard.press('ControlOrMeta+Shift+c')
    await expect.poll(() => clipboardText(app)).toBe(unbroken('Name1', LONG.value))
    const file = join(folder, 'long.csv')
    await answerSaveDialog(app, file)
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await exportTo(page, file)
    expect(readFileSync(file, 'utf8')).toContain(unbroken('Name1', LONG.value))
    await expectResponsive(app, longestFrame, 'export')
  })

  await page.getByRole('searchbox', { name: /^Search items/u }).fill('')
  await waitForList(page)

  await test.step('a list is printed with clipped values', async () => {
    await answerSaveDialog(app, join(folder, 'list.pdf'))
    await page.keyboard.press('ControlOrMeta+Shift+p')
    const dialog = page.getByRole('dialog', { name: 'Print list' })
    await dialog.getByRole('button', { name: 'Save as PDF…' }).click()
    await expect(dialog.getByText('list.pdf is ready')).toBeVisible()
    await expectResponsive(app, longestFrame, 'print')
    await page.keyboard.press('Escape')
  })

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('option', { name: 'Element', exact: true }).click()
  await page.getByRole('button', { name: 'Choose values' }).click()
  await check('filters')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('Longname')
  await expect(palette.getByRole('option').first()).toBeVisible()
  await check('palette')
  await page.keyboard.press('Escape')

  await tab(page, 'Overview').click()
  await page.getByRole('button', { name: 'Other fields' }).click()
  await expect(page.getByText(/^Notes/u).first()).toBeVisible()
  await check('overview')

  await tab(page, 'Checks').click()
  await expect(page.getByText(/ checks needs attention$/u)).toBeVisible()
  await check('checks')
  await tab(page, 'Artwork').click()
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Element' }).click()
  const sheet = page.getByRole('tree', { name: 'Items as pictures' })
  await expect(sheet.locator('[aria-level="1"]').first()).toContainText('Element0W')
  await check('artwork')
  await tab(page, 'Items').click()
  const tree = page.getByRole('treegrid', { name: 'Items' })
  await expect(tree.locator('[role=row][aria-level="1"]').first()).toContainText('Element0W')
  await check('groups')

  changeLongValues(service)
  await downloadShownCampaign(page)
  await expectResponsive(app, longestFrame, 'second download')
  await tab(page, 'Changes').click()
  await expect(
    page.getByRole('tree', { name: 'Changed items' }).locator('[aria-level="2"]').first(),
  ).toBeVisible()
  await check('changes')
  await chooseTheme(page, 'Dark')
  await check('dark')

  await campaigns
    .getByText(/^\u2068Safe/u)
    .first()
    .click()
  // The name is isolated, and cannot end the isolation.
  await expect(page).toHaveTitle(
    new RegExp(`\u2068${HOSTILE_NAMES.reordering.replace('\u2069', '')}\u2069`, 'u'),
  )
  await check('direction')
})

test.describe('many members, levels and lines', () => {
  test.use({
    service: async ({}, use) => {
      const service = await startTestService({ key: KEY, items: 5, campaigns: 1 })
      sendManyValues(service)
      await use(service)
      await service.close()
    },
  })

  test('leave the window responsive, also after a restart', async ({ start, service }, info) => {
    const first = await start()
    await resize(first.app, 1280, 800)
    await connect(first.page, service.url, KEY)
    await findCampaigns(first.page)
    let longestFrame = await watchFrames(first.app, first.page)
    await first.page.getByRole('navigation', { name: 'Campaigns' }).getByText('Many values').first().click()
    await downloadShownCampaign(first.page)
    await tab(first.page, 'Items').click()
    await expect.poll(() => gridRowCount(first.page)).toBe(5)
    await first.page.getByRole('searchbox', { name: /^Search items/u }).fill('Name0')
    await expect.poll(() => gridRowCount(first.page)).toBe(1)
    await cell(first.page, 2).click()
    const details = first.page.getByRole('complementary', { name: 'Item details' })
    await details.getByRole('button', { name: 'Show all of lines' }).click()
    const dialog = first.page.getByRole('dialog', { name: 'lines' })
    await expect(dialog.getByText('3,000,000 characters')).toBeVisible()
    await dialog.getByRole('region').press('End')
    await expectResponsive(first.app, longestFrame, 'details and many lines')
    await attachScreenshots(first.page, info, 'lines')
    await first.page.keyboard.press('Escape')
    await attachScreenshots(first.page, info, 'details of many values')

    await tab(first.page, 'Overview').click()
    await first.page.getByRole('button', { name: 'Other fields' }).click()
    await expect(first.page.getByText(/[\d,]+ more/u).first()).toBeVisible()
    await expectResponsive(first.app, longestFrame, 'overview of many members')
    await attachScreenshots(first.page, info, 'overview of many members')
    await first.app.close()

    const second = await start()
    longestFrame = await watchFrames(second.app, second.page)
    await second.page.getByRole('button', { name: 'Other fields' }).click()
    await expect(second.page.getByText(/[\d,]+ more/u).first()).toBeVisible()
    await expectResponsive(second.app, longestFrame, 'overview of many members after a restart')
  })
})

/** Downloads of hundreds take minutes. */
const LONG_ITEMS = repetitions(100, 300)

test.describe('many long items', () => {
  test.use({
    service: async ({}, use) => {
      const service = await startTestService({ key: KEY, items: LONG_ITEMS, campaigns: 1, gzip: false })
      sendLongItems(service)
      await use(service)
      await service.close()
    },
  })

  test('stay within the memory limit while they are downloaded, searched, sorted, marked and exported', async ({
    start,
    service,
    folder,
  }) => {
    const { app, page } = await start()
    await resize(app, 1280, 800)
    let peakMemory = watchMemory(app)
    const check = async (state: string): Promise<void> => {
      const peak = ((await peakMemory()) ?? 0) / 2 ** 20
      peakMemory = watchMemory(app)
      console.log(`${state}: at most ${peak.toFixed(0)} MB`)
      expect(peak, `memory of all processes: ${state}`).toBeLessThan(MAX_MEGABYTES)
    }
    await connect(page, service.url, KEY)
    await findCampaigns(page)
    const campaign = page.getByRole('navigation', { name: 'Campaigns' }).getByText('Long items').first()
    await expect(campaign).toBeVisible()
    await campaign.click()
    await downloadShownCampaign(page)
    await check('download')

    await tab(page, 'Items').click()
    await expect.poll(() => gridRowCount(page)).toBeGreaterThan(10)
    const search = page.getByRole('searchbox', { name: /^Search items/u })
    await search.fill('wwww')
    await waitForList(page)
    await search.fill('Name7W')
    await expect.poll(() => gridRowCount(page)).toBe(1)
    await check('search')
    await search.fill('')
    await waitForList(page)
    await page.getByRole('columnheader', { name: /^POS number/u }).click()
    await waitForList(page)
    await cell(page, 2).click()
    const details = page.getByRole('complementary', { name: 'Item details' })
    await expect(details.getByText(/^Remark/u).first()).toBeVisible()
    await check('sort and details')

    await page.keyboard.press('ControlOrMeta+Shift+m')
    await page.getByRole('grid', { name: 'Items' }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('1')
    await expect(page.locator('[data-review-progress]')).toHaveText(
      `${String(LONG_ITEMS)} of ${String(LONG_ITEMS)} reviewed`,
    )
    await check('marks of all items')
    await page.keyboard.press('ControlOrMeta+Shift+m')

    const file = join(folder, 'long.csv')
    await answerSaveDialog(app, file)
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await exportTo(page, file)
    expect(statSync(file).size).toBeGreaterThan(LONG_ITEMS * 2 * LONG.value)
    await check('export')

    const [{ id } = { id: '' }] = service.plan.campaigns
    for (const item of service.items.idsOf(id)) {
      const { itemId } = service.items.find(item) ?? {}
      service.items.update(item, { itemId: { ...itemId, name: `Changed${itemId?.name ?? ''}` } })
    }
    await page.getByRole('button', { name: 'Download', exact: true }).first().click()
    await expect(tab(page, 'Changes')).toHaveAccessibleName(new RegExp(String(LONG_ITEMS), 'u'), {
      timeout: DOWNLOAD_TIMEOUT_MS,
    })
    await check('second download')
  })
})
