import type { ElectronApplication, Page, TestInfo } from 'playwright/test'
import { delayPagesFrom } from '../support/service/hold.ts'
import { startTestService } from '../support/service/start.ts'
import { expect, test } from './fixtures.ts'
import { layoutFaults, lengthenTexts } from './layout-faults.ts'
import {
  attachScreenshots,
  chooseCampaign,
  completeLabel,
  connect,
  findCampaigns,
  forgetConnections,
  resize,
} from './steps.ts'

const WIDTHS = [640, 680, 720, 760, 800, 840, 880, 920, 960, 1_000, 1_100, 1_280, 1_500, 1_920]
/** Zoom factors, with the window widths that are tested at each. */
const ZOOMS = [
  [1.25, [800, 1_024, 1_280]],
  [1.5, [960, 1_024, 1_280, 1_440]],
  [2, [1_024, 1_280]],
] as const
const NAME = 'Northern Europe print service, staging'

const openTab = (page: Page, name: string) => async (): Promise<void> => {
  await page.getByRole('tab', { name }).click()
}

/** All views of the main area, in an order in which each can be opened from the previous one. */
function views(page: Page): readonly (readonly [name: string, open: () => Promise<void>])[] {
  return [
    ['items', openTab(page, 'Items')],
    ['artwork', openTab(page, 'Artwork')],
    ['overview', openTab(page, 'Overview')],
    ['changes', openTab(page, 'Changes')],
    ['checks', openTab(page, 'Checks')],
    ['statistics', openTab(page, 'Statistics')],
    ['campaign that is not downloaded', () => chooseCampaign(page, 'Christmas 2026')],
    ['all items', () => chooseCampaign(page, 'All items')],
    ['home', () => chooseCampaign(page, 'Home')],
    ['all campaigns', () => chooseCampaign(page, 'All campaigns')],
    ['timeline', openTab(page, 'Timeline')],
    ['all statistics', openTab(page, 'Statistics')],
  ]
}

async function zoom(app: ElectronApplication, factor: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, value) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(value),
    factor,
  )
}

async function resizeAndZoom(app: ElectronApplication, page: Page, width: number, factor = 1): Promise<void> {
  await resize(app, width, 800)
  await zoom(app, factor)
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(Math.round(width / factor))
}

async function renameConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Connection:/u }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(NAME)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('nothing overlaps and nothing is cut off at any width, zoomed or not', async ({
  startWithSample,
}, info) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_280, 800)
  // The longest content of the toolbar and of the bar over the list.
  await renameConnection(page)
  await page.keyboard.press('ControlOrMeta+Shift+m')

  for (const [view, open] of views(page)) {
    await resizeAndZoom(app, page, 1_280)
    await open()
    for (const width of WIDTHS) {
      await resizeAndZoom(app, page, width)
      await expect.poll(() => layoutFaults(page), `${view}, ${String(width)} pixels`).toEqual([])
    }
    for (const [factor, widths] of ZOOMS) {
      for (const width of widths) {
        await resizeAndZoom(app, page, width, factor)
        await expect
          .poll(() => layoutFaults(page), `${view}, ${String(width)} pixels, zoomed by ${String(factor)}`)
          .toEqual([])
      }
    }
    await resizeAndZoom(app, page, 853)
    await attachScreenshots(page, info, view)
  }
})

test('the names in the picture of the first screen fit in their rows', async ({ start }) => {
  const { app, page } = await start()
  // The picture is hidden from assistive technology.
  const texts = page.locator('[inert] .row .cell.name > .text')
  for (const width of [1_024, 1_180, 1_280, 1_440, 1_920]) {
    await resize(app, width, 800)
    await expect(texts).not.toHaveCount(0)
    const tooHigh = (): Promise<readonly string[]> =>
      texts.evaluateAll((elements) =>
        elements.flatMap((element) => {
          const rowHeight = element.closest('.row')?.clientHeight ?? 0
          return element.getBoundingClientRect().height > rowHeight ? [element.textContent] : []
        }),
      )
    await expect.poll(tooHigh, `${String(width)} pixels`).toEqual([])
  }
})

/** Expects that the texts fit, as they are and 40 % longer. */
async function expectTextsToFit(page: Page, info: TestInfo, name: string): Promise<void> {
  await expect.poll(() => layoutFaults(page), name).toEqual([])
  const shorten = await lengthenTexts(page)
  expect.soft(await layoutFaults(page), `${name}, longer`).toEqual([])
  await attachScreenshots(page, info, name)
  await shorten()
}

test('each state of a campaign fits, also with texts that are 40 % longer', async ({ start }, info) => {
  await using service = await startTestService({ items: 900, campaigns: 2 })
  const { app, page } = await start()
  await connect(page, service.url, 'key')
  await findCampaigns(page)
  const [first = '', second = ''] = service.plan.campaigns.map(({ name }) => name)
  const main = page.getByRole('main')
  const download = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  }
  const expectNoFaults = async (name: string, tabs: readonly string[]): Promise<void> => {
    for (const tab of tabs) {
      await openTab(page, tab)()
      for (const [width, height] of [
        [1_024, 640],
        [1_920, 1_080],
      ] as const) {
        await resize(app, width, height)
        await expectTextsToFit(page, info, `${name}, ${tab}, ${String(width)} pixels`)
      }
    }
  }
  const tabs = ['Items', 'Artwork', 'Overview', 'Changes', 'Checks']

  await chooseCampaign(page, first)
  await expectNoFaults('only found', tabs)
  const pages = delayPagesFrom(service, 0)
  await download()
  await expect(main.getByText(/^downloading/iu).first()).toBeVisible()
  await expectNoFaults('downloading', ['Items', 'Overview'])
  pages.disconnect()
  await expect(main.getByText(/couldn’t be downloaded$/u)).toBeVisible()
  await expectNoFaults('broken off', ['Items', 'Overview'])
  pages.release()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(completeLabel(page)).toBeVisible()
  await openTab(page, 'Items')()
  await page.getByRole('searchbox', { name: 'Search items…' }).fill('nothing has this name')
  await expect(main.getByText(/^no items/iu).first()).toBeVisible()
  await expectNoFaults('nothing found', ['Items', 'Artwork'])

  await chooseCampaign(page, second)
  service.script([{ behavior: { kind: 'status', status: 403 } }])
  await download()
  await expect(main.getByText(/couldn’t be downloaded$/u)).toBeVisible()
  await expectNoFaults('refused', ['Items', 'Overview'])
  await setOnline(app, page, false)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await expectNoFaults('offline', ['Items', 'Overview'])
  await setOnline(app, page, true)
  await expect(page.getByText('Offline', { exact: true })).toBeHidden()
  await service.close()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText(/can’t be reached/u)).toBeVisible()
  await expectNoFaults('unreachable', ['Items', 'Overview'])
  await forgetConnections(page)
})

/** Lets the system report that the computer is online or not. */
async function setOnline(app: ElectronApplication, page: Page, online: boolean): Promise<void> {
  await app.evaluate(({ net }, isOnline) => {
    Object.assign(net, { isOnline: () => isOnline })
  }, online)
  await page.evaluate((event) => window.dispatchEvent(new Event(event)), online ? 'online' : 'offline')
}

/** The position of each control in the toolbar, by its name. */
async function controlPositions(page: Page): Promise<Readonly<Record<string, number>>> {
  return await page.locator('.toolbar').evaluate((toolbar) =>
    Object.fromEntries(
      [...toolbar.querySelectorAll('button, input')]
        // Buttons in the search field depend on the search; those of the panes have two names.
        .filter((control) => control.closest('.search') === null)
        .map((control) => [
          (control.getAttribute('aria-label') ?? control.textContent.trim()).replace(/^(?:Show|Hide) /u, ''),
          Math.round(control.getBoundingClientRect().left),
        ]),
    ),
  )
}

test('toolbar controls stay in place in every view', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_280, 800)
  const expected = await controlPositions(page)
  expect(Object.keys(expected)).toEqual(
    expect.arrayContaining(['Back', 'Forward', 'Download', 'Export', 'Settings', 'details']),
  )
  for (const [view, open] of views(page)) {
    await open()
    await expect.poll(() => controlPositions(page), view).toEqual(expected)
  }

  await test.step('controls that do not apply are disabled with a reason', async () => {
    await chooseCampaign(page, 'Christmas 2026')
    const button = page.getByRole('button', { name: 'Export', exact: true })
    await expect(button).toBeDisabled()
    await button.hover({ force: true })
    await expect(page.locator('.tooltip:popover-open')).toHaveText('Download a campaign first')
    await page.getByRole('button', { name: 'Show details' }).hover({ force: true })
    await expect(page.locator('.tooltip:popover-open')).toHaveText('This view has no details')
    // The pointer rests while the person types.
    await page.getByRole('textbox', { name: 'Filter campaigns' }).fill('kids')
    await expect(page.locator('.tooltip:popover-open')).toHaveCount(0)
  })
})

test('a double-click on a button never presses another one', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, 1_280, 800)
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  for (const [campaign, name] of [
    ['Kids Week', 'Download'],
    ['Lunar New Year', 'Download this campaign'],
  ] as const) {
    await chooseCampaign(page, campaign)
    await page.getByRole('tab', { name: 'Items' }).click()
    const box = await page.getByRole('button', { name, exact: true }).first().boundingBox()
    if (box === null) throw new Error('The button is not in view.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.dblclick(x, y)
    await expect(page.getByRole('grid', { name: 'Items' })).toBeVisible()
    // Again when the items are there: the button stays in place.
    if (name === 'Download') await page.mouse.dblclick(x, y, { delay: 20 })
    await expect(completeLabel(page)).toBeVisible()
    // A dialog that any of the presses had opened would be there now.
    await page.keyboard.press('ControlOrMeta+1')
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('the name of a campaign is not cut beside tabs in any language', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Kids Week')
  for (const language of ['English', 'Deutsch', 'Français']) {
    await page.keyboard.press('ControlOrMeta+,')
    await page.getByRole('combobox', { name: /^(?:Language|Sprache|Langue)$/u }).selectOption(language)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const width of [800, 1_024, 1_280]) {
      await resize(app, width, 640)
      const missing = (): Promise<number> =>
        heading.evaluate((element) => {
          const text = document.createRange()
          text.selectNodeContents(element)
          return text.getBoundingClientRect().width - element.getBoundingClientRect().width
        })
      // Widths are multiples of 1/64.
      await expect.poll(missing, `${language}, ${String(width)} px`).toBeLessThan(1 / 64)
    }
  }
})

test('the bars of views show their words and numbers completely at 800 pixels', async ({
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  await resize(app, 800, 640)
  const bar = page.locator('.list-bar')
  const cutTexts = (): Promise<readonly string[]> =>
    bar
      .locator('.truncate')
      .evaluateAll((texts) =>
        texts.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent.trim()),
      )
  await openTab(page, 'Artwork')()
  await expect(bar.getByRole('slider')).toBeVisible()
  await expect.poll(cutTexts, 'artwork').toEqual([])
  await openTab(page, 'Items')()
  await bar.getByRole('button', { name: 'Review' }).click()
  await expect(bar.locator('[data-review-progress]')).toHaveText('0 of 260 reviewed')
  await expect.poll(cutTexts, 'review').toEqual([])
  await chooseCampaign(page, 'All campaigns')
  await openTab(page, 'Statistics')()
  const measures = bar.getByRole('radio')
  await expect(measures).toHaveCount(2)
  const lines = (): Promise<number> =>
    measures.evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().top)).size)
  await expect.poll(lines, 'statistics').toBe(1)
})

test('a double-click that removes a filter does not remove another one', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  // Both chips must fit.
  await resize(app, 1_600, 800)
  const grid = page.getByRole('grid', { name: 'Items' })
  for (const column of ['5', '4']) {
    await grid.locator(`.row[aria-rowindex="2"] [aria-colindex="${column}"]`).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Filter to /u }).click()
  }
  const remove = page.getByRole('button', { name: /^Remove the filter/u })
  await expect(remove).toHaveCount(2)
  const box = await remove.first().boundingBox()
  if (box === null) throw new Error('The chip is not in view.')
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2, { delay: 30 })
  await expect(remove).toHaveCount(1)
})
