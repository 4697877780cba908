import { readFileSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { PeerCertificate } from 'node:tls'
import type { ElectronApplication, Page, TestInfo } from 'playwright/test'
import { CLIENT_PURPOSE, issueCertificate, issueChain, serverFiles } from '../support/certificates/make.ts'
import { startProxy } from '../support/proxy.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expectAccessible } from './accessibility.ts'
import { answerOpenDialog, expect, test as base } from './fixtures.ts'
import {
  attachScreenshots,
  chooseTheme,
  downloadCampaign,
  findCampaigns,
  forgetConnections,
  proxyArguments,
  resize,
  testConnection,
} from './steps.ts'

const KEY = 'k-client-certificate-77aa'
const PASSWORD = 'hush-hush-p12'
const SUBJECT = 'Store Reviewer'
const support = new URL('../support/certificates/', import.meta.url)
const pkcs12 = readFileSync(new URL('client.p12', support))
const clientAuthority = readFileSync(new URL('client.pem', support), 'utf8')
const { root, intermediate, leaf } = issueChain()

const test = base.extend<{ service: TestService }>({
  service: async ({}, use) => {
    const tls = { ...serverFiles(leaf, intermediate), clientAuthority }
    const service = await startTestService({ tls, key: KEY, items: 60, campaigns: 1 })
    await use(service)
    await service.close()
  },
})

const clientSubjects = ({ requests }: TestService): readonly (string | undefined)[] => [
  ...new Set(requests.map(({ client }) => client)),
]

/** Trusts the test service’s authority for its address. */
async function trust(app: ElectronApplication, page: Page, baseUrl: string, folder: string): Promise<void> {
  const file = join(folder, 'print-works.pem')
  writeFileSync(file, root.pem)
  await answerOpenDialog(app, file)
  await page.evaluate((address) => window.api.call('connections.chooseNewAuthority', address), { baseUrl })
}

async function saveScreenshots(
  app: ElectronApplication,
  page: Page,
  info: TestInfo,
  name: string,
): Promise<void> {
  for (const [width, height] of [
    [1024, 640],
    [1280, 800],
  ] as const) {
    await resize(app, width, height)
    await attachScreenshots(page, info, `${name}-${String(width)}`)
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Client certificate' })

async function pressButton(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

test('a client certificate is chosen for a new connection by keyboard, and sent to the service only', async ({
  start,
  service,
  folder,
  dataFolder,
}, info) => {
  const { app, page } = await start()
  await trust(app, page, service.url, folder)
  await page.getByRole('textbox', { name: 'Base address' }).fill(service.url)
  await page.getByRole('textbox', { name: 'API key' }).fill(KEY)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('requires a client certificate')
  expect(service.requests).toEqual([])
  await saveScreenshots(app, page, info, 'required')

  const dialog = dialogOf(page)
  await pressButton(page, 'Choose client certificate…')
  await expect(dialog).toContainText('No client certificate')
  const file = join(folder, 'client.p12')
  await answerOpenDialog(app, file)
  const expired = issueCertificate({ name: 'Old Desk', purposes: [CLIENT_PURPOSE], days: [-20, -1] })
  for (const [content, message] of [
    [leaf.pem, /the file contains no private key/u],
    [expired.pem + expired.keyPem, /the certificate “Old Desk” expired on \d{4}-\d\d-\d\d/u],
    ['nothing', /neither PKCS #12 .+ nor PEM/u],
  ] as const) {
    writeFileSync(file, content)
    await pressButton(page, 'Choose a file…')
    await expect(dialog.getByRole('alert')).toContainText(message)
  }
  writeFileSync(file, pkcs12)
  await pressButton(page, 'Choose a file…')
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await expect(password).toBeFocused()
  await expect(dialog).toContainText('client.p12 is protected by a password.')
  await page.keyboard.type('wrong-word')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('the password is wrong')
  await expectAccessible(page, 'wrong password')
  await saveScreenshots(app, page, info, 'password')
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(`Issued by ${SUBJECT}`)
  await expect(dialog).toContainText(/Valid from .+2026 to .+2126/u)
  await expect(password).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused()
  await expectAccessible(page, 'chosen')
  await saveScreenshots(app, page, info, 'chosen')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${SUBJECT} is presented to ${new URL(service.url).host}.`)).toBeVisible()
  await saveScreenshots(app, page, info, 'form')

  // Another host with pictures requests a certificate, and receives none.
  let requests = 0
  const presentedSubjects: string[] = []
  const other = createServer({
    ...serverFiles(leaf, intermediate),
    requestCert: true,
    rejectUnauthorized: false,
  })
  other.on('request', (_request, response: ServerResponse) => {
    requests += 1
    response.writeHead(404).end()
  })
  other.on('secureConnection', (socket) => {
    const certificate: Partial<PeerCertificate> = socket.getPeerCertificate()
    if (certificate.subject !== undefined) presentedSubjects.push(String(certificate.subject.CN))
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const otherAddress = `https://127.0.0.1:${String((other.address() as AddressInfo).port)}/picture`
  service.script([
    { when: ({ path }) => path.startsWith('/files/'), behavior: { kind: 'redirect', to: otherAddress } },
  ])

  await pressButton(page, 'Connect')
  await findCampaigns(page)
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaigns')
  await downloadCampaign(page, campaign.name)
  await expect.poll(() => requests).toBeGreaterThan(0)
  expect(presentedSubjects).toEqual([])
  expect(clientSubjects(service)).toEqual([SUBJECT])
  other.closeAllConnections()
  await new Promise((resolve) => other.close(resolve))

  const state = await page.evaluate(() => window.api.call('app.state'))
  if (!state.ok) throw new Error(state.error.message)
  const [connection] = state.value.connections
  if (connection === undefined) throw new Error('There is no connection')
  expect(JSON.stringify(state.value)).not.toContain(PASSWORD)
  const savedFile = join(dataFolder, 'connections', connection.id, 'client-certificate')
  expect(readFileSync(savedFile)).toEqual(pkcs12)
  if (process.platform !== 'win32') expect(statSync(savedFile).mode & 0o777).toBe(0o600)
  const report = await page.evaluate(
    (connectionId) => window.api.call('connections.diagnose', { runId: 'run-1', of: { connectionId } }),
    connection.id,
  )
  if (!report.ok) throw new Error(report.error.message)
  expect(report.value.results.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  expect(report.value.reportText).not.toContain(PASSWORD)

  await chooseTheme(page, 'Light')
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitem', { name: /^Client certificate…/u }).click()
  await expect(dialog).toContainText(SUBJECT)
  await expect(dialog).toContainText(/The password (is saved in the keychain|is kept until you quit)/u)
  await saveScreenshots(app, page, info, 'settings')
  await pressButton(page, 'Remove')
  await expect(dialog).toContainText('No client certificate')
  expect(() => readFileSync(savedFile)).toThrow('ENOENT')
  await page.keyboard.press('Escape')
  await findCampaigns(page)
  const notice = page.getByRole('alert').filter({ hasText: 'requires a client certificate' }).first()
  await notice.getByRole('button', { name: 'Choose client certificate…' }).click()
  await answerOpenDialog(app, file)
  await pressButton(page, 'Choose a file…')
  await expect(password).toBeFocused()
  service.requests.length = 0
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(`Issued by ${SUBJECT}`)
  // The failed download is tried again.
  await expect(notice).toBeHidden()
  await expect.poll(() => clientSubjects(service)).toEqual([SUBJECT])
  await forgetConnections(page)
})

test('a client certificate is sent through a system proxy', async ({ start, service, folder }) => {
  await using proxy = await startProxy()
  const { app, page } = await start({ args: proxyArguments(proxy.url) })
  await trust(app, page, service.url, folder)
  const file = join(folder, 'client.p12')
  writeFileSync(file, pkcs12)
  await answerOpenDialog(app, file)
  const outcome = await page.evaluate(
    async ({ baseUrl, key, password }) => {
      const of = { baseUrl }
      const choice = await window.api.call('connections.chooseClientCertificate', { of })
      const unlocked = await window.api.call('connections.unlockClientCertificate', { of, password })
      return { choice, unlocked, test: await window.api.call('connections.test', { baseUrl, key }) }
    },
    { baseUrl: service.url, key: KEY, password: PASSWORD },
  )
  expect(outcome).toMatchObject({
    choice: { ok: true, value: { state: 'locked', fileName: 'client.p12' } },
    unlocked: { ok: true, value: { certificate: { subject: SUBJECT }, password: 'session' } },
    test: { ok: true, value: { itemCount: 60 } },
  })
  expect(JSON.stringify(outcome)).not.toContain(PASSWORD)
  expect(proxy.connected.every((target) => target === new URL(service.url).host)).toBe(true)
  expect(proxy.connected.length).toBeGreaterThan(0)
  expect(clientSubjects(service)).toEqual([SUBJECT])
})

test(
  'a service that requests a certificate without requiring it is reached without one',
  { tag: '@packaged' },
  async ({ start, folder }) => {
    const tls = { ...serverFiles(leaf, intermediate), clientAuthority, isOptional: true }
    await using service = await startTestService({ tls, key: KEY, items: 60, campaigns: 1 })
    const { app, page } = await start()
    await trust(app, page, service.url, folder)
    expect(await testConnection(page, { baseUrl: service.url, key: KEY })).toBe(60)
    expect(clientSubjects(service)).toEqual([undefined])
  },
)

test('a password that is only in memory is requested again after a restart', async ({
  start,
  service,
  folder,
}, info) => {
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  test.skip(process.platform !== 'linux', 'only on Linux a test can take the keychain away')
  const first = await start({ env })
  await trust(first.app, first.page, service.url, folder)
  const file = join(folder, 'client.p12')
  writeFileSync(file, pkcs12)
  await answerOpenDialog(first.app, file)
  const created = await first.page.evaluate(
    async ({ baseUrl, key, password }) => {
      const of = { baseUrl }
      await window.api.call('connections.chooseClientCertificate', { of })
      await window.api.call('connections.unlockClientCertificate', { of, password })
      return window.api.call('connections.create', { baseUrl, key })
    },
    { baseUrl: service.url, key: KEY, password: PASSWORD },
  )
  if (!created.ok) throw new Error(created.error.message)
  const { id } = created.value.connection
  expect(
    await first.page.evaluate(
      (connectionId) => window.api.call('connections.clientCertificate', { of: { connectionId } }),
      id,
    ),
  ).toMatchObject({ ok: true, value: { password: 'session' } })
  await first.app.close()

  const { app, page } = await start({ env })
  await findCampaigns(page)
  const keyDialog = page.getByRole('dialog', { name: 'Replace API key' })
  await keyDialog.getByRole('textbox', { name: 'API key' }).fill(KEY)
  await page.keyboard.press('Enter')
  await expect(keyDialog).toBeHidden()
  await findCampaigns(page)
  const notice = page.getByRole('alert').filter({ hasText: 'password of the client certificate isn’t saved' })
  await notice.first().getByRole('button', { name: 'Choose client certificate…' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await saveScreenshots(app, page, info, 'unknown')
  await page.keyboard.type(PASSWORD)
  service.requests.length = 0
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The password is kept until you quit.')
  await saveScreenshots(app, page, info, 'session')
  await expect.poll(() => clientSubjects(service)).toEqual([SUBJECT])
  await forgetConnections(page)
})
