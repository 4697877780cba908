// Downloads a campaign into a cache, or goes on with what an earlier run has left, and ends; a test kills it in the
// midst of that. Arguments: the cache's file, the service's base address, the campaign's id.
import { createDownloads } from '../../electron/download/downloads.ts'
import { createService } from '../../electron/service/index.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { STORE_WORKER_URL } from './store.ts'

const [file = '', baseUrl = '', campaignId = ''] = process.argv.slice(2)
const store = await openStore({ file, workerUrl: STORE_WORKER_URL, readers: 1 })
const downloads = createDownloads({
  connectionId: 'connection',
  service: createService({ baseUrl, key: 'key', fetch: (request) => fetch(request) }),
  store,
  onProgress: () => undefined,
  onChanged: () => undefined,
})
const [job] = downloads.start([campaignId])
const ended = await downloads.finished(job?.jobId ?? '')
await downloads.close()
await store.close()
if (ended.state !== 'done') {
  process.stderr.write(`${ended.state}: ${JSON.stringify(ended.error)}\n`)
  process.exitCode = 1
}
