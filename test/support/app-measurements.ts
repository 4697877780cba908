import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { ElectronApplication, Page } from 'playwright'

declare global {
  interface Window {
    /** Frames that took long, in milliseconds since 1970. */
    longFrames?: { readonly start: number; readonly end: number }[]
  }
}

/** Reading the memory or the threads of a process takes milliseconds. */
const SAMPLE_EVERY_MS = 100
/** Shorter frames are of no interest. */
const MIN_LONG_FRAME_MS = 200
/** The unit of processor times in Linux. */
const TICK_MS = 10

/**
 * Limit for {@link LongestFrame.used}. Elapsed time, on systems other than Linux, also contains the time of
 * other programs.
 */
export const MAX_FRAME_MS = process.platform === 'linux' ? 500 : 3_000

/** The longest frame of a window, in milliseconds. */
export interface LongestFrame {
  /** The time between two frames, which a busy machine lengthens. */
  readonly elapsed: number
  /**
   * The processor time that one thread of the window used between two frames, which other programs do not
   * lengthen. On systems other than Linux, the elapsed time.
   */
  readonly used: number
}

/** Starts to measure the longest frame of the window; the returned function returns it, and starts again. */
export async function watchFrames(
  app: ElectronApplication,
  page: Page,
): Promise<() => Promise<LongestFrame>> {
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  )
  let samples: ThreadTimes[] = []
  const root = app.process()
  if (process.platform === 'linux' && pid !== undefined)
    void (async () => {
      while (root.exitCode === null && root.signalCode === null) {
        samples.push({ at: Date.now(), used: threadTimes(pid) })
        await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS))
      }
    })()
  await page.evaluate((minFrame) => {
    let last = performance.now()
    window.longFrames = []
    const frame = (): void => {
      const now = performance.now()
      if (now - last > minFrame)
        window.longFrames?.push({ start: performance.timeOrigin + last, end: performance.timeOrigin + now })
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }, MIN_LONG_FRAME_MS)
  return async () => {
    const frames = await page.evaluate(() => window.longFrames?.splice(0) ?? [])
    const elapsed = frames.map(({ start, end }) => end - start)
    const used = frames.map(({ start, end }) => {
      // Samples within the frame, so that it does not include the time of others.
      const within = samples.filter(({ at }) => at >= start && at <= end)
      return mostUsedBetween(within.at(0), within.at(-1))
    })
    samples = []
    const longest = Math.max(0, ...elapsed)
    return { elapsed: longest, used: process.platform === 'linux' ? Math.max(0, ...used) : longest }
  }
}

/** The processor time of each thread of a process until a moment, in milliseconds. */
interface ThreadTimes {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly used: ReadonlyMap<string, number>
}

function mostUsedBetween(first: ThreadTimes | undefined, last: ThreadTimes | undefined): number {
  const used = [...(last?.used ?? [])].map(([thread, until]) => until - (first?.used.get(thread) ?? 0))
  return Math.max(0, ...used)
}

/** Returns the processor time of each thread of a process in milliseconds; empty if it has ended. */
function threadTimes(pid: number): ReadonlyMap<string, number> {
  const folder = `/proc/${String(pid)}/task`
  try {
    return new Map(readdirSync(folder).flatMap((thread) => timeOf(folder, thread)))
  } catch {
    return new Map()
  }
}

/** Returns a thread and its processor time; empty if it has ended. */
function timeOf(folder: string, thread: string): readonly (readonly [thread: string, used: number])[] {
  try {
    const stat = readFileSync(`${folder}/${thread}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return [[thread, (Number(user) + Number(system)) * TICK_MS]]
  } catch {
    return []
  }
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

/**
 * Returns the memory of a process in bytes, with its share of shared pages; 0 if it has ended. It leaves out
 * pages of files: the share of the program would depend on how often it runs on this machine.
 */
function proportionalBytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8')
    const kilobytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'mu').exec(rollup)?.[1] ?? 0)
    return (kilobytes('Pss') - kilobytes('Pss_File')) * 1024
  } catch {
    return 0
  }
}
