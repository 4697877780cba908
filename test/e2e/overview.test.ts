import { expectAccessible } from './accessibility.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expect, test as base } from './fixtures.ts'
import {
  chooseCampaign,
  connect,
  downloadShownCampaign,
  findCampaigns,
  gridRowCount,
  pressEnter,
  resize,
} from './steps.ts'

const KEY = 'k-5e0b2f11-overview-key'

const test = base.extend<{ service: TestService }>({
  service: async ({}, use) => {
    await using service = await startTestService({ key: KEY, items: 40, campaigns: 1 })
    await use(service)
  },
})

const CAMPAIGN = 'Kids Week'
const ITEMS = 260

test('the overview leads to what its tiles and dates are about', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_280, 800)
  await chooseCampaign(page, CAMPAIGN)
  const overview = page.getByRole('tab', { name: 'Overview' })
  await overview.click()
  const tiles = page.getByRole('list', { name: 'Summary' })
  await expect(tiles.getByRole('button')).toHaveCount(5)
  await expect(tiles.getByRole('button', { name: /^Review 0 of 260 260 left/u })).toBeVisible()
  await expect(tiles.getByRole('button', { name: /^Available offline 100%/u })).toBeVisible()
  await expect(tiles.getByRole('button', { name: /^Checks \d+ need attention/u })).toBeVisible()
  await expectAccessible(page, 'an overview')

  await test.step('by keyboard to the dates', async () => {
    await pressEnter(tiles.getByRole('button', { name: /^Due next/u }))
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeFocused()
  })

  await test.step('by a date to its items', async () => {
    const artworkDue = page.getByRole('list', { name: 'Preparation' }).getByRole('button')
    await artworkDue.click()
    await expect.poll(() => gridRowCount(page)).toBeLessThan(ITEMS)
    expect(await gridRowCount(page)).toBeGreaterThan(0)
    await page.keyboard.press('Alt+ArrowLeft')
  })

  await test.step('to the table of dates', async () => {
    await pressEnter(page.getByRole('button', { name: 'Show as table' }))
    await expect(page.getByRole('rowheader', { name: 'Artwork due' })).toBeVisible()
    await expectAccessible(page, 'the dates as a table')
    await pressEnter(page.getByRole('button', { name: 'Show as timeline' }))
  })

  await test.step('to the names of elements instead of their ids', async () => {
    await page.getByRole('searchbox', { name: 'Search fields' }).fill('elementGroups')
    const elements = page.getByRole('group', { name: 'Elements' })
    await expect(elements).toContainText('items')
    await expect(elements).not.toContainText(/[\da-f]{8}-[\da-f]{4}-/u)
    await expect(page.getByRole('group', { name: 'Prices' })).toBeHidden()
    await expectAccessible(page, 'fields that are searched')
  })

  await test.step('to the checks, and to items without a mark', async () => {
    await tiles.getByRole('button', { name: /^Checks/u }).dblclick()
    await expect(page.getByRole('tab', { name: 'Checks' })).toHaveAttribute('aria-selected', 'true')
    await overview.click()
    await tiles.getByRole('button', { name: /^Review/u }).click()
    await expect.poll(() => gridRowCount(page)).toBe(ITEMS)
  })
})

test('fields have the names that items state for ids, and addresses are opened after a question', async ({
  start,
  service,
}) => {
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The service has no campaign.')
  const [firstId = ''] = service.items.idsOf(campaign.id)
  const [asset, rule] = ['6d0f3a52-1c4e-4b7a-9a77-0b1de2f3a001', '6d0f3a52-1c4e-4b7a-9a77-0b1de2f3a002']
  service.items.update(firstId, {
    asset: { _id: asset, name: 'Window bay, left' },
    segmentationRules: [{ id: rule, name: 'Large stores' }],
  })
  service.setCampaign(campaign.id, {
    _id: campaign.id,
    name: campaign.name,
    assetGroups: [{ assetId: asset, campaignItems: [{ id: firstId, name: 'First' }] }],
    segRuleIdsToGenerate: [rule],
    meta: { proof: 'https://PROOFS.example/folder?id=7' },
  })
  const { app, page } = await start()
  await resize(app, 1_280, 800)
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await chooseCampaign(page, campaign.name)
  await downloadShownCampaign(page)
  await page.getByRole('tab', { name: 'Overview' }).click()
  const assets = page.getByRole('group', { name: 'Assets' })
  await expect(assets).toContainText('Window bay, left')

  await test.step('they are found by these names', async () => {
    await page.getByRole('searchbox', { name: 'Search fields' }).fill('large stores')
    const others = page.getByRole('group', { name: 'Other fields' })
    await expect(others).toContainText('Large stores')
    await others.getByText('Large stores').hover()
    await expect(page.locator('.tooltip')).toContainText(rule)
    await expectAccessible(page, 'fields with names')
  })

  await test.step('an address is opened only after its host is confirmed', async () => {
    await app.evaluate(({ dialog, shell }) => {
      const questions: string[] = []
      const opened: string[] = []
      Object.assign(globalThis, { questions, opened })
      const ask = (...parameters: unknown[]): Promise<{ response: number; checkboxChecked: boolean }> => {
        questions.push((parameters.at(-1) as { message: string }).message)
        return Promise.resolve({ response: questions.length === 1 ? 1 : 0, checkboxChecked: false })
      }
      dialog.showMessageBox = ask
      shell.openExternal = (address) => {
        opened.push(address)
        return Promise.resolve()
      }
    })
    const recorded = () =>
      app.evaluate(() => {
        const { questions, opened } = globalThis as unknown as Record<'questions' | 'opened', string[]>
        return { questions, opened }
      })
    await page.getByRole('searchbox', { name: 'Search fields' }).fill('proofs')
    const open = page.getByRole('button', { name: 'Open proofs.example in your browser' })
    const question = 'Open proofs.example in your browser?'
    await open.click()
    await expect.poll(recorded).toEqual({ questions: [question], opened: [] })
    await open.press('Enter')
    await expect
      .poll(recorded)
      .toEqual({ questions: [question, question], opened: ['https://proofs.example/folder?id=7'] })
  })
})
