import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliResult, parseJsonLines, runCli, startCli } from '../support/run-cli.ts'
import { totalCountOff } from '../support/service/edits.ts'
import { isItems, type ReceivedRequest } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-7f3a91c2e5'
const isItemsPage = (request: ReceivedRequest): boolean => isItems(request) && 'campaignId' in request.query

let service: TestService
let home: string
let removeHome: () => Promise<void>

beforeEach(async () => {
  service = await startTestService({ items: 900, campaigns: 2, key: KEY })
  ;({ path: home, remove: removeHome } = await temporaryFolder())
})

afterEach(async () => {
  await service.close()
  await removeHome()
})

const syncArgs = (...more: readonly string[]): readonly string[] => [
  'sync',
  '--base-url',
  service.url,
  '--data',
  join(home, 'data'),
  '--json',
  ...more,
]

const sync = (...more: readonly string[]): Promise<CliResult> => runCli(syncArgs(...more), { home, key: KEY })

function campaign(index: number): { readonly id: string; readonly itemCount: number } {
  const found = service.plan.campaigns[index]
  if (found === undefined) throw new RangeError('no such campaign')
  return found
}

/** The offsets of the item pages requested since the last call. */
function offsets(): readonly number[] {
  return service.requests
    .splice(0)
    .filter(isItemsPage)
    .map(({ query }) => Number(query['skip']))
}

async function namesOf(id: string): Promise<readonly string[]> {
  const { stdout } = await runCli(
    ['export', '--data', join(home, 'data'), '--campaign', id, '--columns', 'itemName', '--out', '-'],
    { home },
  )
  return stdout.split('\r\n').slice(1, -1)
}

describe('sync --recent', () => {
  it('reports that no campaigns are downloaded yet', async () => {
    const { code, stderr } = await sync('--recent')
    expect(code).toBe(0)
    expect(stderr).toContain('No campaigns are downloaded yet.')
  })

  it('does not mention downloaded campaigns if the first response is invalid', async () => {
    service.script([
      { behavior: { kind: 'edit', edit: (body) => ({ ...(body as object), totalCount: -1 }) } },
    ])
    const { code, stderr } = await sync('--all')
    expect(code).toBe(4)
    expect(stderr).toContain('its number of items is -1.')
    expect(stderr).not.toContain('on this computer')
  })

  it('downloads only changes, with one request for items', async () => {
    const { id, itemCount } = campaign(0)
    await sync('--campaign', id)
    offsets()
    const [changed = ''] = service.items.idsOf(id)
    service.items.update(changed, { itemId: { _id: 'another', name: 'Renamed since' } })
    service.items.insert(id)
    const { code, stdout } = await sync('--recent')
    expect(code).toBe(0)
    expect(parseJsonLines(stdout)).toMatchObject([
      { type: 'campaign', id, result: 'complete', mode: 'recent', items: itemCount + 1, note: null },
      { type: 'sync', campaigns: 1, complete: 1, exitCode: 0 },
    ])
    expect(offsets()).toEqual([0])
    expect(await namesOf(id)).toContain('Renamed since')
  })

  it('downloads everything after a deletion, and reports that', async () => {
    const { id, itemCount } = campaign(0)
    await sync('--campaign', id)
    const [deletedId = ''] = service.items.idsOf(id)
    service.items.delete(deletedId)
    const { code, stdout, stderr } = await sync('--recent', '--campaign', id)
    expect(code).toBe(0)
    const [campaignResult] = parseJsonLines(stdout)
    expect(campaignResult).toMatchObject({ result: 'complete', mode: 'full', items: itemCount - 1 })
    expect(campaignResult?.['note']).toEqual(expect.any(String))
    expect(stderr).toContain(campaignResult?.['note'])
  })
})

describe('sync --resume', () => {
  it('reports that nothing is unfinished', async () => {
    const { code, stderr } = await sync('--resume')
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stderr).toContain('There is nothing unfinished.')
  })

  it.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGKILL'] as const)(
    'continues after a run was ended by %s',
    async (signal) => {
      const { id, itemCount } = campaign(0)
      const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>()
      service.script([
        {
          when: (request) => isItemsPage(request) && Number(request.query['skip']) > 0,
          behavior: {
            kind: 'wait',
            until: () => {
              reach(undefined)
              return new Promise<void>(() => undefined)
            },
          },
        },
      ])
      const { child, ended } = startCli([...syncArgs('--campaign', id)], { home, key: KEY })
      await reached
      child.kill(signal)
      const end = await ended
      if (signal === 'SIGINT') {
        expect(end.code).toBe(130)
        expect(end.stderr).toMatch(/sync --connection \S+ --resume/u)
        expect(parseJsonLines(end.stdout)[0]).toMatchObject({
          id,
          result: 'interrupted',
          expected: itemCount,
        })
      }
      service.script([])
      offsets()

      const { code, stdout } = await sync('--resume')
      expect(code).toBe(0)
      expect(parseJsonLines(stdout)[0]).toMatchObject({ id, result: 'complete', items: itemCount })
      // The sweep continues with the last item of the previous page; only reading the top starts at 0.
      const sweep = offsets().filter((offset) => offset > 0)
      expect(Math.min(...sweep)).toBe(199)
      expect(new Set(sweep).size).toBe(sweep.length)
      expect(await namesOf(id)).toHaveLength(itemCount)
    },
  )
})

it('sync reports missing items, and exits with 4', async () => {
  const { id, itemCount } = campaign(0)
  service.script([{ when: isItemsPage, behavior: { kind: 'edit', edit: totalCountOff(() => 5) } }])
  const { code, stdout, stderr } = await sync('--campaign', id)
  expect(code).toBe(4)
  const [campaignResult] = parseJsonLines(stdout)
  expect(campaignResult).toMatchObject({ result: 'incomplete', expected: itemCount + 5, items: itemCount })
  expect(stderr).toContain(String(itemCount + 5))
})

it('sync rejects named campaigns together with --all', async () => {
  const { code } = await sync('--recent', '--all', '--campaign', '0b0b0b0b-0000-4000-8000-000000000000')
  expect(code).toBe(2)
})

it('sync --resume downloads a named campaign if nothing is unfinished', async () => {
  const { id, itemCount } = campaign(1)
  const { code, stdout } = await sync('--resume', '--campaign', id)
  expect(code).toBe(0)
  expect(parseJsonLines(stdout)[0]).toMatchObject({ id, result: 'complete', items: itemCount })
})
