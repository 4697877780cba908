import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../electron/contract/connection.ts'
import { createSecrets } from '../../electron/secrets/create-secrets.ts'
import { decodeBoundKey } from '../../electron/secrets/bound-key.ts'
import type { Secrets } from '../../electron/secrets/types.ts'
import { readAuthority } from '../../electron/service/certificates/read-authority.ts'
import { openClientCertificate, saveClientCertificate } from '../../electron/app/client-certificates.ts'
import { createConnectionKeys, type ConnectionKeys } from '../../electron/app/connection-keys.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { openConnection } from '../../electron/app/open-connection.ts'
import type { Connections } from '../../electron/app/types.ts'
import { CLIENT_PURPOSE, issueCertificate } from '../support/certificates/make.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { REVIEW_WORKER_URL, STORE_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-90aa12'
const authority = issueCertificate({ name: 'Print Works Root', isAuthority: true })
const attacker = issueCertificate({ name: 'Print Works Root', isAuthority: true })
const client = issueCertificate({ name: 'Campaign Desk 7', issuer: authority, purposes: [CLIENT_PURPOSE] })
const otherClient = issueCertificate({
  name: 'Campaign Desk 7',
  issuer: attacker,
  purposes: [CLIENT_PURPOSE],
})

let folder: string
let removeFolder: () => Promise<void>
let entries: Map<string, string>
let connections: Connections
let connection: Connection

beforeEach(async () => {
  ;({ path: folder, remove: removeFolder } = await temporaryFolder())
  entries = new Map()
  connections = createConnections(folder)
  connection = await connections.create({ baseUrl: 'https://print.example/api', key: KEY })
})
afterEach(() => removeFolder())

/** The keychain after a start of the application; null if there is none. */
function start(keychain: Map<string, string> | null = entries): { secrets: Secrets; keys: ConnectionKeys } {
  const secrets = createSecrets({
    keychain: () =>
      keychain === null
        ? Promise.reject(new Error('not installed'))
        : Promise.resolve({
            getPassword: (_, account) => Promise.resolve(keychain.get(account) ?? null),
            setPassword: (_, account, password) => {
              keychain.set(account, password)
              return Promise.resolve()
            },
            deletePassword: (_, account) => Promise.resolve(keychain.delete(account)),
          }),
  })
  return { secrets, keys: createConnectionKeys({ secrets, connections }) }
}

const current = (): Promise<Connection> => connections.get(connection.id)
const layout = () => connectionLayout(folder, connection.id)

/** Changes `connection.json` as another program would. */
async function tamper(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const { settingsFile } = layout()
  const settings = JSON.parse(await readFile(settingsFile, 'utf8')) as Readonly<Record<string, unknown>>
  await writeFile(settingsFile, JSON.stringify({ ...settings, ...changes }))
}

const chooseAuthority = () =>
  connections.setAuthority(connection.id, {
    fileName: 'root.pem',
    ...readAuthority(Buffer.from(authority.pem)),
  })

async function chooseClientCertificate(secrets: Secrets): Promise<void> {
  const opened = openClientCertificate('me.pem', Buffer.from(client.pem + client.keyPem), null)
  if (opened === null) throw new Error('The certificate is locked')
  await saveClientCertificate(connection.id, opened, { connections, secrets })
}

describe('a saved key', () => {
  it('is released to its connection, also after its path or name has changed', async () => {
    await start().keys.save(connection, KEY)
    await tamper({ baseUrl: 'https://print.example/v2', name: 'Renamed' })
    const { keys } = start()
    expect(await keys.get(await current())).toBe(KEY)
    expect(await keys.status(await current())).toEqual({ storage: 'keychain', reason: null })
  })

  it('is withheld after the base address was changed on disk', async () => {
    await start().keys.save(connection, KEY)
    await tamper({ baseUrl: 'https://attacker.example/api' })
    const { keys } = start()
    await expect(keys.get(await current())).rejects.toMatchObject({
      code: 'keyWithheld',
      message: expect.stringMatching(/https:\/\/print\.example.*https:\/\/attacker\.example/u) as string,
    })
    expect(await keys.status(await current())).toMatchObject({
      storage: 'withheld',
      change: { savedFor: 'https://print.example', origin: 'https://attacker.example', certificates: false },
    })
  })

  it('is withheld after a certificate authority was added on disk', async () => {
    await start().keys.save(connection, KEY)
    await tamper({ authority: { fileName: 'root.pem', subjects: ['Print Works Root'] } })
    await writeFile(layout().authorityFile, attacker.pem)
    await expect(start().keys.get(await current())).rejects.toMatchObject({ code: 'keyWithheld' })
  })

  it('is withheld after the certificate authority was replaced or removed', async () => {
    await chooseAuthority()
    await start().keys.save(await current(), KEY)
    expect(await start().keys.get(await current())).toBe(KEY)
    await writeFile(layout().authorityFile, attacker.pem)
    await expect(start().keys.get(await current())).rejects.toMatchObject({ code: 'keyWithheld' })
    await tamper({ authority: null })
    expect(await start().keys.status(await current())).toMatchObject({
      storage: 'withheld',
      change: { certificates: true },
    })
  })

  it('is withheld after the client certificate was replaced, which can include authorities', async () => {
    const { secrets, keys } = start()
    await chooseClientCertificate(secrets)
    await keys.save(await current(), KEY)
    expect(await start().keys.get(await current())).toBe(KEY)
    await writeFile(layout().clientCertificateFile, otherClient.pem + otherClient.keyPem)
    await expect(start().keys.get(await current())).rejects.toMatchObject({ code: 'keyWithheld' })
  })

  it('is withheld in the same session without a keychain', async () => {
    const { keys } = start(null)
    expect(await keys.save(connection, KEY)).toMatchObject({ storage: 'session' })
    expect(await keys.get(await current())).toBe(KEY)
    await tamper({ baseUrl: 'https://attacker.example/api' })
    await expect(keys.get(await current())).rejects.toMatchObject({ code: 'keyWithheld' })
    expect(await keys.status(await current())).toMatchObject({ storage: 'withheld' })
  })

  it('is released after the person confirmed exactly the current change', async () => {
    await start().keys.save(connection, KEY)
    await tamper({ baseUrl: 'https://new.example/api' })
    const { keys } = start()
    const { change } = await keys.status(await current())
    if (change === undefined) throw new Error('The key is not withheld')
    await tamper({ baseUrl: 'https://attacker.example/api' })
    await expect(keys.confirm(await current(), change, null)).rejects.toMatchObject({ code: 'badInput' })
    await tamper({ baseUrl: 'https://new.example/api' })
    expect(await keys.confirm(await current(), change, null)).toEqual({ storage: 'keychain', reason: null })
    expect(await start().keys.get(await current())).toBe(KEY)
  })

  it('stays valid when the person changes certificates in the window', async () => {
    const { keys, secrets } = start()
    await keys.save(connection, KEY)
    await keys.changeCertificates(connection.id, chooseAuthority)
    await keys.changeCertificates(connection.id, () => chooseClientCertificate(secrets))
    expect(await start().keys.get(await current())).toBe(KEY)
    await start().keys.changeCertificates(connection.id, () => connections.clearAuthority(connection.id))
    expect(await start().keys.get(await current())).toBe(KEY)
  })

  it('stays withheld when the person changes certificates after another program’s change', async () => {
    await start().keys.save(connection, KEY)
    await tamper({ baseUrl: 'https://attacker.example/api' })
    await start().keys.changeCertificates(connection.id, chooseAuthority)
    await expect(start().keys.get(await current())).rejects.toMatchObject({ code: 'keyWithheld' })
  })
})

describe('a key that an earlier version saved without binding', () => {
  it('is bound at its first use', async () => {
    entries.set(connection.id, KEY)
    expect(await start().keys.status(await current())).toEqual({ storage: 'keychain', reason: null })
    expect(decodeBoundKey(entries.get(connection.id) ?? '')).toEqual({
      key: KEY,
      binding: { origin: 'https://print.example', trust: '' },
    })
    expect(await start().keys.get(await current())).toBe(KEY)
    await tamper({ baseUrl: 'https://attacker.example/api' })
    await expect(start().keys.get(await current())).rejects.toMatchObject({ code: 'keyWithheld' })
  })
})

describe('a service named by a changed connection folder', () => {
  let service: TestService
  beforeEach(async () => {
    service = await startTestService({ items: 20, campaigns: 1, key: KEY })
    await start().keys.save(connection, KEY)
    await tamper({ baseUrl: service.url })
  })
  afterEach(() => service.close())

  it('receives no request from the window', async () => {
    const session = await openConnection(await current(), {
      dataFolder: folder,
      secrets: start().secrets,
      fetch: (request) => fetch(request),
      sampleFetch: () => Promise.reject(new Error('No sample here')),
      storeWorkerUrl: STORE_WORKER_URL,
      reviewWorkerUrl: REVIEW_WORKER_URL,
      readers: 1,
      onProgress: () => undefined,
      onChanged: () => undefined,
    })
    try {
      expect(await session.keyStatus()).toMatchObject({ storage: 'withheld' })
      await expect(session.test()).rejects.toMatchObject({ code: 'keyWithheld' })
      const { jobId } = session.downloads.discover()
      expect(await session.downloads.waitForEnd(jobId)).toMatchObject({
        state: 'failed',
        error: { code: 'keyWithheld' },
      })
      expect(service.requests).toEqual([])
    } finally {
      await session.close()
    }
  })

  it.each(['sync', 'doctor'])(
    'receives no request from “%s”, which reports both addresses',
    async (command) => {
      const words = command === 'sync' ? ['sync', '--all'] : [command]
      const { code, stderr } = await runCliInProcess(
        [...words, '--connection', connection.id, '--data', join(folder)],
        { secrets: () => start().secrets },
      )
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: expect.stringContaining(
          `was saved for https://print.example, but the connection leads to ${new URL(service.url).origin}`,
        ) as string,
      })
      expect(service.requests).toEqual([])
    },
  )
})
