import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'

const MODULE = new URL('../../electron/export/yield-to-queries.ts', import.meta.url)

/**
 * What the system says of a thread: its nice value is the 19th (proc_pid_stat(5)), and a name with blanks is
 * the 2nd.
 */
const niceOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17])

describe.skipIf(process.platform !== 'linux')(
  'a thread that steps back (Linux alone has such priorities)',
  () => {
    it('runs behind the others, which stay as they are', async () => {
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
      expect(niceOf(stat)).toBe(10)
      expect(niceOf(readFileSync('/proc/thread-self/stat', 'utf8'))).toBe(before)
      await thread.terminate()
    })
  },
)
