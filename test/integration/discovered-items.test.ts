import Database from 'better-sqlite3'
import { join } from 'node:path'
import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { difference, setUpDownloads, NO_DIFFERENCE, type DownloadSetup } from '../support/download-setup.ts'
import { parseJsonLines, runCli, startCli } from '../support/run-cli.ts'
import { isCampaign, isItems, type ReceivedRequest, type Step } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'key'
const ITEMS = 4_000
const CAMPAIGNS = 5
/** The most items that discovery and downloads may transfer, with overlaps and a proof for each campaign. */
const MAX_TRANSFERRED = ITEMS * 1.1

/** Counts the items that the service sends. */
class Meter {
  items = 0
  readonly step: Step = {
    when: isItems,
    behavior: {
      kind: 'edit',
      edit: (body) => {
        this.items += (body as { readonly campaignItemIds: readonly string[] }).campaignItemIds.length
        return body
      },
    },
  }
}

async function finishAll({ downloads }: DownloadSetup): Promise<void> {
  for (;;) {
    const open = downloads.list().find(({ endedAt }) => endedAt === null)
    if (open === undefined) return
    await downloads.waitForEnd(open.jobId)
  }
}

async function expectEverything(parts: DownloadSetup): Promise<void> {
  const { service, store } = parts
  const known = await store.listCampaigns()
  for (const { id } of service.plan.campaigns) {
    expect(known.find((campaign) => campaign.id === id)?.copy).toBe('complete')
    expect(difference(await parts.storedIds(id), parts.serviceIds(id))).toEqual(NO_DIFFERENCE)
  }
}

describe('downloads after a discovery', () => {
  it('use the items that the discovery read', async () => {
    await using parts = await setUpDownloads({ items: ITEMS, campaigns: CAMPAIGNS })
    const meter = new Meter()
    parts.service.script([meter.step])
    parts.downloads.discover({ thenDownload: 'full' })
    await finishAll(parts)
    await expectEverything(parts)
    expect(meter.items).toBeLessThan(MAX_TRANSFERRED)
    // The record and one page prove the rest.
    const ofCampaigns = parts.service.requests.filter(
      (request) => isCampaign(request) || 'campaignId' in request.query,
    )
    expect(ofCampaigns).toHaveLength(2 * CAMPAIGNS)
  })

  it('find items that were added, changed and deleted since', async () => {
    await using parts = await setUpDownloads({ items: ITEMS, campaigns: CAMPAIGNS })
    const { service } = parts
    const [first = '', second = '', third = ''] = service.plan.campaigns.map(({ id }) => id)
    const changed = service.items.idsOf(second)[7] ?? ''
    const meter = new Meter()
    const change = (): Promise<void> => {
      service.items.insert(first)
      service.items.update(changed, { qty: 123_456 })
      service.items.delete(service.items.idsOf(third)[3] ?? '')
      return Promise.resolve()
    }
    service.script([{ when: isCampaign, times: 1, behavior: { kind: 'wait', until: change } }, meter.step])
    parts.downloads.discover({ thenDownload: 'full' })
    await finishAll(parts)
    await expectEverything(parts)
    const [row] = await parts.store.rowsOfItems([changed])
    expect(row?.qty).toBe(123_456)
    // Only the campaign with a deleted item is read again.
    const deleted = service.plan.campaigns.find(({ id }) => id === third)?.itemCount ?? 0
    expect(meter.items).toBeLessThan(MAX_TRANSFERRED + deleted)
  })

  it('read lists again if the service ignores the sort order', async () => {
    await using parts = await setUpDownloads({ items: 900, campaigns: 3 })
    const reverse = (body: unknown): unknown => {
      const page = body as { readonly campaignItemIds: readonly string[] }
      return { ...page, campaignItemIds: page.campaignItemIds.toReversed() }
    }
    parts.service.script([{ when: isItems, behavior: { kind: 'edit', edit: reverse } }])
    parts.downloads.discover({ thenDownload: 'full' })
    await finishAll(parts)
    await expectEverything(parts)
  })

  it('do not use the items of a discovery without downloads', async () => {
    await using parts = await setUpDownloads({ items: 900, campaigns: 3 })
    await parts.downloads.waitForEnd(parts.downloads.discover().jobId)
    const { discovered } = await parts.store.beginDownload(parts.service.plan.campaigns[0]?.id ?? '', 'full')
    expect(discovered).toBe(null)
  })

  it('do not use the items of a removed campaign', async () => {
    await using parts = await setUpDownloads({ items: 900, campaigns: 3 })
    const [id = ''] = parts.service.plan.campaigns.map((campaign) => campaign.id)
    parts.service.script([{ when: isCampaign, behavior: { kind: 'status', status: 500 } }])
    parts.downloads.discover({ thenDownload: 'full' })
    await finishAll(parts)
    await parts.store.removeCampaigns([id])
    expect((await parts.store.beginDownload(id, 'full')).discovered).toBe(null)
  })
})

describe.skipIf(process.platform === 'win32')('an interrupted sync --all', () => {
  let service: TestService
  let home: string
  let removeHome: () => Promise<void>

  beforeEach(async () => {
    service = await startTestService({ items: ITEMS, campaigns: CAMPAIGNS, key: KEY, limit: { max: 500 } })
    ;({ path: home, remove: removeHome } = await temporaryFolder())
  })
  afterEach(async () => {
    await service.close()
    await removeHome()
  })

  const words = (...more: readonly string[]): readonly string[] => [
    ...['sync', '--base-url', service.url, '--data', join(home, 'data'), '--json', ...more],
  ]

  /**
   * Runs `sync --all` until the service has a matching request, which it never answers, then ends the
   * process.
   */
  async function stopAt(
    matches: (request: ReceivedRequest) => boolean,
    signal: NodeJS.Signals,
  ): Promise<void> {
    const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>()
    const until = (): Promise<void> => {
      reach(undefined)
      return new Promise<void>(() => undefined)
    }
    service.script([{ when: matches, behavior: { kind: 'wait', until } }])
    const { child, ended } = startCli(words('--all'), { home, key: KEY })
    await reached
    child.kill(signal)
    await ended
  }

  const campaign = (index: number): string => service.plan.campaigns[index]?.id ?? ''
  const ofDiscovery = (request: ReceivedRequest): boolean =>
    isItems(request) && !('campaignId' in request.query) && Number(request.query['skip']) >= ITEMS / 2
  const proofOf =
    (index: number) =>
    (request: ReceivedRequest): boolean =>
      isItems(request) && request.query['campaignId'] === campaign(index)

  it.each([
    ['SIGKILL', 'in the discovery', ofDiscovery],
    ['SIGINT', 'in the discovery', ofDiscovery],
    ['SIGKILL', 'at the first campaign', proofOf(0)],
    ['SIGKILL', 'at a later campaign', proofOf(CAMPAIGNS - 2)],
    ['SIGINT', 'at a later campaign', proofOf(CAMPAIGNS - 2)],
  ] as const)('by %s %s continues with the items it had', async (signal, _, matches) => {
    await stopAt(matches, signal)
    const before = service.requests.length
    service.script([])
    const resumed = await runCli(words('--resume'), { home, key: KEY })
    expect(resumed.stderr).toContain('Continuing')
    expect(resumed.code).toBe(0)
    const status = await runCli(['status', '--json', '--data', join(home, 'data')], { home })
    const complete = status.stdout.split('\n').filter((line) => line.includes('"complete"'))
    expect(complete).toHaveLength(CAMPAIGNS)
    const requests = service.requests.slice(before).filter((request) => 'sort' in request.query)
    // A campaign that was just completed may still be in the queue.
    const addedCampaigns = parseJsonLines(resumed.stdout).filter(
      ({ type, added }) => type === 'campaign' && added !== 0,
    )
    expect(addedCampaigns.length).toBeGreaterThan(0)
    for (const { id } of addedCampaigns) {
      expect(requests.filter(({ query }) => query['campaignId'] === id)).toHaveLength(1)
    }
    const again = requests.filter(({ query }) => !('campaignId' in query) && query['skip'] === '0')
    expect(again).toEqual([])
    expect(await leftInCache()).toEqual({ discoveries: 0, items: 0, stagings: 0 })
  })

  /** The numbers of rows that discoveries and downloads left in the cache. */
  async function leftInCache(): Promise<unknown> {
    const files = await readdir(join(home, 'data'), { recursive: true })
    const file = files.find((name) => name.endsWith('.db')) ?? ''
    const database = new Database(join(home, 'data', file), { readonly: true })
    try {
      return database
        .prepare(
          `SELECT (SELECT count(*) FROM discoveries) AS discoveries,
            (SELECT count(*) FROM discovered_items) AS items, (SELECT count(*) FROM stagings) AS stagings`,
        )
        .get()
    } finally {
      database.close()
    }
  }
})
