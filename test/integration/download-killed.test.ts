import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { KEEP_WRAPPERS } from '../../build/node-flags.ts'
import { repetitions } from '../support/repetitions.ts'
import { isItems, type ReceivedRequest } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const PROGRAM = fileURLToPath(new URL('../support/downloading-program.ts', import.meta.url))
const KILLS = repetitions(16, 2_000)
const LANES = 2
const ITEMS = 900
const PAGE = 100
const ONE_RUN_MS = 240_000

type Copy = ReadonlyMap<string, unknown>

/** Pseudorandom numbers from 0 to 1 (exclusive) by a seed. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const ofDownload = (request: ReceivedRequest): boolean =>
  isItems(request) && request.headers['x-onlooker'] === undefined

/** The indexes of the items on the page of a query. */
function indexesOf(query: Readonly<Record<string, string>>): readonly number[] {
  const [skip, limit] = [Number(query['skip']), Number(query['limit'])]
  return Array.from({ length: Math.min(limit, PAGE, ITEMS - skip) }, (_, at) => skip + at)
}

async function receivedIn(log: string): Promise<readonly number[]> {
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => indexesOf(Object.fromEntries(new URLSearchParams(line))))
}

/** The number of requests for pages that an earlier run had fully received. */
function countRepeated(
  requests: readonly ReceivedRequest[],
  before: ReadonlySet<number>,
  received: readonly number[],
): number {
  // After everything was received, the top is read once more.
  const whole = new Set([...before, ...received]).size === ITEMS
  return requests.filter((request) => {
    // A page shares one item with the previous one.
    const again = indexesOf(request.query).filter((index) => before.has(index)).length > 1
    return again && !(whole && request.query['skip'] === '0')
  }).length
}

async function listOf(service: TestService, campaignId: string): Promise<Copy> {
  const found = new Map<string, unknown>()
  for (let skip = 0; ; skip += PAGE) {
    const response = await fetch(
      `${service.url}/campaign-items?campaignId=${campaignId}&limit=${String(PAGE)}&skip=${String(skip)}`,
      { headers: { authorization: 'key', 'x-onlooker': 'yes' } },
    )
    const page = (await response.json()) as { readonly campaignItemEntities: Record<string, unknown> }
    const items = Object.entries(page.campaignItemEntities)
    for (const [id, item] of items) found.set(id, item)
    if (items.length < PAGE) return found
  }
}

/** Returns the items of the snapshot in the cache, whose integrity is checked. */
function copyIn(file: string, campaignId: string): Copy {
  const database = new Database(file)
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.pragma('foreign_key_check')).toEqual([])
    const rows = database
      .prepare(
        `SELECT items.campaign_item_id AS id, item_bodies.json FROM campaigns
          JOIN items ON items.copy_key = campaigns.copy_key JOIN item_bodies ON item_bodies.item_key = items.key
          WHERE campaigns.id = ?`,
      )
      .all(campaignId) as readonly { readonly id: string; readonly json: string }[]
    return new Map(rows.map(({ id, json }) => [id, JSON.parse(json) as unknown]))
  } finally {
    database.close()
  }
}

/** Changes, deletes and inserts items without changing their number. */
function change(service: TestService, campaignId: string, random: () => number): void {
  const ids = service.items.idsOf(campaignId)
  for (const id of ids.filter(() => random() < 0.2))
    service.items.update(id, { qty: Math.floor(random() * 1e6) })
  for (const id of ids.slice(0, 10)) {
    service.items.delete(id)
    service.items.insert(campaignId)
  }
}

/** Runs the program until it ends or is killed; returns whether it ended. */
async function run(args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [KEEP_WRAPPERS, PROGRAM, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
  const [code, signal] = (await once(child, 'close', { signal: AbortSignal.timeout(ONE_RUN_MS) })) as [
    number | null,
    string | null,
  ]
  if (signal === null) expect(output, 'what the program said').toBe('')
  return code === 0
}

describe.concurrent('a download whose process is killed', () => {
  it.each([
    [1, true],
    [2, false],
  ] as const)(
    'keeps a correct snapshot, and continues where it stopped (lane %i, compressed: %s)',
    async (seed, gzip) => {
      const random = chance(seed)
      await using service = await startTestService({
        items: ITEMS,
        campaigns: 1,
        key: 'key',
        limit: { max: PAGE },
        gzip,
      })
      await using folder = await temporaryFolder()
      const [file, log] = [join(folder.path, 'cache.db'), join(folder.path, 'pages.txt')]
      const campaignId = service.plan.campaigns[0]?.id ?? ''
      /** Indexes of items on received pages since the list last changed. */
      let received = new Set<number>()

      let [before, now]: [Copy, Copy] = [new Map(), await listOf(service, campaignId)]
      let [kills, ended, killedWithin] = [0, 0, 0]
      const twice: number[] = []
      // Whether a download ends between two kills, and where it is killed, depends on the machine.
      const isEnough = (): boolean => kills >= KILLS / LANES && ended > 0 && killedWithin > KILLS / LANES / 5
      while (!isEnough() && kills < 5 * KILLS) {
        await writeFile(log, '')
        service.requests.length = 0
        // During one of the next pages or the commit after the last; every fifth run may end.
        const pages = twice.length % 5 === 4 ? Infinity : Math.floor(random() * 7)
        const delayMs = random() * random() * 120
        const done = await run([file, service.url, campaignId, log, String(pages), String(delayMs)])
        const came = await receivedIn(log)
        twice.push(countRepeated(service.requests.filter(ofDownload), received, came))
        for (const index of came) received.add(index)
        const copy = copyIn(file, campaignId)
        if (done) {
          expect(copy).toEqual(now)
          ended += 1
        } else {
          kills += 1
          if (came.length > 0 && received.size < ITEMS) killedWithin += 1
          expect([before, now]).toContainEqual(copy)
        }
        if (copy.size === 0 || !isSame(copy, now)) continue
        change(service, campaignId, random)
        received = new Set()
        ;[before, now] = [now, await listOf(service, campaignId)]
      }
      expect(Math.max(...twice), 'pages fetched twice after a kill').toBeLessThanOrEqual(1)
      expect(killedWithin, 'kills between two pages').toBeGreaterThan(KILLS / LANES / 5)
      expect(ended, 'downloads that came to their end between kills').toBeGreaterThan(0)
    },
    KILLS * 20_000,
  )
})

function isSame(one: Copy, other: Copy): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())
}
