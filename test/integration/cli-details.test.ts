import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Interruption } from '../../electron/cli/exit-codes.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { parseJsonLines } from '../support/run-cli.ts'
import { isCampaign, isItems } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-5c1d88'

let service: TestService
let folder: Awaited<ReturnType<typeof temporaryFolder>>

const cli = (words: readonly string[], overrides: { readonly interrupted?: AbortSignal } = {}) =>
  runCliInProcess([...words, '--data', join(folder.path, 'data')], {
    env: { LANG: 'C.UTF-8', CAMPAIGN_DESK_API_KEY: KEY },
    ...overrides,
  })
const fetchDetails = (...words: readonly string[]) =>
  cli(['sync', '--base-url', service.url, '--details', '--retries', '0', ...words])

/** Returns the campaigns with the states of their details and downloads. */
async function states(): Promise<readonly unknown[]> {
  const { stdout } = await cli(['campaigns', '--json', '--columns', 'record,downloaded,startAt'])
  return parseJsonLines(stdout).map(({ record, downloaded, startAt }) => [
    record,
    downloaded,
    typeof startAt === 'string',
  ])
}

const requestedRecords = (): number => service.requests.filter(isCampaign).length

beforeAll(async () => {
  service = await startTestService({ items: 60, campaigns: 5, key: KEY })
})
beforeEach(async () => {
  folder = await temporaryFolder()
  service.script([])
  service.requests.length = 0
})
afterEach(() => folder.remove())
afterAll(() => service.close())

describe('sync --details', () => {
  it('fetches the records of all found campaigns, without their items', async () => {
    const { code, stderr } = await fetchDetails('--all')
    expect(code).toBe(0)
    expect(stderr).toContain('Fetched the details of 5 campaigns.')
    expect(requestedRecords()).toBe(5)
    expect(service.requests.some((request) => isItems(request) && 'campaignId' in request.query)).toBe(false)
    expect(await states()).toEqual(Array(5).fill(['fetched', 'no', true]))
  })

  it('continues with those that it has not fetched', async () => {
    const [first, second] = service.plan.campaigns
    service.script([
      {
        when: (request) => isCampaign(request) && request.path.includes(first?.id ?? ''),
        behavior: { kind: 'status', status: 403 },
      },
      {
        when: (request) => isCampaign(request) && request.path.includes(second?.id ?? ''),
        behavior: { kind: 'status', status: 500 },
      },
    ])
    const { code, stdout } = await fetchDetails('--all', '--json')
    expect(code).toBe(4)
    expect(parseJsonLines(stdout).at(-1)).toMatchObject({
      type: 'sync',
      fetched: 3,
      forbidden: 1,
      missing: 0,
      failed: 1,
      pending: 0,
      exitCode: 4,
    })
    service.script([])
    service.requests.length = 0
    expect((await fetchDetails()).stderr).toContain('Fetched the details of 1 campaign.')
    expect(requestedRecords()).toBe(1)
    expect((await states()).toSorted()).toEqual([
      ...Array<unknown>(4).fill(['fetched', 'no', true]),
      ['forbidden', 'no', false],
    ])
  })

  it('fetches those of a named campaign, and leaves downloads as they are', async () => {
    const [first, second] = service.plan.campaigns.map(({ id }) => id)
    await cli(['sync', '--base-url', service.url, '--campaign', first ?? ''])
    const { code, stderr } = await fetchDetails('--campaign', first ?? '', '--campaign', second ?? '')
    expect(code).toBe(0)
    expect(stderr).toContain('Fetched the details of 1 campaign, 1 already downloaded.')
    expect((await states()).toSorted()).toEqual([
      ['fetched', 'complete', true],
      ['fetched', 'no', true],
    ])
  })

  it('does not add a campaign that the service does not have', async () => {
    await fetchDetails('--all')
    const { code, stderr } = await fetchDetails('--campaign', '00000000-0000-4000-8000-00000000dead')
    expect(code).toBe(0)
    expect(stderr).toContain('Fetched the details of 0 campaigns, 1 not found (404).')
    expect(await states()).toEqual(Array(5).fill(['fetched', 'no', true]))
  })

  it('ends when the service is lost, and reports what remains', async () => {
    await cli(['sync', '--base-url', service.url, '--details', '--all', '--retries', '0'])
    const { stderr } = await cli(['campaigns', '--json'])
    expect(stderr).toBe('')
    const known = service.plan.campaigns.map(({ id }) => id)
    service.script([{ when: isCampaign, behavior: { kind: 'cut', at: 'start' } }])
    const {
      code,
      stdout,
      stderr: messages,
    } = await fetchDetails('--json', ...known.flatMap((id) => ['--campaign', id]))
    expect(code).toBe(4)
    expect(messages).toContain('The other details were not fetched.')
    expect(parseJsonLines(stdout).at(-1)).toMatchObject({ fetched: 0, pending: 5 })
    expect(await states()).toEqual(Array(5).fill(['fetched', 'no', true]))
  })

  it('ends when it is interrupted, and keeps what it has fetched', async () => {
    await fetchDetails('--all')
    const known = service.plan.campaigns.flatMap(({ id }) => ['--campaign', id])
    await folder.remove()
    folder = await temporaryFolder()
    const interruption = new AbortController()
    const [first] = service.plan.campaigns
    service.script([
      {
        when: (request) => isCampaign(request) && request.path.includes(first?.id ?? ''),
        behavior: { kind: 'correct' },
      },
      {
        when: isCampaign,
        behavior: {
          kind: 'wait',
          until: () => {
            interruption.abort(new Interruption('SIGINT'))
            return Promise.resolve()
          },
        },
      },
    ])
    const { code, stdout } = await cli(['sync', '--base-url', service.url, '--details', '--json', ...known], {
      interrupted: interruption.signal,
    })
    expect(code).toBe(130)
    const { fetched, pending } = parseJsonLines(stdout).at(-1) as Record<'fetched' | 'pending', number>
    expect(fetched + pending).toBe(5)
    expect(pending).toBeGreaterThan(0)
    service.script([])
    expect((await fetchDetails()).code).toBe(0)
    expect(await states()).toEqual(Array(5).fill(['fetched', 'no', true]))
  })

  it('reports faults without the key', async () => {
    const [first] = service.plan.campaigns
    const behavior = { kind: 'redirect', to: `https://${KEY}.example/` } as const
    service.script([{ when: isCampaign, behavior }])
    const { stdout, stderr } = await fetchDetails('--json', '--campaign', first?.id ?? '')
    expect(parseJsonLines(stdout)[0]).toMatchObject({ type: 'details', result: 'failed' })
    expect(stdout + stderr).toContain('.example')
    expect(stdout + stderr).not.toContain(KEY)
  })

  it('refuses options that download items', async () => {
    expect((await fetchDetails('--recent')).stderr).toContain(
      'The options --details and --recent cannot be used together.',
    )
  })
})
