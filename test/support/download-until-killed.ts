// Downloads a generation of a campaign into a cache, and prints each step before it does it. A separate
// thread, which is faster than another process, kills it. Arguments: the file, the generation, the number of
// lines after which it is killed, and a delay in milliseconds; with 0, it kills itself before the step.
import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { openForWriting } from '../../electron/store/database/open-database.ts'
import { createWriter } from '../../electron/store/writer.ts'
import { generationPages } from './generations.ts'
import type { KillRequest } from './kill-in-time.ts'
import { buildPage, COMPLETE, sweepRange } from './store.ts'
import './messages-setup.ts'

const [file = '', generation = '', atLine = '', delayMs = ''] = process.argv.slice(2)
const counter = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

function say(line: string): void {
  writeSync(1, `${line}\n`)
  const count = Atomics.add(counter, 0, 1) + 1
  if (count === Number(atLine) && Number(delayMs) === 0) process.kill(process.pid, 'SIGKILL')
  Atomics.notify(counter, 0)
}

function download(): void {
  const { handlers } = createWriter(openForWriting(file).handle)
  const { downloadId, journal } = handlers.beginDownload(['campaign-1', 'full'], {})
  say(`begun ${String(journal.length)}`)
  for (const [at, items] of generationPages(Number(generation)).entries()) {
    if (at < journal.length) continue
    say(`page ${String(at)}`)
    const start = at * items.length
    handlers.stagePage([downloadId, sweepRange(start), buildPage(items, { skip: start })], {})
  }
  say('saving')
  handlers.commitDownload([downloadId, COMPLETE], {})
  say('saved')
}

const killRequest: KillRequest = { counter, at: Number(atLine), delayMs: Number(delayMs) }
const killer = new Worker(new URL('kill-in-time.ts', import.meta.url), { workerData: killRequest })
killer.once('message', () => {
  download()
  killer.unref()
})
