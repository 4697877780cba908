// The table of all campaigns, statistics, open checks and items found by the palette: 5,000 campaigns with
// their records, and as many items as asked for. The limit in the same run: reading and parsing every record
// with `JSON.parse`, as without stored cells.
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  DEFAULT_CAMPAIGN_COLUMNS,
  type CampaignTableColumn,
} from '../../electron/contract/campaign-columns.ts'
import type { CampaignQuery } from '../../electron/contract/campaign-query.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import type { StatisticKeys } from '../../electron/contract/statistics.ts'
import { createChecks } from '../../electron/app/checks.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { openForReading } from '../../electron/store/database/open-database.ts'
import { CampaignRecords } from '../../electron/sample/campaigns.ts'
import { ItemGenerator } from '../../electron/sample/items.ts'
import { planSample } from '../../electron/sample/plan.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import { openReviews } from '../support/reviews.ts'
import { buildItem, fillCampaign, temporaryFolder, type JsonObject } from '../support/store.ts'
import { itemCount, milliseconds, percentile, printTable, sizesFromArguments } from './table.ts'

const CAMPAIGNS = 5_000
const RUNS = 15

const NOTHING: CampaignQuery = {
  search: '',
  searchMode: 'words',
  filters: { match: 'all', conditions: [] },
  sort: [],
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Waits until the writer, while idle, has stored what the table and searches read. */
async function untilStored(file: string): Promise<void> {
  const handle = openForReading(file)
  const stored = handle.values<number>(
    'SELECT (SELECT count(*) FROM campaign_cells) + (SELECT count(*) FROM item_counts)',
  )
  const indexed = handle.values<number>('SELECT count(DISTINCT copy_key) FROM copy_words')
  const withItems = handle.values<number>(
    'SELECT count(*) FROM campaigns WHERE copy_key IS NOT NULL AND item_count > 0',
  )
  while ((stored.get() ?? 0) < 2 * CAMPAIGNS) await setTimeout(100)
  while ((indexed.get() ?? 0) < (withItems.get() ?? 0)) await setTimeout(100)
  handle.close()
}

/** Reads and parses every record. */
function timeToParse(file: string): number {
  const handle = openForReading(file)
  const start = performance.now()
  for (const json of handle.values<string>('SELECT json FROM campaign_bodies').iterate()) JSON.parse(json)
  const elapsed = performance.now() - start
  handle.close()
  return elapsed
}

for (const size of sizesFromArguments()) {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'cache.db')
  const plan = planSample({ campaigns: CAMPAIGNS, items: 20 * CAMPAIGNS, now: Date.now() })
  const records = new CampaignRecords(new ItemGenerator(plan))
  const filling = await openStore({ file, workerUrl: STORE_WORKER_URL })
  for (const { id, index: campaign } of plan.campaigns) {
    const count = Math.floor(((campaign + 1) * size) / CAMPAIGNS) - Math.floor((campaign * size) / CAMPAIGNS)
    const items = Array.from({ length: count }, (_, index): JsonObject =>
      buildItem(campaign * 1_000 + index, { campaignId: { _id: id, name: null }, hasArtwork: index % 7 > 0 }),
    )
    await fillCampaign(filling, id, items, { record: records.campaign(id) as JsonObject })
  }
  await untilStored(file)
  await filling.close()

  const store = await openStore({ file, workerUrl: STORE_WORKER_URL })
  const query = (
    changes: Partial<CampaignQuery>,
    columns: readonly CampaignTableColumn[] = DEFAULT_CAMPAIGN_COLUMNS,
  ) => store.queryCampaigns({ ...NOTHING, ...changes }, columns, 'bench')
  const rows: string[][] = []
  const line = async (what: string, work: (run: number) => Promise<unknown>): Promise<void> => {
    const first = await timeOf(() => work(0))
    const later: number[] = []
    for (let run = 1; run <= RUNS; run += 1) later.push(await timeOf(() => work(run)))
    rows.push([
      what,
      milliseconds(first),
      ...[0.5, 0.95].map((share) => milliseconds(percentile(later, share))),
    ])
  }
  await line('all, as listed', () => query({}))
  await line('by due date', (run) =>
    query({ sort: [{ key: 'dueInStoreDate', direction: run % 2 === 0 ? 1 : -1 }] }),
  )
  await line('without artwork, next 60 days', () =>
    query({
      filters: {
        match: 'all',
        conditions: [
          { column: 'dispatchBy', operator: 'inNext', count: 60, unit: 'days' },
          { column: 'withoutArtwork', operator: 'greaterThan', value: 0 },
        ],
      },
    }),
  )
  await line('words', (run) => query({ search: ['sum', 'kids', 'nova', 'week 1'][run % 4] ?? '' }))
  await line('undocumented field', () => query({}, ['name', '/publicationStatus']))
  const statistics = (...keys: StatisticKeys) => store.statistics(EMPTY_QUERY, keys, 'bench')
  await line('items by status', () => statistics('status'))
  await line('items by element and status', () => statistics('elementName', 'status'))
  await line('items by campaign and status', () => statistics('campaign', 'status'))
  await line('items by day of update', () => statistics('updatedDay'))
  const found = (search: string, searchMode: 'words' | 'fields') =>
    store.findItems({ campaignIds: null, search, searchMode, typed: search }, 3, 'bench')
  const starts = [
    'wob',
    'wobb',
    'wobbl',
    'ite',
    'item',
    'item 1',
    'sum',
    'summ',
    'zzz',
    'qq',
    'o',
    'i',
    't',
    'b',
    'e',
    'it',
  ]
  await line('palette: opening (not waited for)', () => store.prepareSearch('words', 'bench'))
  await line('palette: items by words (goal: 50 ms)', (run) =>
    found(starts[run % starts.length] ?? '', 'words'),
  )
  await line('palette: items by POS number', (run) => found(`pos:"${String(1_200 + run)}"`, 'fields'))
  const numbers = ['p', 'po', 'pos-', '1', '12', '9', '47', '470', '4711']
  await line('palette: items by short POS number (goal: 50 ms)', (run) =>
    found(`pos:"${numbers[run % numbers.length] ?? ''}"`, 'fields'),
  )
  const reviews = openReviews(join(folder.path, 'reviews.db'))
  // They are stored, as the first start after the downloads does.
  await createChecks(folder.path, 'bench', { store, reviews }).readOpen()
  const checks = createChecks(folder.path, 'bench', { store, reviews })
  await line('open checks', () => checks.readOpen())
  await reviews.close()
  await store.close()
  rows.push(['limit: parse all records', milliseconds(timeToParse(file)), '', ''])
  printTable(
    `${String(CAMPAIGNS)} campaigns with ${itemCount(size)} items (goal: 150 ms, unless noted)`,
    ['query', 'first', 'median', 'p95'],
    rows,
  )
  await folder.remove()
}
