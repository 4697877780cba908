import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  MAX_RECENT_CAMPAIGNS,
  RecentCampaigns,
  type RecentCampaign,
} from '../../electron/app/recent-campaigns.ts'

let folder: string
let shown: readonly RecentCampaign[][]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campaign-desk-recent-'))
  shown = []
})
afterEach(() => rm(folder, { recursive: true }))

const fileOf = (): string => join(folder, 'recent-campaigns.json')
const create = (): RecentCampaigns =>
  new RecentCampaigns(fileOf(), (campaigns) => {
    shown = [...shown, [...campaigns]]
  })
const campaign = (campaignId: string, connectionId = 'c1', name = 'Summer'): RecentCampaign => ({
  connectionId,
  campaignId,
  name,
})
const shownIds = (): readonly string[] | undefined => shown.at(-1)?.map(({ campaignId }) => campaignId)

it('lists each campaign once, the latest first, also in the next run', async () => {
  const first = create()
  await first.add(campaign('a'))
  await first.add(campaign('b'))
  await first.add(campaign('a', 'c1', 'Renamed'))
  expect(shownIds()).toEqual(['a', 'b'])
  await create().load()
  expect(shown.at(-1)).toEqual([campaign('a', 'c1', 'Renamed'), campaign('b')])
})

it('reports no change if the same campaign is opened again', async () => {
  const recent = create()
  await recent.add(campaign('a'))
  await recent.add(campaign('a'))
  await recent.load()
  expect(shown).toHaveLength(1)
})

it('keeps the latest ones', async () => {
  const recent = create()
  for (let index = 0; index < MAX_RECENT_CAMPAIGNS + 3; index += 1) await recent.add(campaign(String(index)))
  expect(shownIds()).toHaveLength(MAX_RECENT_CAMPAIGNS)
  expect(shownIds()?.[0]).toBe('12')
})

it('forgets removed campaigns and connections, and all of them', async () => {
  const recent = create()
  for (const each of [campaign('a'), campaign('b'), campaign('a', 'c2'), campaign('b', 'c2')])
    await recent.add(each)
  await recent.forget('c1', ['a'])
  expect(shownIds()).toEqual(['b', 'a', 'b'])
  await recent.forget('c2', null)
  expect(shown.at(-1)).toEqual([campaign('b')])
  await recent.clear()
  expect(JSON.parse(await readFile(fileOf(), 'utf8'))).toEqual({ campaigns: [] })
})

it('starts without campaigns if the file is damaged or cannot be written', async () => {
  await writeFile(fileOf(), '{"campaigns":[{"connectionId":"../x"}]}')
  const recent = create()
  await recent.load()
  expect(shown).toEqual([[]])
  const unwritable = new RecentCampaigns(join(folder, 'recent-campaigns.json', 'x'), (campaigns) => {
    shown = [[...campaigns]]
  })
  await writeFile(fileOf(), '')
  await unwritable.add(campaign('a'))
  expect(shownIds()).toEqual(['a'])
})
