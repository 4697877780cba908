import Database from 'better-sqlite3'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { DAMAGED_DATABASE, DAMAGED_REVIEW_ITEMS } from '../fixtures/hostile/texts.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { runCli } from '../support/run-cli.ts'
import { buildItem, fillCampaign, itemIdOf, openTestStore, temporaryFolder } from '../support/store.ts'

const CAMPAIGN = 'ba001c06-a853-4dad-a7a9-f74c3105199e'
const EXPORT = ['export', '--columns', 'itemName,reviewMark', '--out', '-'] as const

interface Folders {
  readonly path: string
  readonly data: string
  readonly reviewsFile: string
  readonly run: (...words: readonly string[]) => ReturnType<typeof runCli>
}

/** A data folder with one campaign of one marked item. */
async function inDataFolder(work: (folders: Folders) => Promise<void>): Promise<void> {
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
    await reviews.close()
    const run = (...words: readonly string[]) => runCli([...words, '--data', data], { home: folder.path })
    await work({ path: folder.path, data, reviewsFile, run })
  } finally {
    await folder.remove()
  }
}

const setAsideIn = async (file: string): Promise<string | undefined> =>
  (await readdir(dirname(file))).find((name) => name.startsWith('reviews.damaged-') && name.endsWith('.db'))

it('export sets damaged reviews aside, creates an empty file and reports its name', () =>
  inDataFolder(async ({ reviewsFile, run }) => {
    expect((await run(...EXPORT)).stdout).toContain('Problem')
    await writeFile(reviewsFile, DAMAGED_DATABASE)
    const first = await run(...EXPORT)
    const name = await setAsideIn(reviewsFile)
    expect(name).toBeDefined()
    expect(first.stderr).toContain(`were damaged, and are kept as ${name ?? ''}.`)
    expect(first.code).toBe(0)
    expect(await readFile(join(dirname(reviewsFile), name ?? ''), 'utf8')).toBe(DAMAGED_DATABASE)
    const second = await run(...EXPORT)
    expect(second).toMatchObject({ code: 0, stderr: '' })
  }))

it('export without review columns does not change damaged reviews', () =>
  inDataFolder(async ({ reviewsFile, run }) => {
    await writeFile(reviewsFile, DAMAGED_DATABASE)
    expect(await run('export', '--columns', 'itemName', '--out', '-')).toMatchObject({ code: 0, stderr: '' })
    expect(await readFile(reviewsFile, 'utf8')).toBe(DAMAGED_DATABASE)
  }))

it('review sets damaged reviews aside, and has nothing to export', () =>
  inDataFolder(async ({ path, reviewsFile, run }) => {
    await writeFile(reviewsFile, DAMAGED_DATABASE)
    const written = await run('review', '--campaign', CAMPAIGN, '--out', join(path, 'summer.cdreview'))
    expect(written.stderr).toContain(`are kept as ${(await setAsideIn(reviewsFile)) ?? 'missing'}`)
    expect(written.code).toBe(2)
    expect(await readdir(path)).toEqual(['data'])
  }))

it.each(DAMAGED_REVIEW_ITEMS)(
  'export reports a damaged item of a review (%s) by its id, and keeps the file',
  (item) =>
    inDataFolder(async ({ reviewsFile, run }) => {
      const database = new Database(reviewsFile)
      database.prepare('UPDATE reviews SET item = ?').run(item)
      database.close()
      const { code, stdout, stderr } = await run(...EXPORT)
      expect(stderr).toContain(`The review of an item is damaged: ${itemIdOf(1)}.`)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(await setAsideIn(reviewsFile)).toBeUndefined()
    }),
)
