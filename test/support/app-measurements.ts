import { readFileSync } from 'node:fs'
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
 * Starts to measure the memory of all processes of the application; the returned function ends that and
 * returns the maximum in bytes. Shared pages count once. Null on systems other than Linux.
 */
export function watchMemory(app: ElectronApplication): () => Promise<number | null> {
  let peak = 0
  app.once('close', () => {
    isWatching = false
  })
  let isWatching = process.platform === 'linux'
  const watching = (async () => {
    while (isWatching) {
      const pids = await app
        .evaluate(({ app: electron }) => electron.getAppMetrics().map(({ pid }) => pid))
        .catch(() => [])
      peak = Math.max(
        peak,
        pids.reduce((sum, pid) => sum + proportionalBytes(pid), 0),
      )
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS))
    }
  })()
  return async () => {
    isWatching = false
    await watching
    return peak === 0 ? null : peak
  }
}

/** 0 for a process that has ended. */
function proportionalBytes(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}
