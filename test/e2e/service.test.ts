import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright/test'
import { isCampaign, isItems, type ReceivedRequest } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expect, hasKeyring, test as base } from './fixtures.ts'
import {
  chooseCampaign,
  connect,
  downloadCampaign,
  findCampaigns,
  forgetConnections,
  gridRowCount,
} from './steps.ts'

const KEY = 'k-7f3a9c51-distinctive-key-2e8b'

const test = base.extend<{ service: TestService }>({
  service: async ({}, use) => {
    const service = await startTestService({ key: KEY, items: 900, campaigns: 3, basePath: '/api/v1' })
    await use(service)
    await service.close()
  },
})

const campaignNames = (service: TestService): readonly string[] =>
  service.plan.campaigns.map(({ name }) => name)

async function expectAllCampaigns(page: Page, service: TestService): Promise<void> {
  const campaigns = page.getByRole('navigation', { name: 'Campaigns' })
  for (const name of campaignNames(service)) await expect(campaigns.getByText(name).first()).toBeVisible()
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('connecting stops with Escape, also at a service that does not respond, and keeps the fields', async ({
  start,
  service,
  dataFolder,
}) => {
  service.script([{ when: isItems, behavior: { kind: 'hang', at: 'start' } }])
  const { page } = await start()
  const address = page.getByRole('textbox', { name: 'Base address' })
  const connectButton = page.getByRole('button', { name: 'Connect', exact: true })
  await address.fill(service.url)
  await page.getByRole('textbox', { name: 'API key' }).fill(` ${KEY}\n`)
  await connectButton.click()
  await expect.poll(() => service.requests.length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(connectButton).not.toHaveAttribute('aria-busy')
  await expect(address).toHaveValue(service.url)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(filesBelow(dataFolder).filter((file) => file.endsWith('connection.json'))).toEqual([])

  service.script([])
  await connectButton.click()
  await expect(page.getByRole('button', { name: 'Connection: 127.0.0.1' })).toBeVisible()
  expect(service.requests.every(({ headers }) => headers['authorization'] === KEY)).toBe(true)
})

test('a connection keeps its key and items after a restart, also while the service is down', async ({
  start,
  service,
}) => {
  test.skip(!hasKeyring, 'It needs a keyring: apt-get install dbus gnome-keyring, then npm run test:e2e')
  const { app, page } = await start()
  await page.getByRole('textbox', { name: 'Base address' }).fill(`${service.url}/`)
  await page.getByRole('textbox', { name: 'API key' }).fill(KEY)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText(/900/u).first()).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await findCampaigns(page)
  await expectAllCampaigns(page, service)

  const [first] = service.plan.campaigns
  if (first === undefined) throw new Error('The test service has no campaigns')
  await downloadCampaign(page, first.name)
  await expect.poll(() => gridRowCount(page)).toBe(first.itemCount)
  const operations = service.requests.filter((request) => isItems(request) || isCampaign(request))
  expect(operations.length).toBeGreaterThan(3)
  expect(operations.every(({ headers }) => headers['authorization'] === KEY)).toBe(true)
  await expect(page.getByText(/keychain/iu).first()).toBeVisible()
  await app.close()

  const before = service.requests.length
  const second = await start()
  await expect.poll(() => gridRowCount(second.page)).toBe(first.itemCount)
  await expect(second.page.getByRole('textbox', { name: 'API key' })).toHaveCount(0)
  await downloadCampaign(second.page, first.name)
  expect(service.requests.length).toBeGreaterThan(before)
  await second.app.close()

  await service.close()
  const third = await start()
  await expect.poll(() => gridRowCount(third.page)).toBe(first.itemCount)
  await third.page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await expect(third.page.getByText(/can’t be reached/u).first()).toBeVisible()
  await expect.poll(() => gridRowCount(third.page)).toBe(first.itemCount)
  await forgetConnections(third.page)
})

test('the key is in no file, no log, and not in the window’s memory', async ({
  start,
  service,
  dataFolder,
}) => {
  const { app, page } = await start()
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await expectAllCampaigns(page, service)
  await downloadCampaign(page, campaignNames(service)[0] ?? '')
  // A failure is logged without the key.
  service.script([{ behavior: { kind: 'status', status: 500 } }])
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await expect(page.getByText(/reported an error/u).first()).toBeVisible()
  expect(await page.content()).not.toContain(KEY)
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(KEY)
  await app.close()

  const again = await start()
  const session = await again.page.context().newCDPSession(again.page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  expect(chunks.join('').length).toBeGreaterThan(100_000)
  expect(chunks.join('')).not.toContain(KEY)
  await again.app.close()

  // The connection must not be forgotten before, because that deletes its files.
  expect(filesBelow(join(dataFolder, 'connections')).map((file) => basename(file))).toContain('cache.db')
  const utf16 = Buffer.from(KEY, 'utf16le')
  const encoded = Buffer.from(KEY).toString('base64').slice(0, -4)
  const files = filesBelow(dataFolder)
  expect(files.length).toBeGreaterThan(3)
  const withKey = files.filter((file) => {
    const bytes = readFileSync(file)
    return bytes.includes(KEY) || bytes.includes(utf16) || bytes.includes(encoded)
  })
  expect(withKey).toEqual([])
})

test('a wrong key is refused with a message, and not stored', async ({ start, service }) => {
  const { page } = await start()
  await page.getByRole('textbox', { name: 'Base address' }).fill(service.url)
  await page.getByRole('textbox', { name: 'API key' }).fill('wrong-key')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText(/didn’t accept the API key/u).first()).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText(/didn’t accept the API key/u).first()).toBeVisible()
  const state = await page.evaluate(() => window.api.call('app.state'))
  expect(state).toMatchObject({ ok: true, value: { connections: [] } })
})

/** An address of this computer at which a service was stopped. */
async function unusedAddress(): Promise<string> {
  const service = await startTestService({ items: 1, campaigns: 1 })
  await service.close()
  return service.origin
}

test.describe('Test connection reports an address', () => {
  const cases: readonly (readonly [
    title: string,
    address: (service: TestService) => string | Promise<string>,
    message: RegExp,
  ])[] = [
    ['that is invalid', () => 'not an address', /This address isn’t valid/u],
    ['that is not protected', () => 'http://campaigns.example', /unencrypted/u],
    ['where nothing listens', unusedAddress, /can’t be reached/u],
    ['with a blocked port', () => 'http://127.0.0.1:1', /its port is reserved for another protocol/u],
    ['without this path', (service) => `${service.origin}/elsewhere`, /\(404\)/u],
  ]
  for (const [title, address, message] of cases) {
    test(title, async ({ start, service }) => {
      const { page } = await start()
      await page.getByRole('textbox', { name: 'Base address' }).fill(await address(service))
      await page.getByRole('textbox', { name: 'API key' }).fill(KEY)
      await page.getByRole('button', { name: 'Test connection' }).click()
      await expect(page.getByText(message).first()).toBeVisible()
    })
  }

  test('with an unknown certificate, and does not send the key', async ({ start }) => {
    const service = await startTestService({ tls: true, items: 10, campaigns: 1 })
    const { page } = await start()
    await page.getByRole('textbox', { name: 'Base address' }).fill(service.url)
    await page.getByRole('textbox', { name: 'API key' }).fill(KEY)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText(/certificate .* isn’t trusted/u).first()).toBeVisible()
    expect(service.requests).toEqual([])
    await service.close()
  })

  test('that redirects to another origin, and does not send the key there', async ({ start, service }) => {
    const other = await startTestService({ items: 10, campaigns: 1 })
    service.script([{ behavior: { kind: 'redirect', to: `${other.url}/campaign-items` } }])
    const { page } = await start()
    await page.getByRole('textbox', { name: 'Base address' }).fill(service.url)
    await page.getByRole('textbox', { name: 'API key' }).fill(KEY)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText(/redirects to another address/u).first()).toBeVisible()
    expect(other.requests).toEqual([])
    await other.close()
  })
})

test('a canceled download leaves the snapshot unchanged, and the next one works', async ({
  start,
  service,
}) => {
  const { page } = await start()
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await expectAllCampaigns(page, service)
  const [first] = service.plan.campaigns
  if (first === undefined) throw new Error('The test service has no campaigns')
  await downloadCampaign(page, first.name)
  await expect.poll(() => gridRowCount(page)).toBe(first.itemCount)

  const { promise: firstRequest, resolve: onFirstRequest } = Promise.withResolvers<ReceivedRequest>()
  service.script([
    {
      when: isItems,
      behavior: {
        kind: 'wait',
        until: (request) => {
          onFirstRequest(request)
          return new Promise(() => undefined)
        },
      },
    },
  ])
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await firstRequest
  await page
    .getByRole('button', { name: /^Cancel/u })
    .first()
    .click()
  await expect(page.getByText(/cancell?ed/iu).first()).toBeVisible()
  await chooseCampaign(page, first.name)
  await expect.poll(() => gridRowCount(page)).toBe(first.itemCount)
  service.script([])
  await downloadCampaign(page, first.name)
  await expect.poll(() => gridRowCount(page)).toBe(first.itemCount)
  await forgetConnections(page)
})
