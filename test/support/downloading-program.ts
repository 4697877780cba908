// Downloads a campaign into a cache, or continues an earlier run, and ends, or is killed by a separate
// thread, which is faster than another process. Each page is logged when its last byte arrives, before it is
// processed. Arguments: the cache’s file, the base address, the campaign’s id, the log, the number of pages
// after which it is killed (none: at the start), and a delay in milliseconds.
import { appendFileSync } from 'node:fs'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createDownloads } from '../../electron/download/downloads.ts'
import { createService } from '../../electron/service/create-service.ts'
import type { Fetch } from '../../electron/service/types.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { STORE_WORKER_URL } from './entries.ts'
import type { KillRequest } from './kill-in-time.ts'
import './messages-setup.ts'

const [file = '', baseUrl = '', campaignId = '', log = '', atPage = '', delayMs = ''] = process.argv.slice(2)
const counter = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** Whether the chunks are a complete JSON response; its end may not have been received. */
function isComplete(chunks: readonly Uint8Array[]): boolean {
  if (chunks.at(-1)?.at(-1) !== '}'.charCodeAt(0)) return false
  try {
    JSON.parse(Buffer.concat(chunks).toString())
    return true
  } catch {
    return false
  }
}

function logPage(url: URL): void {
  if (!url.pathname.endsWith('/campaign-items')) return
  appendFileSync(log, `${url.search}\n`)
  Atomics.add(counter, 0, 1)
  Atomics.notify(counter, 0)
}

/**
 * Reads a response only as far as requested, and observes it. A body of known length can be read up to a
 * position, like that of the network.
 */
const observedFetch: Fetch = async (request) => {
  const response = await fetch(request)
  if (response.body === null) return response
  const chunks: Uint8Array[] = []
  let receivedBytes = 0
  const isPlain = !response.headers.has('content-encoding')
  const length = Number(response.headers.get('content-length') ?? 0)
  const observe = (piece: Uint8Array): void => {
    chunks.push(piece.slice())
    receivedBytes += piece.byteLength
    // Parsing a body that arrives in many small pieces after each of them takes seconds.
    if (isPlain && length > 0 ? receivedBytes === length : isComplete(chunks)) logPage(new URL(request.url))
  }
  return new Response(
    isPlain ? exactStream(response.body, observe) : chunkedStream(response.body, observe),
    response,
  )
}

function chunkedStream(
  body: ReadableStream<Uint8Array>,
  observe: (piece: Uint8Array) => void,
): ReadableStream {
  const source = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.read()
        if (done) {
          controller.close()
          return
        }
        observe(value)
        controller.enqueue(value)
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function exactStream(body: ReadableStream<Uint8Array>, observe: (piece: Uint8Array) => void): ReadableStream {
  const source = body.getReader({ mode: 'byob' })
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const byobRequest = controller.byobRequest
      const { done, value } = await source.read(new Uint8Array(byobRequest?.view?.byteLength ?? 1))
      if (done) {
        controller.close()
        byobRequest?.respond(0)
        return
      }
      observe(value)
      if (byobRequest?.view instanceof Uint8Array) {
        byobRequest.view.set(value)
        byobRequest.respond(value.byteLength)
      } else controller.enqueue(value)
    },
    cancel: (reason) => source.cancel(reason),
  })
}

const killRequest: KillRequest = { counter, at: Number(atPage), delayMs: Number(delayMs) }
const killer = new Worker(new URL('kill-in-time.ts', import.meta.url), { workerData: killRequest })
await once(killer, 'message')
const store = await openStore({ file, workerUrl: STORE_WORKER_URL, readers: 1 })
const downloads = createDownloads({
  connectionId: 'connection',
  service: createService({ baseUrl, key: 'key', fetch: observedFetch }),
  store,
  onProgress: () => undefined,
  onChanged: () => undefined,
})
const [job] = downloads.start([campaignId])
const ended = await downloads.waitForEnd(job?.jobId ?? '')
await downloads.close()
await store.close()
if (ended.state !== 'done') {
  process.stderr.write(`${ended.state}: ${JSON.stringify(ended.error)}\n`)
  process.exitCode = 1
}
killer.unref()
