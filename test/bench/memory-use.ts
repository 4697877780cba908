import { readFileSync } from 'node:fs'
import type { ElectronApplication } from 'playwright'

/** What processes hold, in bytes; what cannot be told on this system is null. */
export interface MemoryUse {
  /** Anonymous memory: what a process has made for itself, files and programs that it has mapped apart. */
  readonly anonymous: number | null
  /** Its share of everything resident: a page that several processes have is divided between them. */
  readonly share: number | null
  /** Everything resident, as Electron tells it: a page that several processes have counts in each. */
  readonly workingSet: number
}

export interface ProcessMemory {
  readonly renderer: MemoryUse
  readonly main: MemoryUse
  /** These and all others: drawing, network and what Electron starts besides. */
  readonly together: MemoryUse
}

/** What the processes of an application hold now; the windows' together count as the renderer. */
export async function memoryOf(app: ElectronApplication): Promise<ProcessMemory> {
  const metrics = await app.evaluate(({ app: electron }) =>
    electron
      .getAppMetrics()
      .map(({ type, pid, memory }) => ({ type, pid, workingSet: memory.workingSetSize })),
  )
  const held = metrics.map(({ type, pid, workingSet }) => ({
    type,
    use: { ...fromKernel(pid), workingSet: workingSet * 1024 },
  }))
  const sum = (of: (type: string) => boolean): MemoryUse =>
    held.filter(({ type }) => of(type)).reduce((total, { use }) => plus(total, use), NOTHING)
  return {
    renderer: sum((type) => type === 'Tab'),
    main: sum((type) => type === 'Browser'),
    together: sum(() => true),
  }
}

/** A sample every so many milliseconds finds the most that a process holds for longer than that. */
const SAMPLE_EVERY_MS = 10

/**
 * Bytes by which this process grows at most while `work` goes on: its anonymous memory where the system tells
 * that (on Linux, `RssAnon`), which leaves out the pages of programs that are read from disk on their first
 * use, else all of it.
 */
export async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = ownMemory()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, ownMemory())
  }, SAMPLE_EVERY_MS)
  await work()
  clearInterval(sampling)
  return Math.max(most, ownMemory()) - before
}

function ownMemory(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss()
  const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

const NOTHING: MemoryUse = { anonymous: 0, share: 0, workingSet: 0 }

function plus(a: MemoryUse, b: MemoryUse): MemoryUse {
  const both = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : one + other
  return {
    anonymous: both(a.anonymous, b.anonymous),
    share: both(a.share, b.share),
    workingSet: a.workingSet + b.workingSet,
  }
}

/** Linux tells what is whose. */
function fromKernel(pid: number): Pick<MemoryUse, 'anonymous' | 'share'> {
  if (process.platform !== 'linux') return { anonymous: null, share: null }
  const text = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8')
  const of = (name: string): number | null => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  }
  return { anonymous: of('Anonymous'), share: of('Pss') }
}
