import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isItems, type ReceivedRequest } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const PROGRAM = fileURLToPath(new URL('../support/downloading-program.ts', import.meta.url))
/** `CAMPAIGN_DESK_KILLS=2000` for a night. */
const KILLS = Number(process.env['CAMPAIGN_DESK_KILLS'] ?? 100)
const LANES = 2
const ITEMS = 900
const PAGE = 100
const ONE_RUN_MS = 60_000

type Copy = ReadonlyMap<string, unknown>

/** Numbers from 0 up to, not with, 1: the same ones for a seed. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const ofDownload = (request: ReceivedRequest): boolean =>
  isItems(request) && request.headers['x-onlooker'] === undefined

/** Pages that the running download has stored, read from outside. */
function openJournal(file: string): { readonly pages: () => number; readonly close: () => void } {
  const database = new Database(file, { readonly: true })
  const count = database.prepare('SELECT count(*) FROM journal').pluck()
  return { pages: () => count.get() as number, close: () => database.close() }
}

/**
 * Answers pages one at a time, each when the one before is stored, so that at a kill there is one at most that was
 * fetched and not stored. Remembers which items were on them, and strikes when so many have been answered.
 */
class Pace {
  readonly #file: string
  /** Items by their place that were on an answered page since the list last changed. */
  #answered = new Set<number>()
  #turn: Promise<void> = Promise.resolve()
  #run = 0
  #storedFirst = 0
  #count = 0
  #last = 0
  #strike: () => void = () => undefined
  #journal: ReturnType<typeof openJournal> | null = null
  /** Pages of the present run that had been answered in full in an earlier one. */
  repeated = 0

  constructor(file: string) {
    this.#file = file
  }

  listChanged(): void {
    this.#answered = new Set()
  }

  begin(last: number, strike: () => void): void {
    this.#run += 1
    this.#turn = Promise.resolve()
    this.#count = 0
    this.#last = last
    this.#strike = strike
    this.repeated = 0
  }

  end(): void {
    this.#run += 1
    this.#journal?.close()
    this.#journal = null
  }

  readonly wait = (request: ReceivedRequest): Promise<void> => {
    const run = this.#run
    this.#turn = this.#turn.then(async () => {
      while (run === this.#run && !this.#hasStored()) await wait(2)
      if (run === this.#run) this.#answer(Number(request.query['skip']), Number(request.query['limit']))
    })
    return this.#turn
  }

  #hasStored(): boolean {
    this.#journal ??= openJournal(this.#file)
    const pages = this.#journal.pages()
    if (this.#count === 0) this.#storedFirst = pages
    return pages >= this.#storedFirst + this.#count
  }

  #answer(skip: number, limit: number): void {
    const places = Array.from({ length: Math.min(limit, PAGE) }, (_, at) => skip + at)
    const again = places.filter((place) => this.#answered.has(place)).length
    // One item joins a page to the one before; when all were answered, the top is looked at once more.
    const whole = this.#answered.size >= ITEMS && skip === 0
    if (again > 1 && !whole) this.repeated += 1
    for (const place of places) this.#answered.add(place)
    if (this.#count === this.#last) this.#strike()
    this.#count += 1
  }
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

/** What a person would find in the cache, which must be sound. */
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

/** Items change, go and come; as many as before. */
function change(service: TestService, campaignId: string, random: () => number): void {
  const ids = service.items.idsOf(campaignId)
  for (const id of ids.filter(() => random() < 0.2))
    service.items.update(id, { qty: Math.floor(random() * 1e6) })
  for (const id of ids.slice(0, 10)) {
    service.items.delete(id)
    service.items.insert(campaignId)
  }
}

/** Runs the program to its end, or until it is killed. */
async function run(args: readonly string[], pace: Pace, pages: number, delayMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  pace.begin(pages, () => void setTimeout(() => child.kill('SIGKILL'), delayMs))
  const [code, signal] = (await once(child, 'close', { signal: AbortSignal.timeout(ONE_RUN_MS) })) as [
    number | null,
    string | null,
  ]
  pace.end()
  if (signal === null) expect(said, 'what the program said').toBe('')
  return code === 0
}

describe.concurrent('a download whose process is killed', () => {
  it.each(Array.from({ length: LANES }, (_, lane) => [lane + 1] as const))(
    'leaves a whole copy, and goes on where it was (lane %i)',
    async (seed) => {
      const random = chance(seed)
      await using service = await startTestService({
        items: ITEMS,
        campaigns: 1,
        key: 'key',
        limit: { most: PAGE },
      })
      const folder = await temporaryFolder()
      const file = join(folder.path, 'cache.db')
      const campaignId = service.plan.campaigns[0]?.id ?? ''
      const pace = new Pace(file)
      service.script([{ when: ofDownload, behave: { kind: 'wait', until: pace.wait } }])

      let [before, now]: [Copy, Copy] = [new Map(), await listOf(service, campaignId)]
      let [kills, ended, mostRepeated] = [0, 0, 0]
      while (kills < KILLS / LANES) {
        // Somewhere in the next pages, or in the commit behind the last one.
        const done = await run(
          [file, service.url, campaignId],
          pace,
          Math.floor(random() * 7),
          random() * 120,
        )
        mostRepeated = Math.max(mostRepeated, pace.repeated)
        const copy = copyIn(file, campaignId)
        if (done) {
          expect(copy).toEqual(now)
          ended += 1
        } else {
          kills += 1
          expect([before, now]).toContainEqual(copy)
        }
        if (copy.size === 0 || !isSame(copy, now)) continue
        change(service, campaignId, random)
        pace.listChanged()
        ;[before, now] = [now, await listOf(service, campaignId)]
      }
      expect(mostRepeated, 'pages fetched twice after a kill').toBeLessThanOrEqual(1)
      expect(ended, 'downloads that came to their end between kills').toBeGreaterThan(KILLS / LANES / 20)
      await folder.remove()
    },
    KILLS * 3_000 + 60_000,
  )
})

function isSame(one: Copy, other: Copy): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())
}
