import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { issueCertificate, issueChain, serverFiles } from '../support/certificates/make.ts'
import { startProxy } from '../support/proxy.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { answerOpenDialog, expect, test as base } from './fixtures.ts'
import { forgetConnections, proxyArguments, testConnection } from './steps.ts'

const KEY = 'k-authority-distinctive-9c41'

const { root, intermediate, leaf } = issueChain()

const test = base.extend<{ service: TestService; authorityFile: string }>({
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
  authorityFile: async ({ folder }, use) => {
    const file = join(folder, 'print-works.pem')
    writeFileSync(file, root.pem)
    await use(file)
  },
})

async function chooseAuthorityFor(page: Page, baseUrl: string): Promise<unknown> {
  const result = await page.evaluate(
    (address) => window.api.call('connections.chooseNewAuthority', address),
    { baseUrl },
  )
  return result.ok ? result.value : result.error.message
}

const REFUSED = /isn’t trusted: its issuer isn’t trusted.+choose its file\./u

test('a service with a private authority is refused until this connection trusts the authority’s file', async ({
  start,
  service,
  authorityFile,
  dataFolder,
}) => {
  const { app, page } = await start()
  expect(await testConnection(page, { baseUrl: service.url, key: KEY })).toMatch(REFUSED)
  expect(service.requests).toEqual([])

  await answerOpenDialog(app, authorityFile)
  const authority = { fileName: 'print-works.pem', subjects: ['Print Works Root'] }
  expect(await chooseAuthorityFor(page, service.url)).toEqual(authority)
  expect(await testConnection(page, { baseUrl: service.url, key: KEY })).toBe(60)
  expect(service.requests.length).toBeGreaterThan(0)
  expect(service.requests.every(({ headers }) => /\bgzip\b/u.test(headers['accept-encoding'] ?? ''))).toBe(
    true,
  )

  // The same chain at another address is still unknown.
  const other = await startTestService({
    tls: serverFiles(leaf, intermediate),
    key: KEY,
    items: 10,
    campaigns: 1,
  })
  expect(await testConnection(page, { baseUrl: other.url, key: KEY })).toMatch(REFUSED)
  expect(other.requests).toEqual([])
  await other.close()

  // A new connection stores it, also across a restart.
  const created = await page.evaluate((input) => window.api.call('connections.create', input), {
    baseUrl: service.url,
    key: KEY,
  })
  if (!created.ok) throw new Error(created.error.message)
  expect(created.value.connection.authority).toEqual(authority)
  const { id } = created.value.connection
  expect(readFileSync(join(dataFolder, 'connections', id, 'ca.pem'), 'utf8')).toBe(root.pem)
  await app.close()

  const again = await start()
  const download = async (): Promise<string> =>
    again.page.evaluate(
      async ({ connectionId, key }) => {
        // Without a keychain, the key of the last run is lost.
        await window.api.call('connections.replaceKey', { connectionId, key })
        const ended = new Promise<string>((resolve) => {
          const stop = window.api.on('download.progress', (job) => {
            if (job.state === 'waiting' || job.state === 'running') return
            stop()
            resolve(job.error?.message ?? job.state)
          })
        })
        await window.api.call('downloads.discover', { connectionId })
        return ended
      },
      { connectionId: id, key: KEY },
    )
  expect(await download()).toBe('done')

  // Once removed, it is not trusted any more.
  const cleared = await again.page.evaluate(
    (connectionId) => window.api.call('connections.clearAuthority', { connectionId }),
    id,
  )
  expect(cleared).toMatchObject({ ok: true, value: { authority: null } })
  expect(await download()).toMatch(REFUSED)

  await answerOpenDialog(again.app, authorityFile)
  const chosen = await again.page.evaluate(
    (connectionId) => window.api.call('connections.chooseAuthority', { connectionId }),
    id,
  )
  expect(chosen).toMatchObject({ ok: true, value: { authority } })
  expect(await download()).toBe('done')
  await forgetConnections(again.page)
})

test('a service with a private authority is reached through a system proxy', async ({
  start,
  service,
  authorityFile,
}) => {
  await using proxy = await startProxy()
  const { app, page } = await start({ args: proxyArguments(proxy.url) })
  await answerOpenDialog(app, authorityFile)
  await chooseAuthorityFor(page, service.url)
  expect(await testConnection(page, { baseUrl: service.url, key: KEY })).toBe(60)
  expect(proxy.connected.length).toBeGreaterThan(0)
  expect(proxy.connected.every((target) => target === new URL(service.url).host)).toBe(true)
})

test('an invalid certificate is still refused with the reason after an authority was chosen', async ({
  start,
  authorityFile,
}) => {
  const { app, page } = await start()
  await answerOpenDialog(app, authorityFile)
  const cases = [
    [
      issueCertificate({ name: 'late', hosts: ['127.0.0.1'], issuer: root, days: [-20, -1] }),
      /it has expired/u,
    ],
    [
      issueCertificate({ name: 'other', hosts: ['other.example'], issuer: root }),
      /it belongs to another address/u,
    ],
    [issueCertificate({ name: 'foreign', hosts: ['127.0.0.1'] }), /it is self-signed/u],
  ] as const
  for (const [certificate, message] of cases) {
    const service = await startTestService({ tls: serverFiles(certificate), items: 10, campaigns: 1 })
    await chooseAuthorityFor(page, service.url)
    expect(await testConnection(page, { baseUrl: service.url, key: KEY })).toMatch(message)
    expect(service.requests).toEqual([])
    await service.close()
  }
})

test('the connection doctor reports an unknown authority, and no problem after it is trusted', async ({
  start,
  service,
  authorityFile,
}) => {
  const { app, page } = await start()
  const diagnose = () =>
    page.evaluate(
      async ({ baseUrl, key }) => {
        const reported: string[] = []
        const stop = window.api.on('doctor.result', ({ runId, result }) =>
          reported.push(`${runId} ${result.check}`),
        )
        const response = await window.api.call('connections.diagnose', {
          runId: 'run-1',
          of: { baseUrl, key },
        })
        if (!response.ok) throw new Error(response.error.message)
        // The response may arrive before the last results.
        while (reported.length < response.value.results.length) await new Promise(requestAnimationFrame)
        stop()
        return { ...response.value, reported }
      },
      { baseUrl: service.url, key: KEY },
    )
  const before = await diagnose()
  const tls = before.results.find(({ check }) => check === 'tls')
  expect(tls?.verdict).toBe('failed')
  expect(tls?.message).toMatch(REFUSED)
  expect(tls?.facts.join()).toContain(leaf.certificate.fingerprint256)
  expect(before.reported).toEqual(before.results.map(({ check }) => `run-1 ${check}`))

  await answerOpenDialog(app, authorityFile)
  await chooseAuthorityFor(page, service.url)
  const after = await diagnose()
  expect(after.results.filter(({ verdict }) => verdict !== 'ok').map(({ check }) => check)).toEqual(['dns'])
  expect(after.reportText).toContain('Print Works Root')
  expect(before.reportText + after.reportText).not.toContain(KEY)
  expect(
    await page.evaluate(() => window.api.call('connections.stopDiagnosis', { runId: 'run-2' })),
  ).toMatchObject({ ok: true })
})

test('a file without an authority is refused with the reason', async ({ start, service, folder }) => {
  const { app, page } = await start()
  const file = join(folder, 'file.pem')
  await answerOpenDialog(app, file)
  const cases = [
    ['not a certificate', /the file contains no certificate/u],
    [leaf.pem, /isn’t an authority’s certificate/u],
    [root.keyPem, /private key/u],
    [issueCertificate({ name: 'Old', isAuthority: true, days: [-20, -1] }).pem, /expired on/u],
  ] as const
  for (const [content, message] of cases) {
    writeFileSync(file, content)
    expect(await chooseAuthorityFor(page, service.url)).toMatch(message)
  }
  expect(await testConnection(page, { baseUrl: service.url, key: KEY })).toMatch(REFUSED)
})
