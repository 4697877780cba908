import type { Page } from 'playwright/test'
import { startProxy } from '../support/proxy.ts'
import { issueChain, serverFiles } from '../support/certificates/make.ts'
import { startTestService } from '../support/service/start.ts'
import { expect, test } from './fixtures.ts'
import { connect } from './steps.ts'

const KEY = 'k-network-distinctive-71aa'
const { intermediate, leaf } = issueChain()

/** The result of *Test connection*: the number of items, or the error message. */
async function testResult(page: Page, baseUrl: string): Promise<string> {
  const result = await page.evaluate((input) => window.api['connections.test'](input), { baseUrl, key: KEY })
  return result.ok ? String(result.value.itemCount) : result.error.message
}

async function forgetAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const state = await window.api['app.state']()
    if (!state.ok) return
    for (const { id } of state.value.connections) await window.api['connections.forget']({ connectionId: id })
  })
}

test('the status bar shows whether the service can be reached', async ({ start }) => {
  const first = await startTestService({ key: KEY, items: 30, campaigns: 1 })
  const { page } = await start()
  const status = page.getByRole('contentinfo', { name: 'Status' })
  await connect(page, first.url, KEY)
  await expect(status).toContainText('Online')
  await first.close()
  await page.getByRole('button', { name: 'Find campaigns' }).first().click()
  await expect(status).toContainText(/Service unreachable since \d{1,2}:\d\d/u)
  await expect(status).not.toContainText('Online')

  const again = await startTestService({
    key: KEY,
    items: 30,
    campaigns: 1,
    port: Number(new URL(first.url).port),
  })
  await page.getByRole('button', { name: 'Find campaigns' }).first().click()
  await expect(status).toContainText('Online')
  expect(again.requests.length).toBeGreaterThan(0)
  expect(
    new Set(again.requests.map(({ headers }) => headers['user-agent']?.replace(/[\d.]+$/u, ''))),
  ).toEqual(new Set(['CampaignDesk/']))
  await forgetAll(page)
  await again.close()
})

test('a service that is available again is detected without a request of the person', async ({ start }) => {
  const first = await startTestService({ key: KEY, items: 30, campaigns: 1 })
  const { page } = await start()
  const status = page.getByRole('contentinfo', { name: 'Status' })
  await connect(page, first.url, KEY)
  const find = page.getByRole('button', { name: 'Find campaigns' }).first()
  await expect(find).toBeVisible()
  await first.close()
  await find.click()
  await expect(status).toContainText('Service unreachable since')
  const again = await startTestService({
    key: KEY,
    items: 30,
    campaigns: 1,
    port: Number(new URL(first.url).port),
  })
  await expect(status).toContainText('Online')
  await forgetAll(page)
  await again.close()
})

test.describe('behind a system proxy', () => {
  const proxyArguments = (proxy: string): readonly string[] => [
    `--proxy-server=${proxy}`,
    // Chromium would bypass the proxy for this computer.
    '--proxy-bypass-list=<-loopback>',
  ]

  for (const [refuse, reason] of [
    [403, 'did not open a connection to'],
    [407, 'requires a user name and a password (407)'],
  ] as const) {
    test(`that responds with ${String(refuse)}, the error names the proxy instead of the service`, async ({
      start,
    }) => {
      await using proxy = await startProxy({ refuse })
      await using service = await startTestService({
        tls: serverFiles(leaf, intermediate),
        key: KEY,
        items: 1,
      })
      const { page } = await start({ args: proxyArguments(proxy.url) })
      const message = await testResult(page, service.url)
      expect(message).toContain(`The proxy ${new URL(proxy.url).host} ${reason}`)
      expect(message).not.toContain('down')
      expect(service.requests).toEqual([])
      const report = await page.evaluate(
        (input) => window.api['connections.diagnose']({ runId: 'run-1', of: input }),
        { baseUrl: service.url, key: KEY },
      )
      if (!report.ok) throw new Error(report.error.message)
      const tls = report.value.results.find(({ check }) => check === 'tls')
      expect(tls?.message).toContain(`(${String(refuse)})`)
    })
  }

  test('that is down, the error names the proxy instead of the service', async ({ start }) => {
    const proxy = await startProxy()
    await proxy[Symbol.asyncDispose]()
    const { page } = await start({ args: proxyArguments(proxy.url) })
    expect(await testResult(page, 'https://127.0.0.1:59998')).toContain(
      `The proxy ${new URL(proxy.url).host} cannot be reached.`,
    )
  })
})

test('an address with a port that browsers block is rejected with the reason', async ({ start }) => {
  const { page } = await start()
  expect(await testResult(page, 'https://127.0.0.1:6000')).toContain(
    'its port is reserved for another protocol',
  )
})
