import { join } from 'node:path'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { createPreferencesFile } from '../../electron/app/settings-files.ts'
import { DEFAULT_PREFERENCES } from '../../electron/contract/preferences.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { parseJsonLines } from '../support/run-cli.ts'
import { buildItem, fillCampaign, openTestStore, temporaryFolder, type JsonObject } from '../support/store.ts'

const DAY_MS = 86_400_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>

const cli = (...words: readonly string[]) =>
  runCliInProcess(['campaigns', ...words, '--data', join(folder.path, 'data')])

/** Returns the names of the listed campaigns. */
async function names(...words: readonly string[]): Promise<readonly unknown[]> {
  const { code, stdout } = await cli('--json', '--columns', 'name', ...words)
  expect(code).toBe(0)
  return parseJsonLines(stdout).map(({ name }) => name)
}

/** Returns a timestamp some days from now. */
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

beforeAll(async () => {
  folder = await temporaryFolder()
  const connections = createConnections(join(folder.path, 'data'))
  const { id } = await connections.createSample()
  await connections.setLabels(id, [
    { field: 'campaignStatus', label: { value: 2, name: 'Live', color: 'green' } },
    { field: 'campaignState', label: { value: 2, name: 'Open', color: 'blue' } },
  ])
  const { databaseFile } = connectionLayout(join(folder.path, 'data'), id)
  const store = await openTestStore(databaseFile)
  const fill = (campaignId: string, itemCount: number, record: JsonObject) =>
    fillCampaign(
      store,
      campaignId,
      Array.from({ length: itemCount }, (_, index) =>
        buildItem(Number(campaignId) * 100 + index, {
          campaignId: { _id: campaignId, name: null },
          hasArtwork: index > 0,
        }),
      ),
      { record },
    )
  await fill('1', 4, {
    name: 'Summer',
    brand: ['Nova', 'Aurora'],
    status: 2,
    state: 2,
    dispatchBy: inDays(5),
    startAt: '2026-06-01T00:00:00.000Z',
    meta: { a: 'b' },
    publicationStatus: 'published',
    big: 12_345,
    priceMeta: { delivery: 1234.56, discount: -12.34 },
  })
  const winter = { name: 'Winter', brand: ['Nova'], status: 9, dispatchBy: inDays(30) }
  await fill('2', 2, { ...winter, meta: '{season} launch' })
  await fill('3', 0, { name: 'Spring', brand: [], dispatchBy: inDays(-3) })
  await store.addCampaigns([{ id: '4', name: 'Found', items: 7 }])
  await store.close()
})
afterAll(() => folder.remove())

describe('campaigns', () => {
  it('lists every known campaign for people', async () => {
    const { code, stdout, stderr } = await cli(
      ...['--columns', 'name,status,downloaded,items,withArtwork,brand', '--sort', 'items:desc'],
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n')).toEqual([
      'NAME    STATUS    DOWNLOADED  ITEMS  WITH ARTWORK, %  BRAND',
      'Summer  Live      complete        4               75  Nova; Aurora',
      'Winter  Status 9  complete        2               50  Nova',
      'Spring            complete        0',
      'Found             no',
      '',
    ])
  })

  it('answers which campaigns of a brand dispatch soon and lack artwork', async () => {
    expect(
      await names('--where', 'brand is Nova and dispatchBy in the next 2 weeks and withoutArtwork > 0'),
    ).toEqual(['Summer'])
    expect(await names('--where', 'dispatchBy in the next 2 months', '--sort', 'dispatchBy:desc')).toEqual([
      'Winter',
      'Summer',
    ])
  })

  it('prints prices with all their decimals', async () => {
    const { stdout } = await cli('--columns', 'priceMeta.delivery,priceMeta.discount', '--search', 'Summer')
    expect(stdout.split('\n')[1]?.trim().split(/\s+/u)).toEqual(['1234.56', '-12.34'])
  })

  it('has searches, conditions, limits and other fields', async () => {
    expect(await names('--search', '^(sum|win)')).toEqual(['Summer', 'Winter'])
    expect(await names('--any', '--where', 'status is live', '--where', 'downloaded is no')).toEqual([
      'Found',
      'Summer',
    ])
    expect(await names('--where', 'state is Open')).toEqual(['Summer'])
    expect(await names('--where', '/publicationStatus is published')).toEqual(['Summer'])
    expect(await names('--limit', '2')).toEqual(['Found', 'Spring'])
    expect(await names('--where', 'record is fetched', '--where', 'brand is empty')).toEqual(['Spring'])
  })

  it('writes one object per campaign as JSON, with fields as the service sent them', async () => {
    const { stdout } = await cli(
      '--json',
      '--search',
      'summer',
      '--columns',
      'brand,meta,isLocked,/big,withArtwork',
    )
    expect(parseJsonLines(stdout)).toEqual([
      {
        type: 'campaign',
        connectionId: expect.any(String) as unknown,
        id: '1',
        brand: ['Nova', 'Aurora'],
        meta: { a: 'b' },
        isLocked: null,
        '/big': 12_345,
        withArtwork: 75,
      },
    ])
  })

  it('writes a text instead of an object as a text', async () => {
    const { stdout } = await cli('--json', '--search', 'winter', '--columns', 'meta')
    expect(parseJsonLines(stdout)).toMatchObject([{ id: '2', meta: '{season} launch' }])
  })

  it('writes a file, or to standard output', async () => {
    const columns = ['--columns', 'name,brand,startAt,status', '--where', 'items > 0'] as const
    const { code, stdout } = await cli('--out', '-', ...columns, '--statuses', 'both')
    expect({ code, lines: stdout.split('\r\n') }).toEqual({
      code: 0,
      lines: [
        'name,brand,startAt,status',
        'Summer,Nova; Aurora,2026-06-01T00:00:00.000Z,Live (2)',
        'Winter,Nova,,Status 9',
        '',
      ],
    })
    const file = join(folder.path, 'campaigns.md')
    expect((await cli('--out', file, ...columns)).stderr).toContain('Wrote 2 rows')
    expect(await readFile(file, 'utf8')).toContain('| Name | Brand | Start')
  })

  it('writes a file in a language', async () => {
    const { stdout } = await cli('--out', '-', '--columns', 'name,startAt,items', '--lang', 'fr')
    expect(stdout.split('\r\n')[0]).toBe('Nom,Début,Articles')
  })

  it('has the columns that depend on checks, reviews and chosen dates', async () => {
    const columns = ['name', 'nextDate', 'openChecks', 'reviewProgress']
    const { stdout } = await cli('--json', '--columns', columns.join(','), '--sort', 'nextDate:desc')
    const rows = parseJsonLines(stdout).map((row) => columns.map((column) => row[column]))
    expect(rows.map(([name, date, open, reviewed]) => [name, date === null, open, reviewed])).toEqual([
      ['Winter', false, 2, 0],
      ['Summer', false, 2, 0],
      ['Found', true, null, null],
      ['Spring', true, 0, null],
    ])
    expect(await names('--where', 'openChecks > 0 and nextDate in the next 2 weeks')).toEqual(['Summer'])
    const { stdout: file } = await cli(
      '--out',
      '-',
      '--columns',
      'name,openChecks',
      '--where',
      'openChecks > 0',
    )
    expect(file.split('\r\n')).toEqual(['name,openChecks', 'Summer,2', 'Winter,2', ''])
  })

  it('uses the dates that were chosen in the application', async () => {
    const dataFolder = join(folder.path, 'data')
    const file = createPreferencesFile(dataFolder)
    await file.save({ ...DEFAULT_PREFERENCES, campaignDates: ['startAt'] })
    expect(await names('--where', 'nextDate is not empty')).toEqual([])
    await file.save(DEFAULT_PREFERENCES)
    expect(await names('--where', 'nextDate is not empty')).toEqual(['Summer', 'Winter'])
  })

  it('says that it cannot read the stored pictures', async () => {
    for (const words of [
      ['--columns', 'picturesReady'],
      ['--where', 'picturesReady < 100'],
      ['--sort', 'picturesReady:asc'],
    ]) {
      const { code, stderr } = await cli(...words)
      expect({ code, line: stderr.split('\n')[0] }).toEqual({
        code: 2,
        line: 'The command line does not read the stored pictures, so it has no values for picturesReady. The application has.',
      })
    }
  })

  it('prints its help also with --json', async () => {
    const { code, stdout } = await cli('--json', '--help')
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: campaign-desk campaigns')
  })

  it.each(['campaigns', 'timeline'])('%s writes no file without a connection', async (name) => {
    const data = join(folder.path, `without a connection, ${name}`)
    await mkdir(data)
    const run = (...words: readonly string[]) => runCliInProcess([name, ...words, '--data', data])
    for (const file of ['-', join(data, 'file')]) {
      const { code, stdout, stderr } = await run('--out', file)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(`Nothing is downloaded in ${data} yet.`)
    }
    expect(await readdir(data)).toEqual([])
    expect(await run()).toMatchObject({ code: 0, stdout: `No connections in ${data}.\n` })
  })

  it('reports what it shows of all, and what it does not understand', async () => {
    expect((await cli('--search', 'summer')).stderr).toBe('1 of 4 campaigns\n')
    const failing = async (...words: readonly string[]) => {
      const { code, stderr, stdout } = await cli(...words)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      return stderr.split('\n')[0]
    }
    expect(await failing('--where', 'brnd is Nova')).toContain('Did you mean “brand”?')
    expect(await failing('--where', 'status is Lve')).toContain('Did you mean “Live”?')
    expect(await failing('--where', 'downloaded is maybe')).toContain('Use no, complete, incomplete.')
    expect(await failing('--sort', 'startAt')).toContain('The option --sort cannot be “startAt”.')
    expect(await failing('--columns', 'itemName')).toContain('Unknown column “itemName”.')
    expect(await failing('--header', 'keys')).toBe('The option --header needs --out.')
    expect(await failing('--out', '-', '--format', 'json', '--preset', 'excel')).toContain('--preset')
  })
})
