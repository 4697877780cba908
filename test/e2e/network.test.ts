import { startProxy } from '../support/proxy.ts'
import { issueChain, serverFiles } from '../support/certificates/make.ts'
import { startTestService } from '../support/service/start.ts'
import { expect, test } from './fixtures.ts'
import {
  connect,
  findCampaigns,
  forgetConnections,
  proxyArguments,
  runCommand,
  testConnection,
} from './steps.ts'

const KEY = 'k-network-distinctive-71aa'
const { intermediate, leaf } = issueChain()

test('the status bar shows whether the service can be reached', async ({ start }) => {
  const service = await startTestService({ key: KEY, items: 30, campaigns: 1 })
  const { page } = await start()
  const status = page.getByRole('contentinfo', { name: 'Status' })
  await connect(page, service.url, KEY)
  await expect(status).toContainText('Online')
  await service.close()
  await findCampaigns(page)
  await expect(status).toContainText(`${new URL(service.url).host} doesn’t respond`)
  await expect(status).not.toContainText('Online')

  const restarted = await startTestService({
    key: KEY,
    items: 30,
    campaigns: 1,
    port: Number(new URL(service.url).port),
  })
  await findCampaigns(page)
  await expect(status).toContainText('Online')
  expect(restarted.requests.length).toBeGreaterThan(0)
  expect(
    new Set(restarted.requests.map(({ headers }) => headers['user-agent']?.replace(/[\d.]+$/u, ''))),
  ).toEqual(new Set(['CampaignDesk/']))
  await forgetConnections(page)
  await restarted.close()
})

test('the status bar shows a failure that the doctor found, and the service as online again without an action', async ({
  start,
}) => {
  const service = await startTestService({ key: KEY, items: 30, campaigns: 1 })
  const { page } = await start()
  const status = page.getByRole('contentinfo', { name: 'Status' })
  await connect(page, service.url, KEY)
  await expect(page.getByRole('button', { name: 'Find campaigns' }).first()).toBeVisible()
  await service.close()
  await runCommand(page, 'Connection doctor')
  await expect(page.getByRole('dialog', { name: 'Connection doctor' })).toBeVisible()
  await expect(status).toContainText('doesn’t respond')
  const restarted = await startTestService({
    key: KEY,
    items: 30,
    campaigns: 1,
    port: Number(new URL(service.url).port),
  })
  await expect(status).toContainText('Online')
  await page.keyboard.press('Escape')
  await forgetConnections(page)
  await restarted.close()
})

test.describe('behind a system proxy', () => {
  for (const [refuse, reason] of [
    [403, 'didn’t connect to'],
    [407, 'requires a user name and password (407)'],
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
      const message = await testConnection(page, { baseUrl: service.url, key: KEY })
      expect(message).toContain(`The proxy ${new URL(proxy.url).host} ${reason}`)
      expect(message).not.toContain('down')
      expect(service.requests).toEqual([])
      const report = await page.evaluate(
        (input) => window.api.call('connections.diagnose', { runId: 'run-1', of: input }),
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
    await using service = await startTestService({ tls: true, key: KEY, items: 1 })
    const { page } = await start({ args: proxyArguments(proxy.url) })
    expect(await testConnection(page, { baseUrl: service.url, key: KEY })).toContain(
      `The proxy ${new URL(proxy.url).host} can’t be reached.`,
    )
    expect(service.requests).toEqual([])
  })
})

test('an address with a port that browsers block is rejected with the reason', async ({ start }) => {
  const { page } = await start()
  expect(await testConnection(page, { baseUrl: 'https://127.0.0.1:6000', key: KEY })).toContain(
    'its port is reserved for another protocol',
  )
})
