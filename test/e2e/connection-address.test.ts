import type { Page } from 'playwright/test'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expect, test as base } from './fixtures.ts'
import {
  chooseCampaign,
  connect,
  downloadCampaign,
  findCampaigns,
  forgetConnections,
  gridRowCount,
} from './steps.ts'

const KEY = 'k-2b7d-first-key'
const NEW_KEY = 'k-91ce-second-key'
const OPTIONS = { items: 600, campaigns: 2, key: KEY }

const test = base.extend<{ service: TestService; other: TestService }>({
  service: async ({}, use) => {
    const service = await startTestService(OPTIONS)
    await use(service)
    await service.close()
  },
  other: async ({}, use) => {
    const service = await startTestService({ ...OPTIONS, key: NEW_KEY })
    await use(service)
    await service.close()
  },
})

const sentKeys = ({ requests }: TestService): readonly (string | undefined)[] => [
  ...new Set(requests.map(({ headers }) => headers['authorization'])),
]

async function chooseFromConnectionMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a refused key is replaced from the notice and the download continues; failures remain after a restart', async ({
  start,
  service,
}) => {
  const { app, page } = await start()
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  const [first, second] = service.plan.campaigns
  if (first === undefined || second === undefined) throw new Error('There are too few campaigns')
  await downloadCampaign(page, first.name)

  service.setKey(NEW_KEY)
  await chooseCampaign(page, second.name)
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await expect(page.getByText(/didn’t accept the API key/u).first()).toBeVisible()

  const activity = page.getByRole('dialog', { name: 'Activity' })
  await test.step('the list separates failures from finished jobs, until it is cleared', async () => {
    await page.keyboard.press('ControlOrMeta+j')
    await expect(activity.getByRole('region', { name: /^Failed 1/u })).toContainText(second.name)
    await expect(activity.getByRole('region', { name: /^Finished/u })).toContainText(first.name)
    await activity.getByRole('button', { name: 'Clear finished' }).click()
    await expect(activity.getByRole('region', { name: /^Finished/u })).toBeHidden()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(activity.getByRole('region', { name: /^Finished/u })).toContainText(first.name)
    await page.keyboard.press('Escape')
  })

  await app.close()
  const again = await start()
  await again.page.keyboard.press('ControlOrMeta+j')
  const failed = again.page
    .getByRole('dialog', { name: 'Activity' })
    .getByRole('region', { name: /^Failed 1/u })
  await expect(failed).toContainText('didn’t accept the API key')
  await failed.getByRole('button', { name: 'Replace key…' }).click()
  const dialog = again.page.getByRole('dialog', { name: 'Replace API key' })
  await dialog.getByRole('textbox', { name: 'API key' }).fill(NEW_KEY)
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(dialog).toBeHidden()
  await chooseCampaign(again.page, second.name)
  await expect.poll(() => gridRowCount(again.page)).toBe(second.itemCount)
  await forgetConnections(again.page)
})

test('the address can be edited, and the saved key is sent to another origin only if that is chosen', async ({
  start,
  service,
  other,
}) => {
  const { page } = await start()
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  const [first] = service.plan.campaigns
  if (first === undefined) throw new Error('There are no campaigns')
  await downloadCampaign(page, first.name)
  await expect.poll(() => gridRowCount(page)).toBe(first.itemCount)

  await chooseFromConnectionMenu(page, 'Edit base address…')
  const dialog = page.getByRole('dialog', { name: 'Edit base address' })
  await dialog.getByRole('textbox', { name: 'Base address' }).fill(other.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter your API key')).toBeVisible()
  expect(other.requests).toEqual([])

  await test.step('a key that the new service refuses changes nothing', async () => {
    await dialog.getByRole('textbox', { name: 'API key' }).fill('wrong')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/didn’t accept the API key/u)).toBeVisible()
    expect(sentKeys(other)).toEqual(['wrong'])
  })

  await dialog.getByRole('textbox', { name: 'API key' }).fill(NEW_KEY)
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByRole('status')).toContainText('600')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => gridRowCount(page)).toBe(first.itemCount)
  const requestsBefore = service.requests.length
  await downloadCampaign(page, first.name)
  expect(service.requests).toHaveLength(requestsBefore)
  expect(sentKeys(other)).toEqual(['wrong', NEW_KEY])
  expect(sentKeys(service)).toEqual([KEY])

  await test.step('the saved key is sent on request', async () => {
    service.setKey(NEW_KEY)
    await chooseFromConnectionMenu(page, 'Edit base address…')
    await dialog.getByRole('textbox', { name: 'Base address' }).fill(service.url)
    await dialog.getByRole('radio', { name: 'Send the saved key' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    expect(sentKeys(service)).toEqual([KEY, NEW_KEY])
  })
  await forgetConnections(page)
})
