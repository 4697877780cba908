import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KeyStatus } from '../../electron/contract/connection.ts'
import { decodeBoundKey } from '../../electron/secrets/bound-key.ts'
import type { Secrets } from '../../electron/secrets/types.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import type { CliResult } from '../support/run-cli.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'key-in-the-keychain'

let service: TestService
let data: string
let removeFolder: () => Promise<void>

beforeAll(async () => {
  service = await startTestService({ items: 60, campaigns: 2, key: KEY })
})

beforeEach(async () => {
  const folder = await temporaryFolder()
  data = join(folder.path, 'data')
  removeFolder = folder.remove
})

afterEach(async () => {
  await removeFolder()
})

afterAll(async () => {
  await service.close()
})

/** A keychain with these keys, which saves nothing but their bindings. */
function keychain(keys: Readonly<Record<string, string>>, reason: string | null = null): Secrets {
  const statusOf = (id: string): KeyStatus => ({ storage: id in keys ? 'keychain' : 'none', reason })
  return {
    get: (id) => Promise.resolve(keys[id] ?? null),
    set: (id, text) => {
      const saved = decodeBoundKey(text)
      if (saved?.binding === null || saved?.key !== keys[id]) throw new Error('the command line keeps no key')
      return Promise.resolve(statusOf(id))
    },
    remove: () => Promise.reject(new Error('the command line removes no key')),
    status: (id) => Promise.resolve(statusOf(id)),
  }
}

const refuse = (): never => {
  throw new Error('the keychain must not be used')
}

async function sync(
  secrets: () => Secrets,
  env: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<Pick<CliResult, 'code' | 'stderr'>> {
  return runCliInProcess(['sync', '--base-url', service.url, '--all', '--data', data, ...more], {
    secrets,
    env,
  })
}

describe('the key of sync', () => {
  it('is read from the connection’s keychain entry if the environment has none', async () => {
    const { id } = await createConnections(data).create({ baseUrl: service.url, key: KEY })
    const { code, stderr } = await sync(() => keychain({ [id]: KEY }))
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stderr).toContain('Downloaded 2 campaigns with 60 items.')
    expect(await createConnections(data).list()).toHaveLength(1)
  })

  it('is read from the environment first, without the keychain', async () => {
    const { id } = await createConnections(data).create({ baseUrl: service.url, key: KEY })
    // A file that a script reads into the variable may end with a line break.
    expect((await sync(refuse, { CAMPAIGN_DESK_API_KEY: ` ${KEY}\n` })).code).toBe(0)
    expect((await createConnections(data).list()).map((connection) => connection.id)).toEqual([id])
  })

  it('is not looked for if no connection has the address, and the others are named', async () => {
    const { id } = await createConnections(data).create({ baseUrl: service.url, key: KEY, name: 'Print' })
    const typo = ['sync', '--connection', 'Print', '--base-url', 'https://typo.example', '--all']
    const { code, stderr } = await runCliInProcess([...typo, '--data', data])
    expect(code).toBe(2)
    expect(stderr).toContain('There is no connection to https://typo.example. ')
    expect(stderr).toContain(`“Print” (${id})`)
  })

  it('may be new for a named connection', async () => {
    const { id } = await createConnections(data).create({
      baseUrl: service.url,
      key: 'an older key',
      name: 'Print',
    })
    expect((await sync(refuse, { CAMPAIGN_DESK_API_KEY: KEY }, ['--connection', 'Print'])).code).toBe(0)
    expect((await createConnections(data).list()).map((connection) => connection.id)).toEqual([id])
  })

  it('creates another connection at the address if it is new, and reports how to continue', async () => {
    const connections = createConnections(data)
    const earlier = await connections.create({ baseUrl: service.url, key: 'an older key' })
    const env = { CAMPAIGN_DESK_API_KEY: KEY }
    const { code, stderr } = await sync(refuse, env, ['--quiet'])
    expect(code).toBe(0)
    const created = (await connections.list()).find(({ id }) => id !== earlier.id)
    expect(stderr).toContain(`“${created?.name ?? ''}” (${created?.id ?? ''})`)
    const hint = /continue with: campaign-desk (.*)\n/u.exec(stderr)?.[1] ?? ''
    expect(hint).toBe(`sync --connection ${earlier.id} --all --data ${data}`)
    expect(await runCliInProcess(hint.split(' '), { env })).toMatchObject({ code: 0 })
    // It was reported once.
    expect((await sync(refuse, env, ['--quiet'])).stderr).toBe('')
  })

  it('is not used for one of several connections with the same name', async () => {
    const connections = createConnections(data)
    const first = await connections.create({ baseUrl: service.url, key: KEY })
    const second = await connections.create({ baseUrl: service.url, key: 'another' })
    const { code, stderr } = await sync(refuse, { CAMPAIGN_DESK_API_KEY: KEY }, ['--connection', first.name])
    expect(code).toBe(2)
    expect(stderr).toContain(first.id)
    expect(stderr).toContain(second.id)
  })

  it('requires --connection if several connections of the address have keys', async () => {
    const connections = createConnections(data)
    const first = await connections.create({ baseUrl: service.url, key: KEY, name: 'Print' })
    const second = await connections.create({ baseUrl: service.url, key: 'another', name: 'Promo' })
    const secrets = () => keychain({ [first.id]: KEY, [second.id]: 'another' })
    const { code, stderr } = await sync(secrets)
    expect(code).toBe(2)
    expect(stderr).toContain(`“Print” (${first.id}), “Promo” (${second.id})`)
    expect((await sync(secrets, {}, ['--connection', 'Print'])).code).toBe(0)
    expect((await sync(secrets, {}, ['--connection', 'Promo'])).code).toBe(3)
  })

  it('is reported as missing, with the state of the keychain', async () => {
    await createConnections(data).create({ baseUrl: service.url, key: KEY })
    const { code, stderr } = await sync(() => keychain({}, 'The keychain is locked.'))
    expect(code).toBe(3)
    expect(stderr).toContain('CAMPAIGN_DESK_API_KEY')
    expect(stderr).toContain('The keychain is locked.')
  })
})
