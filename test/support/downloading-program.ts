// Downloads a campaign into a cache, or goes on with what an earlier run has left, and ends; or is killed in
// the midst of that by a separate thread, which looks on more closely than another process could. Every
// page is written down the moment that its last byte is in hand, before anything else is done with it.
// Arguments: the cache's file, the service's base address, the campaign's id, the file to write pages down
// in, after how many of them it dies (none: as soon as it begins), and how many milliseconds later.
import { appendFileSync } from 'node:fs'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createDownloads } from '../../electron/download/downloads.ts'
import { createService } from '../../electron/service/create-service.ts'
import type { Fetch } from '../../electron/service/types.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { STORE_WORKER_URL } from './entries.ts'
import type { KillOrder } from './kill-in-time.ts'

const [file = '', baseUrl = '', campaignId = '', log = '', atPage = '', delayMs = ''] = process.argv.slice(2)
const counter = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** Whether the pieces are all of a JSON answer, though its end may not have been told yet. */
function isWhole(pieces: readonly Uint8Array[]): boolean {
  if (pieces.at(-1)?.at(-1) !== '}'.charCodeAt(0)) return false
  try {
    JSON.parse(Buffer.concat(pieces).toString())
    return true
  } catch {
    return false
  }
}

function writeDown(url: URL): void {
  if (!url.pathname.endsWith('/campaign-items')) return
  appendFileSync(log, `${url.search}\n`)
  Atomics.add(counter, 0, 1)
  Atomics.notify(counter, 0)
}

/**
 * Takes of an answer what is asked of it and no more, and looks at it on the way. A body of known length can
 * be read to a place in it, as the network's own.
 */
const watchingFetch: Fetch = async (request) => {
  const response = await fetch(request)
  if (response.body === null) return response
  const pieces: Uint8Array[] = []
  const look = (piece: Uint8Array): void => {
    pieces.push(piece.slice())
    if (isWhole(pieces)) writeDown(new URL(request.url))
  }
  const isPlain = !response.headers.has('content-encoding')
  return new Response(isPlain ? exactly(response.body, look) : piecewise(response.body, look), response)
}

function piecewise(body: ReadableStream<Uint8Array>, look: (piece: Uint8Array) => void): ReadableStream {
  const source = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.read()
        if (done) {
          controller.close()
          return
        }
        look(value)
        controller.enqueue(value)
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function exactly(body: ReadableStream<Uint8Array>, look: (piece: Uint8Array) => void): ReadableStream {
  const source = body.getReader({ mode: 'byob' })
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const asked = controller.byobRequest
      const { done, value } = await source.read(new Uint8Array(asked?.view?.byteLength ?? 1))
      if (done) {
        controller.close()
        asked?.respond(0)
        return
      }
      look(value)
      if (asked?.view instanceof Uint8Array) {
        asked.view.set(value)
        asked.respond(value.byteLength)
      } else controller.enqueue(value)
    },
    cancel: (reason) => source.cancel(reason),
  })
}

const order: KillOrder = { counter, at: Number(atPage), delayMs: Number(delayMs) }
const killer = new Worker(new URL('kill-in-time.ts', import.meta.url), { workerData: order })
await once(killer, 'message')
const store = await openStore({ file, workerUrl: STORE_WORKER_URL, readers: 1 })
const downloads = createDownloads({
  connectionId: 'connection',
  service: createService({ baseUrl, key: 'key', fetch: watchingFetch }),
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
