import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { runCli } from '../support/run-cli.ts'
import { buildItem, fillCampaign, openTestStore, temporaryFolder } from '../support/store.ts'

const CAMPAIGN = 'ba001c06-a853-4dad-a7a9-f74c3105199e'

it('review exports marks and notes of a campaign, and checks a review file', async () => {
  const folder = await temporaryFolder()
  try {
    const data = join(folder.path, 'data')
    const { id } = await createConnections(data).createSample()
    const { databaseFile, reviewsFile } = connectionLayout(data, id)
    const store = await openTestStore(databaseFile)
    await fillCampaign(store, CAMPAIGN, [buildItem(1, { campaignId: { _id: CAMPAIGN, name: 'Summer' } })])
    await store.close()
    const reviews = openReviews(reviewsFile)
    await reviews.mark([reviewedRow(1, { campaignId: CAMPAIGN })], 'problem', 1_000)
    await reviews.note(reviewedRow(2, { campaignId: CAMPAIGN }), 'torn')
    await reviews.close()

    const file = join(folder.path, 'summer.cdreview')
    const run = (...words: readonly string[]) => runCli(['review', ...words], { home: folder.path })
    const written = await run(
      '--campaign',
      CAMPAIGN,
      '--out',
      file,
      '--author',
      'Ana',
      '--data',
      data,
      '--json',
    )
    expect(written.stderr).toBe(`Wrote the review of 2 items to ${file}.\n`)
    expect(written.code).toBe(0)
    expect(JSON.parse(written.stdout)).toMatchObject({ type: 'review', file, items: 2, marks: 1, notes: 1 })

    const checked = await run('--check', file, '--json')
    expect(checked.code).toBe(0)
    expect(JSON.parse(checked.stdout)).toMatchObject({
      author: 'Ana',
      campaigns: [{ id: CAMPAIGN, name: 'Summer' }],
      items: 2,
      photos: 0,
    })
    expect((await run('--check', file)).stdout).toBe(
      'The review file is valid: a review by Ana of 2 items.\n',
    )

    await writeFile(join(folder.path, 'damaged.cdreview'), 'PK')
    const damaged = await run('--check', join(folder.path, 'damaged.cdreview'))
    expect(damaged).toMatchObject({ code: 2, stdout: '' })
    expect(damaged.stderr).toContain('it is incomplete or damaged')

    expect((await run('--out', file)).stderr).toContain('Missing option --campaign')
    expect((await run('--out', file, '--check', file)).stderr).toContain('cannot be used together')
    expect((await readdir(folder.path)).toSorted()).toEqual(['damaged.cdreview', 'data', 'summer.cdreview'])
  } finally {
    await folder.remove()
  }
})
