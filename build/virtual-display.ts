import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** A display in memory. */
export interface VirtualDisplay {
  /** Value for `DISPLAY`. */
  readonly name: string
  readonly stop: () => Promise<void>
}

/**
 * Starts an X server without a screen on a free display number. Rejects if `Xvfb` is missing.
 * @param size width and height in pixels
 */
export async function startVirtualDisplay(size = '2000x1200'): Promise<VirtualDisplay> {
  // With a reset after its last client, it would refuse an application that starts at that moment.
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const end = (): void => {
    server.kill()
  }
  process.once('exit', end)
  const number = createInterface({ input: server.stdio[3] as Readable })
  const [line] = (await Promise.race([
    once(number, 'line'),
    once(server, 'exit').then(() => Promise.reject(new Error('Xvfb ended at once.'))),
  ])) as [string]
  return {
    name: `:${line}`,
    stop: async () => {
      process.off('exit', end)
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}
