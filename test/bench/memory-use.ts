import { readFileSync } from 'node:fs'
import type { ElectronApplication } from 'playwright'

/** Memory of processes in bytes; null if this system does not report it. */
export interface MemoryUse {
  /** Anonymous memory: without mapped files and programs. */
  readonly anonymous: number | null
  /** Proportional share of resident memory: shared pages are divided between processes. */
  readonly share: number | null
  /** Resident memory as Electron reports it: shared pages count in each process. */
  readonly workingSet: number
}

export interface ProcessMemory {
  readonly renderer: MemoryUse
  readonly main: MemoryUse
  /** These and all other processes, such as for drawing and the network. */
  readonly together: MemoryUse
}

/** The current memory of an application’s processes; those of all windows together are the renderer. */
export async function memoryOf(app: ElectronApplication): Promise<ProcessMemory> {
  const metrics = await app.evaluate(({ app: electron }) =>
    electron
      .getAppMetrics()
      .map(({ type, pid, memory }) => ({ type, pid, workingSet: memory.workingSetSize })),
  )
  const processes = metrics.map(({ type, pid, workingSet }) => ({
    type,
    use: { ...fromKernel(pid), workingSet: workingSet * 1024 },
  }))
  const sum = (includes: (type: string) => boolean): MemoryUse =>
    processes.filter(({ type }) => includes(type)).reduce((total, { use }) => addUses(total, use), NO_MEMORY)
  return {
    renderer: sum((type) => type === 'Tab'),
    main: sum((type) => type === 'Browser'),
    together: sum(() => true),
  }
}

/** Sampling interval: finds the maximum that lasts longer than that. */
const SAMPLE_EVERY_MS = 10

/**
 * Returns the maximum growth of this process in bytes while `work` runs: of its anonymous memory if the
 * system reports it (on Linux, `RssAnon`), which excludes pages of programs that are read from disk on their
 * first use, otherwise of all its memory.
 */
export async function memoryGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = ownMemory()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, ownMemory())
  }, SAMPLE_EVERY_MS)
  await work()
  clearInterval(sampling)
  return Math.max(peak, ownMemory()) - before
}

function ownMemory(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss()
  const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

const NO_MEMORY: MemoryUse = { anonymous: 0, share: 0, workingSet: 0 }

function addUses(a: MemoryUse, b: MemoryUse): MemoryUse {
  const sum = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : one + other
  return {
    anonymous: sum(a.anonymous, b.anonymous),
    share: sum(a.share, b.share),
    workingSet: a.workingSet + b.workingSet,
  }
}

/** Reads what Linux reports about the memory of a process. */
function fromKernel(pid: number): Pick<MemoryUse, 'anonymous' | 'share'> {
  if (process.platform !== 'linux') return { anonymous: null, share: null }
  const text = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8')
  const bytesOf = (name: string): number | null => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  }
  return { anonymous: bytesOf('Anonymous'), share: bytesOf('Pss') }
}
