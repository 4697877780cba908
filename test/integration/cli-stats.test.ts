import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnections } from '../../electron/app/connections.ts'
import { dayOfInstant } from '../../electron/contract/filter-dates.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { parseJsonLines } from '../support/run-cli.ts'
import { buildInner, buildItem, fillCampaign, openTestStore, temporaryFolder } from '../support/store.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
/** When the campaign with changes was downloaded, in milliseconds since 1970. */
let changedAt: number

const cli = (...words: readonly string[]) =>
  runCliInProcess(['stats', ...words, '--data', join(folder.path, 'data')])

beforeAll(async () => {
  folder = await temporaryFolder()
  const connections = createConnections(join(folder.path, 'data'))
  const { id } = await connections.createSample()
  await connections.setLabels(id, [
    { field: 'itemStatus', label: { value: 1, name: 'Planned', color: 'blue' } },
  ])
  const { databaseFile, reviewsFile } = connectionLayout(join(folder.path, 'data'), id)
  const store = await openTestStore(databaseFile)
  const items = (campaign: string, quantity: number) =>
    [1, 2, 3, 4].map((number) =>
      buildItem(number + quantity, {
        campaignId: { _id: campaign, name: `Campaign ${campaign}` },
        status: number % 2 === 0 ? 1 : 77,
        isLocked: number === 1,
        qty: quantity * number,
        itemId: buildInner(number, { elementId: { name: campaign === 'b' ? 'none' : 'Poster' } }),
      }),
    )
  await fillCampaign(store, 'a', items('a', 10), { record: { name: 'Autumn' } })
  await fillCampaign(store, 'b', items('b', 100), { record: { name: 'Winter' } })
  await fillCampaign(store, 'a', items('a', 20).slice(1), { record: { name: 'Autumn' } })
  await fillCampaign(store, 'c', [], {
    record: { name: 'Spring' },
    verdict: { state: 'incomplete', expectedCount: 3, reason: 'Some items are missing.' },
  })
  changedAt = (await store.listDownloads('a'))[0]?.completedAt ?? 0
  await store.close()
  const reviews = openReviews(reviewsFile)
  await reviews.mark([reviewedRow(22, { campaignId: 'a' })], 'problem', 1_000)
  await reviews.close()
})
afterAll(() => folder.remove())

describe('stats', () => {
  it('prints the numbers of items and their quantities', async () => {
    const { code, stdout } = await cli('--by', 'status', '--by', 'campaign,isLocked')
    expect({ code, lines: stdout.split('\n') }).toEqual({
      code: 0,
      lines: [
        'STATUS     ITEMS  QUANTITY',
        'Planned        4       720',
        'Status 77      3       460',
        'Total          7     1,180',
        '',
        'CAMPAIGN  LOCKED  ITEMS  QUANTITY',
        'Autumn    No          3       180',
        'Winter    No          3       900',
        'Winter    Yes         1       100',
        'Total                 7     1,180',
        '',
      ],
    })
  })

  it('counts marks, and the changes of each day', async () => {
    const { stdout } = await cli('--json', '--by', 'mark', '--by', 'changeDay', '--campaign', 'a')
    const objects = parseJsonLines(stdout)
    expect(objects).toMatchObject([
      { by: { mark: 'problem' }, names: { mark: 'Problem' }, items: 1, quantity: 40 },
      { by: { mark: 'none' }, names: { mark: '(no mark)' }, items: 2, quantity: 140 },
      { by: { changeDay: dayOfInstant(changedAt) }, added: 3, deleted: 4 },
    ])
  })

  it('follows searches and conditions', async () => {
    const { stdout } = await cli('--json', '--by', 'isLocked', '--where', 'status is planned and qty > 100')
    expect(parseJsonLines(stdout)).toMatchObject([{ by: { isLocked: false }, items: 2, quantity: 600 }])
  })

  it('writes a file', async () => {
    const { code, stdout } = await cli('--by', 'status', '--out', '-', '--statuses', 'both')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'status,items,quantity\r\nPlanned (1),4,720\r\nStatus 77,3,460\r\n',
    })
    const flags = await cli('--by', 'isLocked,campaign', '--out', '-', '--format', 'jsonl')
    expect(parseJsonLines(flags.stdout)[0]).toEqual({
      isLocked: false,
      campaign: 'Autumn',
      items: 3,
      quantity: 180,
    })
  })

  it('writes labels in a language, and messages in English', async () => {
    const { stdout } = await cli('--by', 'mark', '--out', '-', '--lang', 'fr', '--campaign', 'a')
    const [header, ...rows] = stdout.trim().split('\r\n')
    expect(header).toBe('Marquage,Articles,Quantité')
    expect(rows.map((row) => row.split(',')[0])).toContain('Problème')
    const unwritable = await cli('--by', 'mark', '--out', join(folder.path, 'none', 'a.csv'), '--lang', 'fr')
    expect(unwritable.stderr).toMatch(/^The file couldn’t be written/mu)
    expect(await cli('--by', 'mark', '--lang', 'fr')).toMatchObject({ code: 2 })
  })

  it('writes an element called “none” as it is, and a missing mark as empty', async () => {
    const elements = await cli('--by', 'elementName', '--out', '-', '--campaign', 'b')
    expect(elements.stdout).toContain('\r\nnone,4,')
    const marks = await cli('--by', 'mark', '--out', '-', '--campaign', 'b')
    expect(marks.stdout).toContain('\r\n,4,')
  })

  it('warns about a campaign that is incomplete', async () => {
    const { stderr } = await cli('--by', 'status', '--campaign', 'c')
    expect(stderr).toContain('Spring')
    expect((await cli('--by', 'status', '--campaign', 'a')).stderr).toBe('')
  })

  it('refuses keys that cannot be counted', async () => {
    const failing = async (...words: readonly string[]) => {
      const { code, stderr } = await cli(...words)
      expect(code).toBe(2)
      return stderr.split('\n')[0]
    }
    expect(await failing('--by', 'color')).toContain('The option --by cannot be “color”.')
    expect(await failing('--by', 'status,mark')).toContain('cannot be “status,mark”')
    expect(await failing('--by', 'status,status')).toContain('cannot be “status,status”')
    expect(await failing('--out', '-')).toBe('With --out, --by must be given exactly once.')
  })
})
