import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnections } from '../../electron/app/connections.ts'
import { momentText } from '../../electron/app/moment-text.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { parseJsonLines } from '../support/run-cli.ts'
import { buildInner, buildItem, fillCampaign, openTestStore, temporaryFolder } from '../support/store.ts'

const FIRST = 'ba001c06-a853-4dad-a7a9-f74c3105199e'
const SECOND = '667708e8-eed5-4306-9967-e54701ca4e73'

let folder: Awaited<ReturnType<typeof temporaryFolder>>

const cli = (...words: readonly string[]) =>
  runCliInProcess(['compare', ...words, '--data', join(folder.path, 'data')])
const both = ['--campaign', FIRST, '--with', SECOND] as const

beforeAll(async () => {
  folder = await temporaryFolder()
  const connections = createConnections(join(folder.path, 'data'))
  const { id } = await connections.createSample()
  await connections.setLabels(id, [
    { field: 'itemStatus', label: { value: 1, name: 'Planned', color: 'blue' } },
    { field: 'campaignStatus', label: { value: 2, name: 'Live', color: 'green' } },
  ])
  const { databaseFile } = connectionLayout(join(folder.path, 'data'), id)
  const store = await openTestStore(databaseFile)
  const item = (campaign: string, number: number, pos: string | null, qty: number, status: number) =>
    buildItem(number, {
      campaignId: { _id: campaign, name: null },
      qty,
      status,
      isLocked: false,
      itemId: buildInner(1, { name: `Item ${pos ?? 'without'}`, posNumber: pos }),
    })
  await fillCampaign(
    store,
    FIRST,
    [
      item(FIRST, 1, '0010', 5, 1),
      item(FIRST, 2, '0020', 5, 1),
      item(FIRST, 3, '0030', 5, 1),
      item(FIRST, 4, null, 5, 1),
    ],
    {
      record: {
        name: 'Now',
        status: 2,
        startAt: '2026-09-01T00:00:00.000Z',
        brand: ['Norvika', 'Home'],
        priceMeta: { packaging: 100 },
      },
    },
  )
  await fillCampaign(
    store,
    SECOND,
    [
      item(SECOND, 11, '0010', 5, 1),
      item(SECOND, 12, '0020', 8, 9),
      item(SECOND, 14, '0040', 5, 1),
      item(SECOND, 15, '0040', 5, 1),
      item(SECOND, 16, '0050', 5, 1),
    ],
    {
      record: {
        name: 'Before',
        status: 3,
        startAt: '2025-09-01T00:00:00.000Z',
        priceMeta: { packaging: 125.5 },
      },
    },
  )
  await store.close()
})
afterAll(() => folder.remove())

describe('compare', () => {
  it('prints what is only here, only there, different and not matched', async () => {
    const { code, stdout } = await cli(...both)
    expect({ code, lines: stdout.split('\n') }).toEqual({
      code: 0,
      lines: [
        'Now and Before',
        '  1 equal, 1 different',
        '  1 only in Now, 1 only in Before',
        '  3 not matched',
        '  campaign',
        '    Name: Now → Before',
        '    Status: Live → Production',
        '    Brand: Norvika; Home → nothing',
        `    Start: ${momentText('2026-09-01T00:00:00.000Z')} → ${momentText('2025-09-01T00:00:00.000Z')}`,
        '    Prices › Packaging: 100 → 125.5 (+25.5, +26%)',
        '  different  0020  Item 0020',
        '    Status: Planned → Status 9',
        '    Quantity: 5 → 8 (+3, +60%)',
        '  only in Now  0030  Item 0030',
        '  no value in Now  Item without',
        '  not unique, in Before  0040  Item 0040',
        '  not unique, in Before  0040  Item 0040',
        '  only in Before  0050  Item 0050',
        '',
      ],
    })
  })

  it('writes one object per difference as JSON', async () => {
    const { stdout } = await cli(...both, '--json')
    const [total, ...differences] = parseJsonLines(stdout)
    expect(differences.slice(0, 2)).toEqual([
      { type: 'campaignDifference', column: 'name', first: 'Now', second: 'Before' },
      { type: 'campaignDifference', column: 'status', first: 2, second: 3 },
    ])
    const different = differences.find((each) => each['type'] === 'difference')
    expect(total).toEqual({
      type: 'comparison',
      campaigns: [FIRST, SECOND],
      by: 'posNumber',
      equal: 1,
      differences: 6,
    })
    expect(different).toMatchObject({
      kind: 'different',
      posNumber: '0020',
      fields: [
        { column: 'status', first: 1, second: 9 },
        { column: 'qty', first: 5, second: 8 },
      ],
    })
  })

  it('writes a file, with a row for each differing field', async () => {
    const { stdout } = await cli(...both, '--out', '-', '--header', 'labels', '--time-zone', 'utc')
    expect(stdout.split('\r\n').slice(0, 9)).toEqual([
      'Difference,POS number,Item,Field,Now,Before',
      'campaign,,,Name,Now,Before',
      'campaign,,,Status,2,3',
      'campaign,,,Brand,Norvika; Home,',
      'campaign,,,Start,2026-09-01 00:00:00,2025-09-01 00:00:00',
      'campaign,,,Prices › Packaging,100,125.5',
      'different,0020,Item 0020,Status,1,9',
      'different,0020,Item 0020,Quantity,5,8',
      'only in Now,0030,Item 0030,,,',
    ])
  })

  it('writes a file in a language', async () => {
    const { stdout } = await cli(...both, '--out', '-', '--lang', 'de')
    expect(stdout.split('\r\n')[0]).toBe('Unterschied,POS-Nummer,Artikel,Feld,Now,Before')
    expect(stdout).toContain(',Menge,5,8')
  })

  it('writes the campaign fields by their keys, and status names on request', async () => {
    const { stdout } = await cli(
      ...both,
      '--out',
      '-',
      '--header',
      'keys',
      '--statuses',
      'names',
      '--time-zone',
      'utc',
    )
    const lines = stdout.split('\r\n')
    expect(lines.slice(0, 5)).toEqual([
      'difference,posNumber,itemName,field,first,second',
      'campaign,,,name,Now,Before',
      'campaign,,,status,Live,Production',
      'campaign,,,brand,Norvika; Home,',
      'campaign,,,startAt,2026-09-01 00:00:00,2025-09-01 00:00:00',
    ])
    expect(lines).toContain('different,0020,Item 0020,status,Planned,Status 9')
  })

  it('refuses what cannot be compared', async () => {
    const failing = async (...words: readonly string[]) => {
      const { code, stderr } = await cli(...words)
      expect(code).toBe(2)
      return stderr.split('\n')[0]
    }
    expect(await failing('--campaign', FIRST)).toBe('Missing option --with.')
    expect(await failing('--with', FIRST)).toBe('Missing option --campaign.')
    expect(await failing('--campaign', FIRST, '--with', FIRST)).toContain('Two different campaigns')
    expect(await failing(...both, '--by', 'size')).toContain('Unknown column “size”.')
    expect(await failing('--campaign', FIRST, '--with', '00000000-0000-4000-8000-000000000001')).toContain(
      'is not on this computer',
    )
  })
})
