import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Secrets } from '../../electron/secrets/types.ts'
import { foldersIn } from '../../electron/app/app-folders.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { runCliInProcess, type CliOverrides } from '../support/cli-in-process.ts'
import { CLI_FILE } from '../support/entries.ts'
import { type CliResult, parseJsonLines, startCli } from '../support/run-cli.ts'
import { isItems } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-5b1d7e'
const ROUNDS = 3

let service: TestService
let home: string
let data: string
let removeHome: () => Promise<void>

beforeAll(async () => {
  service = await startTestService({ items: 40, campaigns: 2, key: KEY, basePath: '/api' })
})

beforeEach(async () => {
  ;({ path: home, remove: removeHome } = await temporaryFolder())
  data = join(home, 'data')
  service.script([])
})

afterEach(() => removeHome())

afterAll(() => service.close())

/**
 * Starts several syncs and delays the first response to each until all have sent a request, so that none
 * finds the other’s connection.
 */
async function syncTogether(folder: string, addresses: readonly string[]): Promise<readonly CliResult[]> {
  const { promise: allRequested, resolve } = Promise.withResolvers<undefined>()
  let requests = 0
  service.script(
    addresses.map(() => ({
      behavior: {
        kind: 'wait',
        until: () => {
          requests += 1
          if (requests === addresses.length) resolve(undefined)
          return allRequested.then(() => undefined)
        },
      },
      times: 1,
    })),
  )
  const runs = addresses.map((address) =>
    startCli(['sync', '--base-url', address, '--all', '--data', folder], { home, key: KEY }),
  )
  return Promise.all(runs.map(({ ended }) => ended))
}

/** A process leaves a campaign that another one is downloading to that process. */
function expectSuccessOrBusy(ends: readonly CliResult[]): void {
  for (const { code, stderr } of ends) {
    expect([0, 4], stderr).toContain(code)
    if (code === 4) expect(stderr).toContain('Another program is using your downloads.')
  }
}

describe('simultaneous first syncs', () => {
  it('create one connection for the same address', async () => {
    const sameAddress = [service.url, `${service.url.replace('http://', 'HTTP://')}/`]
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = join(home, String(round))
      const ends = await syncTogether(folder, sameAddress)
      expectSuccessOrBusy(ends)
      expect(await readdir(join(folder, 'connections'))).toHaveLength(1)
    }
  })

  it('create one sample connection', async () => {
    const words = ['sync', '--sample', '--campaign', 'ba001c06-a853-4dad-a7a9-f74c3105199e', '--data', data]
    const ends = await Promise.all([1, 2, 3].map(() => startCli(words, { home }).ended))
    expectSuccessOrBusy(ends)
    expect(await readdir(join(data, 'connections'))).toHaveLength(1)
  })
})

const connectionFolders = (): Promise<string[]> => readdir(join(data, 'connections'))

/** A keychain that records which keys were removed. */
function keychainWith(...ids: readonly string[]): Secrets & { readonly removed: readonly string[] } {
  const removed: string[] = []
  return {
    removed,
    get: (id) => Promise.resolve(ids.includes(id) ? KEY : null),
    set: () => Promise.reject(new Error('no key is saved')),
    remove: (id) => {
      removed.push(id)
      return Promise.resolve()
    },
    status: (id) => Promise.resolve({ storage: ids.includes(id) ? 'keychain' : 'none', reason: null }),
  }
}

const run = (words: string, overrides: CliOverrides = {}): Promise<CliResult> =>
  runCliInProcess([...words.split(' '), '--data', data], overrides)

async function syncAll(): Promise<string> {
  const outcome = await run(`sync --base-url ${service.url} --all`, { env: { CAMPAIGN_DESK_API_KEY: KEY } })
  expect(outcome).toMatchObject({ code: 0 })
  const [connection] = await createConnections(data).list()
  return connection?.id ?? ''
}

describe('connections', () => {
  it('lists address, campaigns, size and key', async () => {
    const id = await syncAll()
    await createConnections(data).createSample()
    const secrets = (): Secrets => keychainWith(id)
    const { code, stdout } = await run('connections', { secrets })
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      expect.stringMatching(/^NAME +ADDRESS +CAMPAIGNS +ITEMS +SIZE +API KEY +ID$/u),
      expect.stringMatching(/^127\.0\.0\.1:\d+ +http:\S+ +2 +40 +[\d.]+ [kM]B +in keychain +\S{36}$/u),
      expect.stringMatching(/^Sample data +sample data +0 +0 +[\d.]+ k?B +not needed +\S{36}$/u),
      '',
    ])
    const jsonResult = await run('connections --json', { secrets: () => keychainWith() })
    expect(parseJsonLines(jsonResult.stdout)).toMatchObject([
      { type: 'connection', id, kind: 'service', baseUrl: service.url, campaigns: 2, items: 40, key: 'none' },
      { type: 'connection', kind: 'sample', baseUrl: null, campaigns: 0, key: 'notNeeded' },
    ])
  })
})

describe('a moved data folder that is missing', () => {
  it('is reported, and not created', async () => {
    const moved = join(home, 'drive', 'data')
    const folders = () => ({ ...foldersIn(data), data: moved })
    const { code, stdout, stderr } = await runCliInProcess(
      ['sync', '--base-url', service.url, '--all', '--json'],
      { folders, env: { CAMPAIGN_DESK_API_KEY: KEY } },
    )
    expect(code).toBe(1)
    expect(parseJsonLines(stdout)).toMatchObject([{ type: 'error', code: 'dataFolderMissing' }])
    expect(stderr).toContain(`The data folder ${moved} can’t be found.`)
    expect(await readdir(home)).toEqual([])
  })
})

describe('--base-url', () => {
  it('selects a connection, ignoring case and a trailing slash', async () => {
    const id = await syncAll()
    const other = await createConnections(data).create({ baseUrl: 'https://print.example', key: KEY })
    const [campaign] = parseJsonLines((await run('status --json')).stdout).filter(
      ({ type }) => type === 'campaign',
    )
    const address = `--base-url ${service.url.replace('http', 'HTTP')}/`
    const status = await run(`status --json ${address}`)
    expect(parseJsonLines(status.stdout).filter(({ type }) => type === 'connection')).toMatchObject([{ id }])
    expect(await run(`export --out - ${address}`)).toMatchObject({ code: 0 })
    expect(await run(`changes ${address}`)).toMatchObject({ code: 0 })
    const file = join(home, 'a.cdreview')
    const review = await run(`review --campaign ${String(campaign?.['id'])} --out ${file} ${address}`)
    expect(review.stderr).toContain('no marks or notes')
    const elsewhere = await run('export --out - --base-url HTTPS://PRINT.example:443/')
    expect(elsewhere.stderr).toContain('Nothing is downloaded')
    const unknown = await run('status --base-url https://other.example')
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toContain(other.id)
  })

  it('is optional if the connection is named or is the only one', async () => {
    await syncAll()
    const [connection] = await createConnections(data).list()
    const env = { CAMPAIGN_DESK_API_KEY: KEY }
    expect(await run(`sync --connection ${connection?.name ?? ''} --all`, { env })).toMatchObject({ code: 0 })
    expect((await run('doctor', { env })).stdout).toContain('The API key is accepted.')
    await createConnections(data).create({ baseUrl: 'https://print.example', key: KEY })
    const several = await run('doctor', { env })
    expect(several.code).toBe(2)
    expect(several.stderr).toContain('print.example')
  })
})

describe('forget', () => {
  it('reports what will be lost, and removes nothing without a confirmation', async () => {
    await syncAll()
    const secrets = (): Secrets => keychainWith()
    const unconfirmed = await run(`forget --base-url ${service.url}`, { secrets })
    expect(unconfirmed).toMatchObject({ code: 2, stdout: '' })
    expect(unconfirmed.stderr).toContain('2 downloaded campaigns with 40 items\n')
    expect(unconfirmed.stderr).toContain('add --yes.')
    const confirm = (): Promise<boolean> => Promise.resolve(false)
    expect(await run(`forget --base-url ${service.url}`, { secrets, confirm })).toMatchObject({ code: 2 })
    expect(await connectionFolders()).toHaveLength(1)
    expect(await run('forget')).toMatchObject({ code: 2 })
  })

  it('removes downloads and key', async () => {
    const id = await syncAll()
    const keychain = keychainWith(id)
    const confirmed = await run(`forget --connection ${id} --yes --json`, { secrets: () => keychain })
    expect(confirmed.code).toBe(0)
    expect(parseJsonLines(confirmed.stdout)).toMatchObject([
      { type: 'forget', id, campaigns: 2, items: 40, key: true },
    ])
    expect(await connectionFolders()).toEqual([])
    expect(keychain.removed).toEqual([id, `${id}/client-certificate`])
  })

  it('removes sample data after a confirmation, without the keychain', async () => {
    await createConnections(data).createSample()
    const questions: string[] = []
    const confirm = (question: string): Promise<boolean> => Promise.resolve(questions.push(question) > 0)
    expect(await run('forget --sample', { confirm })).toMatchObject({ code: 0 })
    expect(questions).toEqual(['Forget “Sample data”? [y/N] '])
    expect(await connectionFolders()).toEqual([])
    expect((await run('forget --sample --yes')).code).toBe(2)
  })

  it('shows no control characters of a name in its question', async () => {
    const connections = createConnections(data)
    await connections.createSample()
    const [sample] = await connections.list()
    await connections.rename(sample?.id ?? '', 'A\u202eB')
    const questions: string[] = []
    const confirm = (question: string): Promise<boolean> => Promise.resolve(questions.push(question) < 0)
    await run('forget --sample', { confirm })
    expect(questions).toEqual(['Forget “A\\u202eB”? [y/N] '])
  })

  // Only there does “script” provide a terminal without a package.
  it.runIf(process.platform === 'linux')('removes nothing if the input ends at its question', async () => {
    await createConnections(data).createSample()
    const words = [process.execPath, CLI_FILE, 'forget', '--sample', '--data', data]
    const command = words.map((word) => `'${word}'`).join(' ')
    const { status, stdout } = spawnSync(
      'script',
      ['--quiet', '--return', '--command', command, '/dev/null'],
      {
        env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
      },
    )
    expect(stdout).toContain('Nothing was removed.')
    expect(status).toBe(2)
    expect(await connectionFolders()).toHaveLength(1)
  })

  it('rejects a connection that another process has open', async () => {
    const id = await syncAll()
    const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>()
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    service.script([
      {
        when: (request) => isItems(request) && 'campaignId' in request.query,
        behavior: {
          kind: 'wait',
          until: () => {
            reach(undefined)
            return released.then(() => undefined)
          },
        },
      },
    ])
    const words = ['sync', '--base-url', service.url, '--all', '--data', data]
    const { ended } = startCli(words, { home, key: KEY })
    await reached
    const refused = await run(`forget --connection ${id} --yes`, { secrets: () => keychainWith() })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('Another program is using your downloads.')
    expect(await connectionFolders()).toEqual([id])
    release(undefined)
    expect((await ended).code).toBe(0)
  })
})
