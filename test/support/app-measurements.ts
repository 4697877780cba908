import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { ElectronApplication, Page } from 'playwright'

declare global {
  interface Window {
    longestFrame?: number
  }
}

/** Reading the memory of a process takes milliseconds. */
const SAMPLE_EVERY_MS = 100

/**
 * Starts to measure the longest time between two frames of the window; the returned function returns it in
 * milliseconds, and starts again.
 */
export async function watchFrames(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let last = performance.now()
    window.longestFrame = 0
    const frame = (now: number): void => {
      window.longestFrame = Math.max(window.longestFrame ?? 0, now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  return () =>
    page.evaluate(() => {
      const longest = window.longestFrame ?? Infinity
      window.longestFrame = 0
      return longest
    })
}

/**
 * Starts to measure the memory of all processes of the application; the returned function stops that and
 * returns the maximum in bytes. Shared pages count once. Null on systems other than Linux.
 */
export function watchMemory(app: ElectronApplication): () => Promise<number | null> {
  let peak = 0
  // The driver has no process of a closed application.
  const root = app.process()
  let isWatching = process.platform === 'linux'
  const sampling = (async () => {
    while (isWatching && root.exitCode === null && root.signalCode === null) {
      peak = Math.max(peak, memoryOfProcesses(root) ?? 0)
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS))
    }
  })()
  return async () => {
    isWatching = false
    await sampling
    return peak === 0 ? null : peak
  }
}

/**
 * Returns the memory of a process and all its descendants in bytes; shared pages count once. Null on systems
 * other than Linux. Reads it from the system, because V8 may collect the response of a busy main process
 * before the driver receives it.
 */
export function memoryOfProcesses({ pid: root }: Pick<ChildProcess, 'pid'>): number | null {
  if (process.platform !== 'linux' || root === undefined) return null
  const parents = new Map(readdirSync('/proc').flatMap((name) => parentOf(name)))
  const isDescendant = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isDescendant(parents.get(pid)))
  return [...parents.keys()].filter(isDescendant).reduce((sum, pid) => sum + proportionalBytes(pid), 0)
}

/** Returns a process and its parent; empty if it has ended or the name is not that of a process. */
function parentOf(name: string): readonly (readonly [pid: number, parent: number])[] {
  if (!/^\d+$/u.test(name)) return []
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    return [[Number(name), Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])]]
  } catch {
    return []
  }
}

/** Returns the memory of a process in bytes, with its share of shared pages; 0 if it has ended. */
function proportionalBytes(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}
