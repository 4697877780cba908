import { readFileSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Keychain } from '../../electron/secrets/types.ts'
import { readClientCertificate } from '../../electron/service/certificates/client-certificate.ts'
import { createSecrets } from '../../electron/secrets/create-secrets.ts'
import {
  findPasswordLocation,
  openClientCertificate,
  removeClientCertificate,
  saveClientCertificate,
  tlsOfConnection,
} from '../../electron/app/client-certificates.ts'
import { clientCertificateAccount, createConnections } from '../../electron/app/connections.ts'
import { NO_MANAGED_SETTINGS } from '../../electron/app/managed/managed-settings.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { CLIENT_PURPOSE, issueCertificate, issueChain, serverFiles } from '../support/certificates/make.ts'
import { startProxy } from '../support/proxy.ts'
import { runCli, type CliResult } from '../support/run-cli.ts'
import { startTestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-58ba01'
const PASSWORD = 'hush-hush-p12'
const PASSWORD_VARIABLE = 'CAMPAIGN_DESK_CLIENT_CERT_PASSWORD'
const support = new URL('../support/certificates/', import.meta.url)
const pkcs12 = readFileSync(new URL('client.p12', support))
const pkcs12Authority = readFileSync(new URL('client.pem', support), 'utf8')

const { root, intermediate, leaf } = issueChain()
const clients = issueCertificate({ name: 'Clients of Print Works', isAuthority: true })
const client = issueCertificate({ name: 'Campaign Desk 7', issuer: clients, purposes: [CLIENT_PURPOSE] })
const pem = client.pem + client.keyPem
const lockedPem =
  client.pem +
  client.key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSWORD }).toString()

let home: string
let removeHome: () => Promise<void>
beforeEach(async () => {
  ;({ path: home, remove: removeHome } = await temporaryFolder())
  await writeFile(join(home, 'works.pem'), root.pem)
  await writeFile(join(home, 'me.p12'), pkcs12)
  await writeFile(join(home, 'me.pem'), pem)
  await writeFile(join(home, 'locked.pem'), lockedPem)
})
afterEach(() => removeHome())

const start = (clientAuthority = clients.pem) =>
  startTestService({
    items: 10,
    campaigns: 1,
    key: KEY,
    tls: { ...serverFiles(leaf, intermediate), clientAuthority },
  })

async function run(
  command: 'sync' | 'doctor',
  url: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const all = command === 'sync' ? ['--all', '--retries', '0'] : []
  const end = await runCli(
    [
      command,
      '--base-url',
      url,
      '--data',
      join(home, 'data'),
      '--ca',
      join(home, 'works.pem'),
      ...all,
      ...args,
    ],
    { home, key: KEY, env },
  )
  expect(end.stdout + end.stderr).not.toContain(PASSWORD)
  return end
}

const certificateOption = (name: string): readonly string[] => ['--client-cert', join(home, name)]

describe('a service that requires a client certificate', () => {
  it('is reported by sync and doctor without one', async () => {
    await using service = await start()
    const synced = await run('sync', service.url, [])
    expect(synced.code).toBe(3)
    expect(synced.stderr).toMatch(/127\.0\.0\.1:\d+ requires a client certificate\./u)
    const examined = await run('doctor', service.url, [])
    expect(examined.code).toBe(3)
    expect(examined.stdout).toMatch(
      /Certificate: failed.*\n +127\.0\.0\.1:\d+ requires a client certificate\./u,
    )
    expect(service.requests).toEqual([])
  })

  it('accepts a PEM file from sync, through a proxy, and from doctor', async () => {
    await using service = await start()
    await using proxy = await startProxy()
    expect(await run('sync', service.url, certificateOption('me.pem'))).toMatchObject({ code: 0 })
    expect(
      await run('sync', service.url, certificateOption('me.pem'), { HTTPS_PROXY: proxy.url }),
    ).toMatchObject({ code: 0 })
    expect(await run('doctor', service.url, certificateOption('me.pem'))).toMatchObject({ code: 0 })
    expect(new Set(service.requests.map((request) => request.client))).toEqual(new Set(['Campaign Desk 7']))
    expect(proxy.connected).not.toEqual([])
  })

  it('accepts PKCS #12 with its password from the environment', async () => {
    await using service = await start(pkcs12Authority)
    const right = { [PASSWORD_VARIABLE]: PASSWORD }
    expect(await run('sync', service.url, certificateOption('me.p12'), right)).toMatchObject({ code: 0 })
    expect(new Set(service.requests.map((request) => request.client))).toEqual(new Set(['Store Reviewer']))
    for (const name of ['me.p12', 'locked.pem']) {
      const none = await run('sync', service.url, certificateOption(name))
      expect(none.code).toBe(2)
      expect(none.stderr).toContain(PASSWORD_VARIABLE)
      const wrong = await run('sync', service.url, certificateOption(name), {
        [PASSWORD_VARIABLE]: 'wrong-word',
      })
      expect(wrong.code).toBe(2)
      expect(wrong.stderr).toContain(`the password in the environment variable ${PASSWORD_VARIABLE} is wrong`)
      expect(wrong.stderr).not.toContain('wrong-word')
    }
  })

  it('accepts the certificate that was chosen in the application', async () => {
    await using service = await start()
    const connections = createConnections(join(home, 'data'))
    const { id } = await connections.create({ baseUrl: service.url, key: KEY })
    const opened = openClientCertificate('me.pem', Buffer.from(lockedPem), PASSWORD)
    if (opened === null) throw new Error('The password was given')
    await connections.setClientCertificate(id, opened.file)
    const { clientCertificateFile } = connectionLayout(join(home, 'data'), id)
    if (process.platform !== 'win32') expect((await stat(clientCertificateFile)).mode & 0o777).toBe(0o600)
    expect(await run('sync', service.url, [], { [PASSWORD_VARIABLE]: PASSWORD })).toMatchObject({ code: 0 })
    const locked = await run('sync', service.url, [], { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' })
    expect(locked.code).toBe(3)
    expect(locked.stderr).toContain('The password of the client certificate isn’t saved.')
    await connections.clearClientCertificate(id)
    await expect(readFile(clientCertificateFile)).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await run('sync', service.url, [])).stderr).toContain('requires a client certificate')
  })

  it('is diagnosed if it uses TLS 1.2', async () => {
    const self = issueCertificate({ name: 'self', hosts: ['127.0.0.1'] })
    for (const [files, message] of [
      [serverFiles(leaf, intermediate), /Certificate: passed/u],
      [serverFiles(self), /Certificate: failed.*\n +.*certificate of 127\.0\.0\.1/u],
    ] as const) {
      const settings = { ca: clients.pem, requestCert: true, maxVersion: 'TLSv1.2' } as const
      const server = createServer({ ...files, ...settings }, (_request, response) => response.end('{}'))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`
      expect((await run('doctor', url, certificateOption('me.pem'))).stdout).toMatch(message)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it('is recognized by nginx’s error page', async () => {
    const server = createServer(serverFiles(leaf, intermediate), (_request, response) => {
      const text = '<html><head><title>400 No required SSL certificate was sent</title></head></html>'
      response.writeHead(400, { 'content-type': 'text/html' }).end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    expect((await run('sync', url, [])).stderr).toContain('requires a client certificate')
    expect((await run('doctor', url, [])).stdout).toContain('requires a client certificate')
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('the client certificate of a connection', () => {
  const setUp = async () => {
    const connections = createConnections(join(home, 'data'))
    const entries = new Map<string, string>()
    const keychain: Keychain = {
      getPassword: (_service, account) => Promise.resolve(entries.get(account) ?? null),
      setPassword: (_service, account, password) => {
        entries.set(account, password)
        return Promise.resolve()
      },
      deletePassword: (_service, account) => Promise.resolve(entries.delete(account)),
    }
    const secrets = createSecrets({ keychain: () => Promise.resolve(keychain) })
    const managed = Promise.resolve(NO_MANAGED_SETTINGS)
    const { id } = await connections.create({ baseUrl: 'https://print.example/api', key: KEY })
    return { connections, entries, id, parts: { connections, secrets, managed } }
  }
  const opened = (bytes: Uint8Array | string, password: string | null = null) => {
    const reading = openClientCertificate('me.p12', Buffer.from(bytes), password)
    if (reading === null) throw new Error('The file is locked')
    return reading
  }

  it('has its password only in the keychain, and both are removed together', async () => {
    const { connections, entries, id, parts } = await setUp()
    const saved = await saveClientCertificate(id, opened(pkcs12, PASSWORD), parts)
    expect(saved.clientCertificate).toMatchObject({
      fileName: 'me.p12',
      subject: 'Store Reviewer',
      issuer: 'Store Reviewer',
      needsPassword: true,
    })
    expect(entries.get(clientCertificateAccount(id))).toBe(PASSWORD)
    const { folder, settingsFile, clientCertificateFile } = connectionLayout(join(home, 'data'), id)
    expect(await readFile(settingsFile, 'utf8')).not.toContain(PASSWORD)
    if (process.platform !== 'win32') expect((await stat(clientCertificateFile)).mode & 0o777).toBe(0o600)
    expect(await findPasswordLocation(saved, parts.secrets)).toBe('keychain')
    const { clientCertificate } = await tlsOfConnection(id, parts)
    expect(clientCertificate).toMatchObject({
      origin: 'https://print.example',
      certificate: { subject: 'Store Reviewer' },
    })

    // A certificate without a password removes the previous one from the keychain.
    const replaced = await saveClientCertificate(id, opened(pem), parts)
    expect(entries.size).toBe(0)
    expect(await findPasswordLocation(replaced, parts.secrets)).toBe('notNeeded')

    await saveClientCertificate(id, opened(pkcs12, PASSWORD), parts)
    await removeClientCertificate(id, parts)
    expect(entries.size).toBe(0)
    expect(await readdir(folder)).not.toContain('client-certificate')
    expect((await connections.get(id)).clientCertificate).toBeNull()
    expect((await tlsOfConnection(id, parts)).clientCertificate).toBeNull()
  })

  it('is presented to another address only for a test of that address', async () => {
    const { id, parts } = await setUp()
    await saveClientCertificate(id, opened(pem), parts)
    const other = await tlsOfConnection(id, { ...parts, baseUrl: 'https://other.example/v2' })
    expect(other.clientCertificate?.origin).toBe('https://other.example')
  })

  it('is reported with advice if it can no longer be used', async () => {
    const { connections, id, parts } = await setUp()
    await saveClientCertificate(id, opened(pkcs12, PASSWORD), parts)
    await parts.secrets.remove(clientCertificateAccount(id))
    await expect(tlsOfConnection(id, parts)).rejects.toMatchObject({ code: 'clientCertificate' })
    await expect(tlsOfConnection(id, parts)).rejects.toThrow(
      /password of the client certificate isn’t saved.+Enter its password/u,
    )
    await parts.secrets.set(clientCertificateAccount(id), 'other')
    await expect(tlsOfConnection(id, parts)).rejects.toThrow(/password of the client certificate is wrong/u)
    const old = issueCertificate({ name: 'Old Desk', days: [-20, -1] })
    await connections.setClientCertificate(id, {
      ...opened(pem).file,
      bytes: Buffer.from(old.pem + old.keyPem),
    })
    await expect(tlsOfConnection(id, parts)).rejects.toThrow(
      /^The client certificate “Old Desk” expired on .+Ask your administrator for a new/u,
    )
    await rm(connectionLayout(join(home, 'data'), id).clientCertificateFile)
    await expect(tlsOfConnection(id, parts)).rejects.toThrow(/The file of the client certificate is missing/u)
  })

  it('is rejected with the reason when it is chosen', () => {
    const dated = (from: number, to: number): string => {
      const { pem: certificatePem, keyPem } = issueCertificate({ name: 'Desk 8', days: [from, to] })
      return certificatePem + keyPem
    }
    expect(() => opened(dated(-20, -1))).toThrow(/the certificate “Desk 8” expired on \d{4}/u)
    expect(() => opened(dated(2, 20))).toThrow(/the certificate “Desk 8” isn’t valid before \d{4}/u)
    expect(openClientCertificate('me.p12', pkcs12, null)).toBeNull()
    expect(openClientCertificate('me.p12', pkcs12, 'other')).toBeNull()
  })

  it('is rejected on the command line if it has expired', async () => {
    const { pem: certificatePem, keyPem } = issueCertificate({ name: 'Old Desk', days: [-20, -1] })
    await writeFile(join(home, 'old.pem'), certificatePem + keyPem)
    const end = await run('sync', 'https://127.0.0.1:59998', ['--client-cert', join(home, 'old.pem')])
    expect(end.code).toBe(2)
    expect(end.stderr).toContain('“Old Desk” expired on')
  })
})

describe('another TLS error', () => {
  it('reports a port that uses plain HTTP', async () => {
    await using service = await startTestService({ items: 1, key: KEY })
    const url = service.url.replace('http:', 'https:')
    for (const { code, stdout, stderr } of [await run('sync', url, []), await run('doctor', url, [])]) {
      expect(code).toBe(3)
      expect(stdout + stderr).toContain('the port uses unencrypted HTTP')
    }
  })

  it('distinguishes an incomplete chain from an unknown authority', async () => {
    await using incomplete = await startTestService({ items: 1, key: KEY, tls: serverFiles(leaf) })
    const synced = await run('sync', incomplete.url, [])
    expect(synced.code).toBe(3)
    expect(synced.stderr).toContain('or an intermediate certificate is missing')
    const examined = await run('doctor', incomplete.url, [])
    expect(examined.stdout).toContain('The certificate of the issuer')
    expect(examined.stdout).toContain('“Print Works Servers”')
    const foreignRoot = issueCertificate({ name: 'Foreign Root', isAuthority: true })
    const foreign = issueCertificate({ name: 'Foreign Servers', isAuthority: true, issuer: foreignRoot })
    await using unknown = await startTestService({
      items: 1,
      key: KEY,
      tls: serverFiles(issueCertificate({ name: 'x', hosts: ['127.0.0.1'], issuer: foreign }), foreign),
    })
    for (const { stdout, stderr } of [
      await run('sync', unknown.url, []),
      await run('doctor', unknown.url, []),
    ]) {
      expect(stdout + stderr).toContain('its issuer isn’t trusted')
      expect(stdout + stderr).not.toContain('intermediate')
    }
  })
})

describe('readClientCertificate', () => {
  it.each<[string, () => Uint8Array | string, RegExp]>([
    ['without a key', () => client.pem, /no private key/u],
    ['with a key only', () => client.keyPem, /no certificate/u],
    ['with the key of another', () => client.pem + root.keyPem, /doesn’t match the certificate/u],
    ['of another type', () => 'PK', /neither PKCS #12/u],
    ['that is damaged', () => pkcs12.subarray(0, 300), /neither PKCS #12/u],
    ['that is far too large', () => new Uint8Array(2_000_000), /too large/u],
  ])('rejects a file %s with the reason', (_, content, message) =>
    expect(() => readClientCertificate(Buffer.from(content()), null)).toThrow(message),
  )

  it('returns subject and validity', () => {
    const reading = readClientCertificate(Buffer.from(pem), null)
    expect(reading).toMatchObject({
      state: 'open',
      certificate: { subject: 'Campaign Desk 7', validUntil: Date.parse(client.certificate.validTo) },
    })
    expect(readClientCertificate(pkcs12, null)).toEqual({ state: 'locked' })
    expect(readClientCertificate(pkcs12, 'other')).toEqual({ state: 'locked' })
    expect(readClientCertificate(pkcs12, PASSWORD)).toMatchObject({
      certificate: { subject: 'Store Reviewer' },
    })
  })
})
