// What the window waits for, through the real IPC: keystroke to rows, windows anywhere, filters and sorting.
import type { ApiInput } from '../../electron/contract/api.ts'
import type {} from '../../renderer/api.ts'
import { bundle } from '../../build/bundle.ts'
import { filledDataFolder, removeFolder, startCampaignDesk } from './desktop.ts'
import { milliseconds, percentile, printTable, sizesFromArguments } from './table.ts'

type Query = ApiInput<'items.open'>['query']

const ROUNDS = 100

await bundle({ quiet: true })
const rows: string[][] = []
for (const size of sizesFromArguments([10_000, 100_000])) {
  const { folder, connectionId } = await filledDataFolder(size)
  const running = await startCampaignDesk(folder)
  if (running === null) {
    await removeFolder(folder)
    break
  }
  const timings = await running.page.evaluate(
    async ({ connectionId, rounds }) => {
      const base: Query = {
        campaignIds: null,
        search: '',
        searchMode: 'pattern',
        list: null,
        filters: {},
        unseenOnly: false,
        group: null,
        sort: [],
      }
      const open = async (query: Partial<Query>) => {
        const result = await window.api['items.open']({ connectionId, query: { ...base, ...query } })
        if (!result.ok) throw new Error(result.error.message)
        return result.value
      }
      const firstRows = (resultId: number, start = 0) =>
        window.api['items.window']({ connectionId, resultId, start, count: 100 })
      const timed = async (rounds: number, work: (round: number) => Promise<unknown>): Promise<number[]> => {
        const samples: number[] = []
        for (let round = 0; round < rounds; round++) {
          const started = performance.now()
          await work(round)
          samples.push(performance.now() - started)
        }
        return samples
      }
      const words = [
        'poster',
        'wobbler',
        'café',
        '夏祭り',
        'display',
        'half price',
        'till',
        'strip',
        'banner',
        '4711',
      ]
      const all = await open({})
      return {
        windows: await timed(rounds, () => firstRows(all.resultId, Math.floor(Math.random() * all.count))),
        literal: await timed(30, async (round) =>
          firstRows((await open({ search: words[round % words.length] ?? '' })).resultId),
        ),
        pattern: await timed(15, async (round) =>
          firstRows((await open({ search: `(${words[round % words.length] ?? ''}).*\\d+$` })).resultId),
        ),
        sort: await timed(15, async (round) =>
          firstRows(
            (await open({ sort: [{ key: round % 2 === 0 ? 'posNumber' : 'itemName', direction: 1 }] }))
              .resultId,
          ),
        ),
        filter: await timed(15, async (round) =>
          firstRows((await open({ filters: { status: { values: [round % 9] } } })).resultId),
        ),
        values: await timed(15, (round) =>
          window.api['items.values']({
            connectionId,
            query: { ...base, filters: { status: { values: [round % 9] } } },
            column: 'elementName',
            find: '',
          }),
        ),
      }
    },
    { connectionId, rounds: ROUNDS },
  )
  await running.app.close()
  await removeFolder(folder)
  const p95 = (samples: readonly number[]): string => milliseconds(percentile(samples, 0.95))
  rows.push([
    size.toLocaleString('en-GB'),
    p95(timings.windows),
    p95(timings.literal),
    p95(timings.pattern),
    p95(timings.sort),
    p95(timings.filter),
    p95(timings.values),
  ])
}

if (rows.length === 0) {
  process.stdout.write('\nWindow: left out, there is no Electron here (npm run electron:fallback).\n')
} else {
  printTable(
    'Through the IPC, p95 (goals at a million: window 8 ms, literal 50 ms, sort, filter and values 150 ms)',
    ['items', '100 rows', 'literal', 'pattern', 'sort', 'filter', 'values'],
    rows,
  )
}
