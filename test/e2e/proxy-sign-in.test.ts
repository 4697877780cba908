import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { issueChain, serverFiles } from '../support/certificates/make.ts'
import { startProxy, type TestHttpProxy } from '../support/proxy.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { answerOpenDialog, expect, test as base } from './fixtures.ts'
import { findCampaigns, forgetConnections, proxyArguments, runCommand, testConnection } from './steps.ts'

const KEY = 'k-proxy-distinctive-5e02'
const PASSWORD = 'p-distinctive-ü-77d1'
const LOGIN = `ann:${PASSWORD}`
const { root, intermediate, leaf } = issueChain()

const test = base.extend<{ service: TestService; loginProxy: TestHttpProxy; authorityFile: string }>({
  service: async ({}, use) => {
    const service = await startTestService({
      tls: serverFiles(leaf, intermediate),
      key: KEY,
      items: 60,
      campaigns: 2,
    })
    await use(service)
    await service.close()
  },
  loginProxy: async ({}, use) => {
    await using proxy = await startProxy({ login: LOGIN })
    await use(proxy)
  },
  authorityFile: async ({ folder }, use) => {
    const file = join(folder, 'print-works.pem')
    writeFileSync(file, root.pem)
    await use(file)
  },
})

const signInDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign in to proxy' })

async function signIn(page: Page, password: string): Promise<void> {
  const dialog = signInDialog(page)
  await dialog.getByRole('textbox', { name: 'User name' }).fill('ann')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
}

/** Returns the content of all files in a folder, as bytes in one string. */
function contentOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

test('a person signs in to the proxy, which gets the login from then on, and no other proxy does', async ({
  start,
  service,
  loginProxy: proxy,
  authorityFile,
  dataFolder,
}) => {
  const host = new URL(proxy.url).host
  const running = await start({ args: proxyArguments(proxy.url) })
  const { page } = running
  await page.getByRole('textbox', { name: 'Base address' }).fill(service.url)
  await page.getByRole('textbox', { name: 'API key' }).fill(KEY)
  await page.getByRole('button', { name: 'Test connection' }).click()
  const dialog = signInDialog(page)
  await expect(dialog).toContainText(`${host} requires a user name and password`)
  await expect(dialog).toContainText('Print works')
  await expect(dialog).toContainText('isn’t encrypted')

  // Cancel leaves the error with the way back.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toContainText(
    `The proxy ${host} requires a user name and password (407)`,
  )
  await page.getByRole('button', { name: 'Sign in to proxy…' }).click()

  await signIn(page, 'wrong')
  await expect(dialog.getByRole('alert')).toContainText('User name or password not accepted')
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toHaveValue('')

  // Now the proxy lets the request through, and Chromium refuses the certificate of the service.
  await signIn(page, PASSWORD)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('its issuer isn’t trusted')
  expect(service.requests).toEqual([])

  // With the authority of the connection, requests go through Node's TLS and the same proxy.
  await answerOpenDialog(running.app, authorityFile)
  await page.getByRole('button', { name: 'Certificate authority…' }).first().click()
  await expect(page.getByText('Connection works')).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await findCampaigns(page)
  await expect(page.getByRole('navigation', { name: 'Campaigns' })).toContainText('Summer Sun Care')
  await running.app.close()
  expect(contentOf(dataFolder)).not.toContain(Buffer.from(PASSWORD).toString('latin1'))
  expect(contentOf(dataFolder)).not.toContain(Buffer.from(LOGIN).toString('base64'))

  // The keychain has remembered it.
  service.requests.length = 0
  const again = await start({ args: proxyArguments(proxy.url) })
  await findCampaigns(again.page)
  await expect.poll(() => service.requests.length).toBeGreaterThan(0)
  // An unfinished search would continue at the next start, perhaps without another request.
  await expect(again.page.getByText('2 campaigns found.').first()).toBeVisible()
  await expect(signInDialog(again.page)).toBeHidden()
  await expect(again.page.getByRole('button', { name: 'Sign in to proxy…' })).toHaveCount(0)
  await again.app.close()

  // Another proxy never gets it.
  await using other = await startProxy({ login: LOGIN })
  const elsewhere = await start({ args: proxyArguments(other.url) })
  await findCampaigns(elsewhere.page)
  await expect(elsewhere.page.getByRole('button', { name: 'Sign in to proxy…' }).first()).toBeVisible()
  expect(new Set(other.authorizations)).toEqual(new Set([undefined]))
  expect(await testConnection(elsewhere.page, { baseUrl: service.url, key: KEY })).toContain(
    'Sign in to the proxy',
  )
  await elsewhere.app.close()

  // After signing out, neither memory nor the keychain has it.
  const last = await start({ args: proxyArguments(proxy.url) })
  await findCampaigns(last.page)
  await expect(last.page.getByText('Finding campaigns').first()).toBeHidden()
  await runCommand(last.page, 'Proxy sign-in')
  const settings = last.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: `Sign out of ${host}` }).click()
  await expect(settings.getByText('Not signed in')).toBeVisible()
  await last.page.keyboard.press('Escape')
  proxy.authorizations.length = 0
  await findCampaigns(last.page)
  await expect(last.page.getByRole('button', { name: 'Sign in to proxy…' }).first()).toBeVisible()
  expect(new Set(proxy.authorizations)).toEqual(new Set([undefined]))
  await forgetConnections(last.page)
})
