import { constants, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closeDatabase } from '../../electron/store/database/close-database.ts'
import { openForWriting } from '../../electron/store/database/open-database.ts'
import { buildMissingWords } from '../../electron/store/ingest/missing-words.ts'
import { prepareLists } from '../../electron/store/ingest/prepare-lists.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { sweepRange } from '../support/store.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import { benchPages, campaignIdOf, campaignSizes } from './items.ts'

/** Names a folder in which caches are stored for all benchmarks of a run. */
export const CACHE_FOLDER_VARIABLE = 'CAMPAIGN_DESK_BENCH_CACHES'

/** Creates a cache of campaigns with this many items in total, in its state some seconds after a download. */
export async function fillCache(file: string, items: number): Promise<void> {
  const folder = process.env[CACHE_FOLDER_VARIABLE]
  if (folder === undefined) {
    await createCache(file, items)
    return
  }
  const stored = join(folder, `${String(items)}.db`)
  if (!existsSync(stored)) await createCache(stored, items)
  await copyFile(stored, file, constants.COPYFILE_FICLONE)
}

async function createCache(file: string, items: number): Promise<void> {
  const store = await openStore({ file, workerUrl: STORE_WORKER_URL })
  for (const [campaign, count] of campaignSizes(items).entries()) {
    const { downloadId } = await store.beginDownload(campaignIdOf(campaign), 'full')
    for (const page of benchPages(campaign, count)) await store.stagePage(downloadId, sweepRange(0), page)
    await store.commitDownload(downloadId, { state: 'complete', expectedCount: count, reason: null })
  }
  await store.close()
  indexWords(file)
  const { handle } = openForWriting(file)
  if (typeof handle === 'string') throw new Error(handle)
  while (prepareLists(handle, () => undefined));
  closeDatabase(handle)
}

/** Indexes all words of a cache, which happens while idle otherwise; returns the milliseconds. */
export function indexWords(file: string): number {
  const { handle } = openForWriting(file)
  if (typeof handle === 'string') throw new Error(handle)
  handle.command('DELETE FROM copy_words').run()
  const start = performance.now()
  while (buildMissingWords(handle));
  const took = performance.now() - start
  closeDatabase(handle)
  return took
}
