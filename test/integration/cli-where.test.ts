import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { buildItem, fillCampaign, openTestStore, temporaryFolder } from '../support/store.ts'

const CAMPAIGN = 'ba001c06-a853-4dad-a7a9-f74c3105199e'

let folder: Awaited<ReturnType<typeof temporaryFolder>>

const cli = (...words: readonly string[]) => runCliInProcess([...words, '--data', join(folder.path, 'data')])

/** Exports items that meet the conditions, and returns their quantities. */
async function quantities(...words: readonly string[]): Promise<readonly number[]> {
  const { code, stdout, stderr } = await cli('export', '--out', '-', '--columns', 'qty', ...words)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.split('\r\n').slice(1, -1).map(Number)
}

beforeAll(async () => {
  folder = await temporaryFolder()
  const connections = createConnections(join(folder.path, 'data'))
  const { id } = await connections.createSample()
  await connections.setLabels(id, [
    { field: 'itemStatus', label: { value: 1, name: 'Planned', color: 'blue' } },
    { field: 'itemStatus', label: { value: 2, name: 'Stopped', color: 'red' } },
  ])
  const { databaseFile, reviewsFile } = connectionLayout(join(folder.path, 'data'), id)
  const store = await openTestStore(databaseFile)
  const items = [1, 2, 3, 4, 5].map((number) =>
    buildItem(number, {
      campaignId: { _id: CAMPAIGN, name: 'Summer' },
      status: (number % 2) + 1,
      qty: number,
      material: number < 3 ? 'paper' : null,
    }),
  )
  await fillCampaign(store, CAMPAIGN, items)
  await store.close()
  const reviews = openReviews(reviewsFile)
  await reviews.mark([reviewedRow(4, { campaignId: CAMPAIGN })], 'problem', 1_000)
  await reviews.close()
})
afterAll(() => folder.remove())

describe('export --where', () => {
  it('includes items that meet all conditions, or any', async () => {
    const small = ['--where', 'qty between 1 and 3'] as const
    expect(await quantities(...small)).toEqual([1, 2, 3])
    expect(await quantities(...small, '--where', 'status is not Stopped')).toEqual([2])
    expect(await quantities('--any', ...small, '--where', 'status is planned')).toEqual([1, 2, 3, 4])
    expect(await quantities('--where', '(qty < 2 or qty > 4) and status is 2', '--limit', '1')).toEqual([1])
    expect(await quantities('--where', '/material is paper', '--search', 'item 2')).toEqual([2])
    expect(await quantities('--where', 'review is problem or qty is 1')).toEqual([1, 4])
    expect(await quantities('--where', 'review is not problem', '--where', 'unseen is not yes')).toEqual([
      1, 2, 3, 5,
    ])
  })

  it('is checked as an export is', async () => {
    const { code, stdout } = await cli('export', '--check', '--json', '--where', 'qty at least 4')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ type: 'exportCheck', rows: 2 })
  })

  it('reports an error with its position, before and after the statuses are known', async () => {
    const failing = async (...words: readonly string[]) => {
      const { code, stderr, stdout } = await cli('export', '--out', '-', ...words)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      return stderr.split('\n')[0]
    }
    expect(await failing('--where', 'qty is 1', '--where', 'statsu is Planned')).toBe(
      'The option --where is invalid at character 1 of “statsu is Planned”. There is no column “statsu”. Did you mean “status”?',
    )
    expect(await failing('--where', 'status is Planned and status is not Stoped')).toBe(
      'The option --where is invalid at character 37 of “status is Planned and status is not Stoped”. There is no status “Stoped”. Did you mean “Stopped”?',
    )
    expect(await failing('--any')).toBe('Missing option --where.')
    expect(await failing('--where', 'itemName matches (')).toContain('The pattern of a filter isn’t valid')
  })
})
