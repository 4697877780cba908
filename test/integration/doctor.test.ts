import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { createNodeNetwork } from '../../electron/cli/node-network.ts'
import { DOCTOR_CHECKS, type DoctorCheckName, type DoctorResult } from '../../electron/contract/doctor.ts'
import { runDoctor } from '../../electron/doctor/run-doctor.ts'
import type { DoctorOptions } from '../../electron/doctor/types.ts'
import { createRedactor } from '../../electron/app/redact.ts'
import { SYSTEM_PROXY } from '../../electron/service/managed-proxy.ts'
import { NO_SIGN_IN } from '../support/no-sign-in.ts'
import { proxyFromEnvironment } from '../../electron/service/proxies.ts'
import { DEFAULT_TLS, tlsSettings } from '../../electron/service/tls-settings.ts'
import { readClientCertificate } from '../../electron/service/certificates/client-certificate.ts'
import {
  CLIENT_PURPOSE,
  issueCertificate,
  issueChain,
  serverFiles,
  type IssuedCertificate,
} from '../support/certificates/make.ts'
import { KEY_ENCODINGS } from '../fixtures/hostile/texts.ts'
import { startProxy } from '../support/proxy.ts'
import { editPage } from '../support/service/edits.ts'
import { isItems, type Behavior } from '../support/service/script.ts'
import { startTestService, type TestServiceOptions } from '../support/service/start.ts'

const KEY = 'doctor-key-"7f3a91c2e5"-%41'
const { root, intermediate, leaf } = issueChain()

interface Setting extends Partial<DoctorOptions> {
  readonly env?: Readonly<Record<string, string>>
}

/** Diagnoses an address like the command line. */
async function examine(baseUrl: string, { env = {}, ...options }: Setting = {}) {
  const reported: DoctorResult[] = []
  const authority = options.authority ?? null
  const { conceal, redact } = createRedactor()
  conceal(options.key ?? KEY)
  const report = await runDoctor({
    baseUrl,
    key: KEY,
    redact,
    authority,
    fetch: createNodeNetwork(env, () => Promise.resolve('0.0.0-test'), {
      proxy: () => Promise.resolve(SYSTEM_PROXY),
      signIn: NO_SIGN_IN,
    }).fetchWith(authority === null ? DEFAULT_TLS : tlsSettings(baseUrl, authority, null)),
    proxyFor: (address) => proxyFromEnvironment(env, address),
    onResult: (result) => reported.push(result),
    about: 'a test',
    ...options,
  })
  // Every check once, in order, and reported at once; no secrets.
  expect(report.results.map(({ check }) => check)).toEqual([...DOCTOR_CHECKS])
  expect(reported).toEqual(report.results)
  const all = JSON.stringify(report)
  for (const secret of [KEY, 'doctor-key', encodeURIComponent(KEY), 'limit=', 'sort=']) {
    expect(all).not.toContain(secret)
    expect(report.reportText).not.toContain(secret)
  }
  expect(all).not.toMatch(/undefined|\[object|NaN/u)
  for (const { message, verdict } of report.results) {
    expect(message).toMatch(/^\S.+\.$/su)
    expect(report.reportText).toContain(message)
    expect(['ok', 'attention', 'failed', 'skipped']).toContain(verdict)
  }
  const of = (check: DoctorCheckName): DoctorResult => {
    const found = report.results.find((result) => result.check === check)
    if (found === undefined) throw new Error(`no result ${check}`)
    return found
  }
  const verdicts = Object.fromEntries(report.results.map(({ check, verdict }) => [check, verdict]))
  return { report, of, verdicts, failed: report.results.filter(({ verdict }) => verdict === 'failed') }
}

const start = (options: TestServiceOptions = {}) =>
  startTestService({ items: 60, campaigns: 2, key: KEY, basePath: '/api', ...options })
const startTls = (first: IssuedCertificate = leaf, ...more: IssuedCertificate[]) =>
  start({ tls: serverFiles(first, ...(more.length > 0 ? more : [intermediate])) })

describe('the doctor for a working service', () => {
  it('passes over http on this computer', async () => {
    await using service = await start()
    const { verdicts, of, report } = await examine(`${service.url}/`)
    expect(verdicts).toEqual({
      address: 'ok',
      proxy: 'ok',
      dns: 'skipped',
      tcp: 'ok',
      tls: 'skipped',
      key: 'ok',
      firstPage: 'ok',
      paging: 'ok',
      order: 'ok',
      clock: 'ok',
    })
    expect(of('firstPage').message).toContain('60 items')
    expect(of('address').facts).toEqual([`address: ${service.url}`])
    expect(report.reportText).toContain('a test')
    expect(service.requests.every(({ headers }) => headers['authorization'] === KEY)).toBe(true)
  })

  it('passes over https with a private authority, by name', async () => {
    await using service = await startTls()
    const url = service.url.replace('127.0.0.1', 'localhost')
    const lookup = () => Promise.resolve(['127.0.0.1'])
    const { verdicts, of } = await examine(url, { authority: root.pem, lookup })
    expect(verdicts).toMatchObject({
      dns: 'ok',
      tcp: 'ok',
      tls: 'ok',
      key: 'ok',
      firstPage: 'ok',
      clock: 'ok',
    })
    expect(of('dns').facts).toEqual(['IP address: 127.0.0.1'])
    const facts = of('tls').facts.join('\n')
    expect(facts).toContain(leaf.certificate.fingerprint256)
    expect(facts).toContain(intermediate.certificate.fingerprint256)
    expect(facts).toContain('CN=desk.print.example')
    expect(facts).toContain('issued by: CN=Print Works Servers')
    expect(facts).toContain('chosen for this connection: Print Works Root')
    expect(facts).toMatch(/valid: \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d/u)
    // The certificate is read without sending the key.
    expect(service.requests[0]?.headers['authorization']).toBeUndefined()
  })

  it('passes through a proxy', async () => {
    await using service = await startTls()
    await using proxy = await startProxy()
    const env = { HTTPS_PROXY: proxy.url.replace('://', '://me:hush-hush@') }
    const { verdicts, of, report } = await examine(service.url, { env, authority: root.pem })
    expect(verdicts).toMatchObject({ proxy: 'ok', tcp: 'ok', tls: 'ok', key: 'ok', paging: 'ok' })
    expect(of('proxy').message).toContain(new URL(proxy.url).host)
    expect(of('tcp').message).toContain(new URL(proxy.url).host)
    expect(of('tls').facts.join('\n')).toContain(leaf.certificate.fingerprint256)
    expect(report.reportText).not.toContain('hush')
    expect(new Set(proxy.connected)).toEqual(new Set([new URL(service.url).host]))
  })

  it('passes for the sample without a network', async () => {
    const { report } = await examine('', { baseUrl: null, key: null })
    expect(report.results.map(({ verdict }) => verdict)).toEqual(['ok', ...Array<string>(9).fill('skipped')])
  })
})

describe('the doctor for an unreachable service', () => {
  const behind = (verdicts: Record<string, string>, check: DoctorCheckName) =>
    DOCTOR_CHECKS.slice(DOCTOR_CHECKS.indexOf(check) + 1).map((later) => verdicts[later])

  it.each<[string, string]>([
    ['not an address', 'desk'],
    ['an unprotected address', 'http://desk.print.example'],
  ])('reports the address: %s', async (_, address) => {
    const { verdicts } = await examine(address)
    expect(verdicts['address']).toBe('failed')
    expect(new Set(behind(verdicts, 'address'))).toEqual(new Set(['skipped']))
  })

  it('reports the proxy’s address', async () => {
    const { of } = await examine('https://desk.print.example', { env: { HTTPS_PROXY: 'gopher://x' } })
    expect(of('proxy')).toMatchObject({ verdict: 'failed' })
    expect(of('proxy').message).toContain('HTTPS_PROXY')
  })

  it('reports an unknown host name', async () => {
    const lookup = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    const { of, verdicts } = await examine('https://desk.print.example', { lookup })
    expect(of('dns').message).toContain('desk.print.example can’t be found')
    expect(of('dns').fault).toBe('offline')
    expect(of('dns').facts).toEqual(['system error: ENOTFOUND'])
    expect(new Set(behind(verdicts, 'dns'))).toEqual(new Set(['skipped']))
    const proxied = await examine('https://desk.print.example', {
      lookup,
      env: { HTTPS_PROXY: 'http://proxy.print.example:3128' },
    })
    expect(proxied.of('dns').message).toContain('The proxy proxy.print.example')
  })

  it('reports a closed port', async () => {
    const gone = await start()
    await gone.close()
    const { of, verdicts } = await examine(gone.url)
    expect(of('tcp').verdict).toBe('failed')
    expect(of('tcp').message).toContain('can’t be reached')
    expect(of('tcp').fault).toBe('unreachable')
    expect(of('tcp').facts.join()).toContain('ECONNREFUSED')
    expect(new Set(behind(verdicts, 'tcp'))).toEqual(new Set(['skipped']))
  })

  it.each<[string, () => IssuedCertificate, boolean, RegExp]>([
    [
      'self-signed',
      () => issueCertificate({ name: 'self', hosts: ['127.0.0.1'] }),
      false,
      /self-signed.+choose its file/u,
    ],
    ['of an unknown authority', () => leaf, false, /its issuer isn’t trusted.+choose its file/u],
    [
      'expired',
      () => issueCertificate({ name: 'old', hosts: ['127.0.0.1'], issuer: intermediate, days: [-9, -1] }),
      true,
      /expired/u,
    ],
    [
      'of another host',
      () => issueCertificate({ name: 'o', hosts: ['other.example'], issuer: intermediate }),
      true,
      /another address/u,
    ],
  ])('reports a certificate %s', async (_, certificate, withAuthority, words) => {
    const issued = certificate()
    await using service = await startTls(issued, intermediate)
    const { of, verdicts } = await examine(service.url, { authority: withAuthority ? root.pem : null })
    expect(of('tls').verdict).toBe('failed')
    expect(of('tls').message).toMatch(words)
    expect(of('tls').facts.join('\n')).toContain(issued.certificate.fingerprint256)
    expect(new Set(behind(verdicts, 'tls'))).toEqual(new Set(['skipped']))
    expect(service.requests).toEqual([])
  })

  it('presents no client certificate to a service that is not verified', async () => {
    const clients = issueCertificate({ name: 'clients', isAuthority: true })
    const client = issueCertificate({ name: 'client', issuer: clients, purposes: [CLIENT_PURPOSE] })
    const opened = readClientCertificate(Buffer.from(client.pem + client.keyPem), null)
    if (opened.state !== 'open') throw new Error('The file has no password')
    const presented: unknown[] = []
    const server = createSecureServer({
      ...serverFiles(issueCertificate({ name: 'self', hosts: ['127.0.0.1'] })),
      requestCert: true,
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
    }).on('secureConnection', (socket) => presented.push(socket.getPeerX509Certificate()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { of } = await examine(`https://127.0.0.1:${String(port)}`, {
      clientCertificate: opened.certificate,
    })
    expect(of('tls').fault).toBe('tls')
    expect(new Set(presented)).toEqual(new Set([undefined]))
    await new Promise((resolve) => server.close(resolve))
  })

  it('warns of a certificate that expires soon', async () => {
    await using service = await startTls(
      issueCertificate({ name: 'soon', hosts: ['127.0.0.1'], issuer: intermediate, days: [-9, 5.5] }),
    )
    const { of } = await examine(service.url, { authority: root.pem })
    expect(of('tls').verdict).toBe('attention')
    expect(of('tls').message).toContain('5 days')
  })

  it.each([
    [403, /^The proxy 127\.0\.0\.1:\d+ refused to connect to 127\.0\.0\.1:\d+ \(403\)\./u],
    [407, /requires a user name and password \(407\)/u],
    [502, /can’t reach 127\.0\.0\.1:\d+ \(502\)/u],
  ])('reports a proxy that responds with %d', async (refuse, words) => {
    await using service = await startTls()
    await using proxy = await startProxy({ refuse })
    const { of } = await examine(service.url, { env: { HTTPS_PROXY: proxy.url }, authority: root.pem })
    expect(of('tls').verdict).toBe('failed')
    expect(of('tls').message).toMatch(words)
    expect(service.requests).toEqual([])
  })

  it('reports a service without TLS', async () => {
    await using service = await start()
    const { of } = await examine(service.url.replace('http:', 'https:'))
    expect(of('tls').verdict).toBe('failed')
  })
})

describe('the doctor for invalid responses', () => {
  const all = (behavior: Behavior): TestServiceOptions => ({ script: [{ when: isItems, behavior }] })

  it.each<[string, TestServiceOptions, Partial<DoctorOptions>, DoctorCheckName, RegExp]>([
    ['no key', {}, { key: null }, 'key', /no API key/u],
    ['a key that cannot be sent', {}, { key: 'a\nb' }, 'key', /API key isn’t valid/u],
    ['a key that is refused', { key: 'other' }, {}, 'key', /\(401\)/u],
    ['a key that may not read', all({ kind: 'status', status: 403 }), {}, 'key', /\(403\)/u],
    ['an unknown address', all({ kind: 'status', status: 404 }), {}, 'firstPage', /\(404\)/u],
    ['a service that fails', all({ kind: 'status', status: 500 }), {}, 'firstPage', /reported an error/u],
    ['a web page', all({ kind: 'login' }), {}, 'firstPage', /web page/u],
    [
      'invalid JSON',
      all({ kind: 'text', change: () => '{nonsense}' }),
      {},
      'firstPage',
      /unreadable response/u,
    ],
    [
      'another JSON',
      all({ kind: 'text', change: () => '{"hello":1}' }),
      {},
      'firstPage',
      /unreadable response/u,
    ],
    [
      'no count',
      all({ kind: 'edit', edit: editPage((page) => void (page.totalCount = null)) }),
      {},
      'firstPage',
      /number of items is missing/u,
    ],
    [
      'a service that ignores the offset',
      all({
        kind: 'edit',
        edit: editPage((page) => {
          page.campaignItemIds = Array.from({ length: 10 }, (_, index) => `item-${String(index)}`)
        }),
      }),
      {},
      'paging',
      /repeats the first page/u,
    ],
  ])('reports %s', async (_, service, options, check, words) => {
    await using running = await start(service)
    const { of, failed, verdicts } = await examine(running.url, options)
    expect(of(check).verdict).toBe('failed')
    expect(of(check).message).toMatch(words)
    expect(failed).toHaveLength(1)
    // Every response has a time, also a refusal.
    const isRequested = !('key' in options)
    expect(verdicts['clock']).toBe(isRequested ? 'ok' : 'skipped')
  })

  it.each(Object.entries(KEY_ENCODINGS))(
    'does not report a key as the number of items: %s',
    async (_, encode) => {
      // A short key is stated in full, apart from redaction.
      for (const key of [KEY, 'Kq7!f-3z']) {
        const text = encode(key)
        const edit = editPage((page) => void (page.totalCount = text))
        await using service = await start({ key, ...all({ kind: 'edit', edit }) })
        const { of, report } = await examine(service.url, { key })
        expect(of('firstPage').message).toContain('its number of items is')
        expect(JSON.stringify(report) + report.reportText).not.toContain(JSON.stringify(text).slice(1, 9))
      }
    },
  )

  it('does not report a key as a host name, whose letters are small', async () => {
    const key = 'Doctor-Key-7F3A91C2E5'
    const to = `https://${key}.example/`
    await using service = await start({ key, ...all({ kind: 'redirect', to }) })
    const { of, report } = await examine(service.url, { key })
    expect(of('firstPage').message).toContain('.example')
    expect((JSON.stringify(report) + report.reportText).toLowerCase()).not.toContain(key.toLowerCase())
  })

  it('warns of a service without items', async () => {
    await using service = await start(
      all({ kind: 'text', change: () => '{"campaignItemIds":[],"campaignItemEntities":{},"totalCount":0}' }),
    )
    const { of, failed } = await examine(service.url)
    expect(of('firstPage')).toMatchObject({ verdict: 'attention' })
    expect([of('paging').verdict, of('order').verdict]).toEqual(['skipped', 'skipped'])
    expect(failed).toEqual([])
  })

  it('requests two halves of a list that fits on one page', async () => {
    await using service = await start({ items: 5, campaigns: 1 })
    const { of } = await examine(service.url)
    expect([of('paging').verdict, of('order').verdict]).toEqual(['ok', 'ok'])
    expect(service.requests.filter(isItems).map(({ query }) => [query['skip'], query['limit']])).toEqual([
      ['0', '10'],
      ['2', '2'],
    ])
  })

  it('warns of an empty second page', async () => {
    const edit = editPage((page, { query }) => {
      if (query['skip'] !== '0') page.campaignItemIds = []
    })
    await using service = await start(all({ kind: 'edit', edit }))
    expect((await examine(service.url)).of('paging')).toMatchObject({ verdict: 'attention' })
  })

  it('warns of an ignored sort order', async () => {
    const edit = editPage((page) => void page.campaignItemIds.reverse())
    await using service = await start(all({ kind: 'edit', edit }))
    const { of, failed } = await examine(service.url)
    expect(of('order').verdict).toBe('attention')
    expect(of('order').message).toContain('Recent changes don’t come first')
    expect(failed).toEqual([])
  })

  it('warns of items without times', async () => {
    const edit = editPage((page) => {
      for (const entity of Object.values(page.campaignItemEntities)) delete entity['updatedAt']
    })
    await using service = await start(all({ kind: 'edit', edit }))
    expect((await examine(service.url)).of('order').message).toContain('no time of change')
  })

  it.each([
    [-10 * 60_000, /10 minutes ahead\./u],
    [3 * 60_000, /3 minutes behind/u],
  ])('warns of a clock that is off by %d ms', async (off, words) => {
    await using server = await startSkewed(off)
    const { of } = await examine(server.url)
    expect(of('clock').verdict).toBe('attention')
    expect(of('clock').message).toMatch(words)
  })
})

describe('a run of the doctor', () => {
  it('ends at its time limit, and reports that', async () => {
    await using service = await start({ script: [{ behavior: { kind: 'hang', at: 'start' } }] })
    const limit = new AbortController()
    using timeout = vi.spyOn(AbortSignal, 'timeout')
    timeout.mockReturnValueOnce(limit.signal)
    const running = examine(service.url, { limitMs: 400 })
    await expect.poll(() => service.requests.length).toBe(1)
    limit.abort(new DOMException('The time is over', 'TimeoutError'))
    const { of, failed } = await running
    expect(timeout).toHaveBeenNthCalledWith(1, 400)
    expect(of('tcp').verdict).toBe('ok')
    expect(of('key').message).toContain('the checks took too long')
    expect(of('clock').message).toContain('the checks took too long')
    expect(failed).toEqual([])
  })

  it('can be stopped, and reports the checks so far', async () => {
    await using service = await start({ script: [{ behavior: { kind: 'hang', at: 'start' } }] })
    const controller = new AbortController()
    const running = examine(service.url, { signal: controller.signal })
    await expect.poll(() => service.requests.length).toBe(1)
    controller.abort()
    const { of, verdicts } = await running
    expect(verdicts).toMatchObject({ address: 'ok', tcp: 'ok', key: 'skipped', clock: 'skipped' })
    expect(of('key').message).toContain('was stopped')
  })
})

/** A service of two items whose clock is off by this many milliseconds. */
async function startSkewed(off: number): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer((_request, response) => {
    response.sendDate = false
    response.setHeader('date', new Date(Date.now() + off).toUTCString())
    response.setHeader('content-type', 'application/json')
    response.end('{"campaignItemIds":["a","b"],"campaignItemEntities":{},"totalCount":2,"limit":10}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
