// The records of 500 found campaigns from an HTTP service on this computer, compared with fetching the same
// records with as many concurrent requests and discarding them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fetchDetails } from '../../electron/download/fetch-details.ts'
import { planSample } from '../../electron/sample/plan.ts'
import { createService } from '../../electron/service/create-service.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'
import { milliseconds, percentile, printTable, ratio } from './table.ts'

const CAMPAIGNS = 500
const ITEMS = 20 * CAMPAIGNS
const ROUNDS = 9
const REQUESTS_IN_FLIGHT = 4

const script = join(import.meta.dirname, '../support/service/run.ts')
const server = spawn(
  process.execPath,
  [script, '--items', String(ITEMS), '--campaigns', String(CAMPAIGNS), '--plain'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const [url] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
const ids = planSample({ items: ITEMS, campaigns: CAMPAIGNS }).campaigns.map(({ id }) => id)

async function discard(): Promise<number> {
  const start = performance.now()
  const remaining = ids.values()
  await Promise.all(
    Array.from({ length: REQUESTS_IN_FLIGHT }, async () => {
      for (const id of remaining) {
        const response = await fetch(`${url}/campaign/${id}`, { headers: { authorization: 'bench' } })
        if (!response.ok) throw new Error(`The service answered ${String(response.status)}`)
        await response.arrayBuffer()
      }
    }),
  )
  return performance.now() - start
}

const folder = await temporaryFolder()
const store = await openStore({ file: join(folder.path, 'cache.db'), workerUrl: STORE_WORKER_URL })
const service = createService({ baseUrl: url, key: 'bench', fetch: (request) => fetch(request) })
const stored: number[] = []
const discarded: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  await store.addCampaigns(ids.map((id) => ({ id, name: null, items: null })))
  let fetched = 0
  const start = performance.now()
  await fetchDetails(ids, {
    service,
    store,
    signal: new AbortController().signal,
    onResult: (_id, result) => {
      if (result === 'fetched') fetched += 1
    },
  })
  stored.push(performance.now() - start)
  if (fetched !== CAMPAIGNS) throw new Error(`${String(fetched)} records were fetched`)
  await store.removeCampaigns(ids)
  discarded.push(await discard())
}
await store.close()
await folder.remove()
server.kill()
const [took, floor] = [percentile(stored, 0.5), percentile(discarded, 0.5)]
printTable(
  `${String(CAMPAIGNS)} records (goal: 1.3 ×)`,
  ['', 'median', 'of discarding'],
  [
    ['fetched and stored', milliseconds(took), ratio(took / floor)],
    ['fetched and discarded', milliseconds(floor), ''],
  ],
)
