import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { openTestStore, temporaryFolder } from '../support/store.ts'

const MODULE = new URL('../../electron/store/thread-priority.ts', import.meta.url)
const LOW_PRIORITY_WORKER = new URL('../support/low-priority-store-worker.ts', import.meta.url)

/** The nice value of a thread: the 19th field, after a name with spaces in the 2nd (proc_pid_stat(5)). */
const niceOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17])

describe.skipIf(process.platform !== 'linux')('lowerThreadPriority (Linux only)', () => {
  it('lowers the priority of its thread only', async () => {
    const before = niceOf(readFileSync('/proc/thread-self/stat', 'utf8'))
    const thread = new Worker(
      `import(${JSON.stringify(MODULE.href)}).then(({ lowerThreadPriority }) => {
        lowerThreadPriority()
        const stat = require('node:fs').readFileSync('/proc/thread-self/stat', 'utf8')
        require('node:worker_threads').parentPort.postMessage(stat)
      })`,
      { eval: true },
    )
    const [stat] = (await once(thread, 'message')) as [string]
    // A priority that is already lower stays.
    expect(niceOf(stat)).toBe(Math.max(before, 10))
    expect(niceOf(readFileSync('/proc/thread-self/stat', 'utf8'))).toBe(before)
    await thread.terminate()
  })

  it('keeps a lower priority of the thread that writes the cache', async () => {
    const folder = await temporaryFolder()
    const file = join(folder.path, 'cache.db')
    const store = await openTestStore(file, LOW_PRIORITY_WORKER)
    await store.removeCampaigns([])
    await store.close()
    expect(readFileSync(`${file}.writer`, 'utf8')).toBe(String(constants.priority.PRIORITY_LOW))
    await folder.remove()
  })
})
