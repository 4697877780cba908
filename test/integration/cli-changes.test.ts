import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { runCli, type CliResult, parseJsonLines } from '../support/run-cli.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-5b81c7'

let service: TestService
let home: string
let data: string
let removeHome: () => Promise<void>
let campaign: { readonly id: string; readonly name: string | null }
let ids: readonly string[]
let afterFirst: string

function cli(...words: string[]): Promise<CliResult> {
  return runCli([...words, '--data', data], { home, key: KEY, env: { LANG: 'en_GB.UTF-8' } })
}

async function sync(): Promise<void> {
  const end = await cli('sync', '--base-url', service.url, '--campaign', campaign.id)
  expect(end).toMatchObject({ code: 0 })
}

async function objects(...words: string[]): Promise<readonly Record<string, unknown>[]> {
  const { code, stdout, stderr } = await cli('changes', '--json', ...words)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return parseJsonLines(stdout)
}

beforeAll(async () => {
  ;({ path: home, remove: removeHome } = await temporaryFolder())
  data = join(home, 'data')
  service = await startTestService({ items: 60, campaigns: 2, key: KEY })
  const [first] = service.plan.campaigns
  if (first === undefined) throw new Error('There is no campaign')
  campaign = first
  service.setCampaign(campaign.id, {
    _id: campaign.id,
    name: 'Harvest',
    status: 1,
    ref: 12345678901234567000,
  })
  await sync()
  afterFirst = new Date().toISOString()
  ids = service.items.idsOf(campaign.id)
  const [changedId = '', deletedId = ''] = ids
  service.items.update(changedId, {
    qty: 4_711,
    itemId: { _id: 'i', name: 'Poster\u001b[31m', posNumber: 'P-1' },
  })
  service.items.delete(deletedId)
  service.items.insert(campaign.id)
  service.setCampaign(campaign.id, { _id: campaign.id, name: 'Harvest', status: 2 })
  await sync()
  service.items.update(changedId, { qty: 4_712 })
  await sync()
})

afterAll(async () => {
  await service.close()
  await removeHome()
})

describe('changes', () => {
  it('prints changes by campaign', async () => {
    const { code, stdout, stderr } = await cli('changes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^Harvest: 1 added, 1 changed, 1 deleted since \d+ \w+ 20\d\d, \d\d:\d\d \(download 1\)$/mu,
    )
    expect(stdout).toContain('\n  status: 1 → 2\n')
    expect(stdout).toMatch(/\n {2}changed {2}P-1 {2}Poster\\u001b\[31m\n/u)
    expect(stdout).toMatch(/\n {4}qty: \d+ → 4712\n/u)
    expect(stdout).toMatch(/\n {2}added {4}Inserted \d+\n/u)
    expect(stdout).toMatch(/\n {2}deleted {2}\S/u)
    expect(stdout).not.toContain('\u001b')
  })

  it('prints JSON lines with --json', async () => {
    const [campaignJson, ...changes] = await objects('--campaign', campaign.id)
    expect(campaignJson).toMatchObject({
      type: 'campaign',
      id: campaign.id,
      name: 'Harvest',
      since: { download: 1, mode: 'full', complete: true, items: ids.length },
      added: 1,
      changed: 1,
      gone: 1,
      fields: [
        { path: 'status', old: 1, new: 2 },
        { path: 'ref', old: 12345678901234567000 },
      ],
      downloads: [
        { download: 3, added: 0, changed: 1, gone: 0, campaignFields: 0 },
        { download: 2, added: 1, changed: 1, gone: 1, campaignFields: 2 },
        { download: 1, added: 0, changed: 0, gone: 0, campaignFields: 0 },
      ],
    })
    expect(changes.map(({ kind }) => kind).sort()).toEqual(['added', 'changed', 'gone'])
    const changed = changes.find(({ kind }) => kind === 'changed')
    expect(changed).toMatchObject({ type: 'change', campaignId: campaign.id, id: ids[0], posNumber: 'P-1' })
    expect(changed?.['fields']).toContainEqual({
      path: 'qty',
      old: expect.any(Number) as unknown,
      new: 4_712,
    })
    expect(changed?.['fields']).toContainEqual(expect.objectContaining({ path: 'itemId._id', new: 'i' }))
    expect(changes.find(({ kind }) => kind === 'gone')).toMatchObject({ id: ids[1], fields: [] })
  })

  it('counts from a download, a day or a time', async () => {
    const kindsOf = async (since: string): Promise<readonly unknown[]> =>
      (await objects('--since', since)).map(({ type, kind }) => kind ?? type)
    expect(await kindsOf('2')).toEqual(['campaign', 'changed'])
    expect(await kindsOf('3')).toEqual(['campaign'])
    expect(await kindsOf(afterFirst)).toHaveLength(4)
    expect(await kindsOf('2001-01-01')).toHaveLength(4)
    expect(await kindsOf('7d')).toHaveLength(4)
    expect(await kindsOf('2999-12-31')).toEqual(['campaign'])
    const { stdout } = await cli('changes', '--since', '3')
    expect(stdout).toMatch(/^Harvest: nothing changed since .* \(download 3\)\n$/u)
  })

  it('limits the items of each campaign, and counts the rest', async () => {
    const { stdout } = await cli('changes', '--campaign', campaign.id, '--limit', '1')
    expect(stdout.match(/^ {2}(?:added|changed|deleted) /gmu)).toHaveLength(1)
    expect(stdout).toMatch(/1 added, 1 changed, 1 deleted[^]*\n {2}… and 2 more items\n$/u)
    expect(await objects('--campaign', campaign.id, '--limit', '2')).toHaveLength(3)
  })

  it('rejects an unknown download or campaign', async () => {
    const env = { LC_ALL: 'fa_IR.UTF-8' }
    const inIran = await runCli(['changes', '--data', data], { home, env })
    expect(inIran.stdout).toMatch(/ since [A-Z][a-z]{2} \d+, 20\d\d, \d+:\d\d [AP]M \(download 1\)\n/u)
    const unknown = await cli('changes', '--since', '99')
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toContain('There is no download 99.')
    const campaignId = '00000000-0000-4000-8000-00000000dead'
    const missing = await cli('changes', '--campaign', campaignId)
    expect(missing).toMatchObject({ code: 2 })
    expect(missing.stderr).toContain(`The campaign ${campaignId} is not on this computer`)
  })
})
