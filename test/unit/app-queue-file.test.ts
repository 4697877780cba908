import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredDownload } from '../../electron/download/stored-downloads.ts'
import { jobKey } from '../../electron/contract/jobs.ts'
import { createQueueFile, type QueueState } from '../../electron/app/queue-file.ts'
import { temporaryFolder } from '../support/store.ts'

/** No process has this id. */
const ENDED = 2 ** 30
const DAY_MS = 86_400_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file: string

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder.path, 'queue.json')
})
afterEach(() => folder.remove())

const download = (campaignId: string | null, changes: Partial<StoredDownload> = {}): StoredDownload => ({
  jobId: `job-${campaignId ?? 'discovery'}`,
  campaignId,
  campaignName: null,
  mode: 'full',
  held: false,
  thenDownload: null,
  deletions: null,
  acceptedDeletions: 0,
  ...changes,
})
const state =
  (downloads: readonly StoredDownload[], handled: readonly (string | null)[] = []) =>
  (): Promise<QueueState> =>
    Promise.resolve({ downloads, handled: new Set(handled.map((campaignId) => jobKey({ campaignId }))) })
const writeQueue = (entries: readonly object[]): Promise<void> =>
  writeFile(file, JSON.stringify({ downloads: entries }))
async function readCampaignIds(): Promise<readonly (string | null)[]> {
  const { downloads } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly downloads: readonly { readonly campaignId: string | null }[]
  }
  return downloads.map(({ campaignId }) => campaignId)
}

describe('the queue file', () => {
  it('is complete after a flush, and read by the next process', async () => {
    const first = createQueueFile(file)
    const entries = [download(null, { thenDownload: 'full' }), download('b', { held: true, mode: 'recent' })]
    first.saveSoon(state(entries))
    await first.flush()
    expect(await readCampaignIds()).toEqual([null, 'b'])
    await first.release()
    expect(await createQueueFile(file).take()).toEqual(entries)
  })

  it.each([
    ['a process that runs', { process: process.ppid, savedAt: Date.now() }, false],
    ['a process that has ended', { process: ENDED, savedAt: Date.now() }, true],
    [
      'a number that another process may have by now',
      { process: process.ppid, savedAt: Date.now() - DAY_MS },
      true,
    ],
    ['an ended process with the id of this one', { process: process.pid, savedAt: Date.now() }, true],
    ['a version without owners', {}, true],
  ])('belongs to another process only if written by %s', async (_, owner, isFree) => {
    await writeQueue([{ ...download('a'), ...owner }])
    expect(await createQueueFile(file).read()).toHaveLength(isFree ? 1 : 0)
    const queue = createQueueFile(file)
    expect(await queue.readTaken()).toEqual(isFree ? [] : [download('a')])
    expect(await queue.take()).toHaveLength(isFree ? 1 : 0)
    expect(await queue.readTaken()).toHaveLength(isFree ? 0 : 1)
    queue.saveSoon(state([download('b')]))
    await queue.flush()
    expect(await readCampaignIds()).toEqual(isFree ? ['b'] : ['a', 'b'])
  })

  it('keeps entries of other processes except those that this process has handled', async () => {
    await writeQueue([download('a'), download('b')])
    const queue = createQueueFile(file)
    queue.saveSoon(state([download('c')], ['b', 'c']))
    await queue.flush()
    expect(await readCampaignIds()).toEqual(['a', 'c'])
    queue.saveSoon(state([], ['b', 'c']))
    await queue.release()
    expect(await readCampaignIds()).toEqual(['a'])
  })

  it('keeps all entries when several processes write at once', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(
      names.map(async (name) => {
        const queue = createQueueFile(file)
        queue.saveSoon(state([download(name)]))
        await queue.release()
      }),
    )
    expect([...(await readCampaignIds())].sort()).toEqual(names)
  })
})
