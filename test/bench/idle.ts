// The application at rest: processor time and wake-ups of a window with a list in which nothing happens, shown
// and hidden, compared with an empty Electron window at the same time. Reads Linux's counters of threads.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundle } from '../../build/bundle.ts'
import { findElectron } from '../../build/electron.ts'
import { emptyApplication, filledDataFolder, removeFolder, ROOT } from './desktop.ts'
import { itemCount, printTable, sizesFromArguments } from './table.ts'

/** The measured time; CAMPAIGN_DESK_IDLE_SECONDS in the environment changes it. */
const SECONDS = Number(process.env['CAMPAIGN_DESK_IDLE_SECONDS'] ?? 300)
/** Long enough that the first view is ready. */
const HIDE_AFTER_MS = 15_000
/** Time until everything that follows a start has ended, such as the first check for updates. */
const SETTLE_MS = 90_000
const GOAL_PERCENT = 0.5
/** Linux counts processor time in hundredths of a second (`sysconf(_SC_CLK_TCK)`). */
const TICKS_PER_SECOND = 100
/** Threads with fewer wake-ups per minute than this, in any column, are shown together. */
const MIN_SHOWN_WAKEUPS = 1

const STATES = ['shown', 'hidden'] as const
type State = (typeof STATES)[number]

/** What a process or a thread has used since it started. */
interface Use {
  /** Seconds of processor time. */
  readonly seconds: number
  /** How often it stopped waiting: each wait is a voluntary context switch. */
  readonly wakeups: number
}

const NO_USE: Use = { seconds: 0, wakeups: 0 }

interface Idle {
  readonly process: ChildProcess
  /** The processes of the application by id, with their type. */
  readonly types: ReadonlyMap<number, string>
}

/**
 * Runs in the main process before the application: hides the windows, and prints the processes when all is
 * settled. The driver of other benchmarks would keep a hidden page visible, and wake the processes.
 */
function probeOf(state: State): string {
  return `const { app, BrowserWindow } = require('electron')
if (${String(state === 'hidden')})
  setTimeout(() => BrowserWindow.getAllWindows().forEach((window) => window.hide()), ${String(HIDE_AFTER_MS)})
setTimeout(() => {
  const types = app.getAppMetrics().map(({ pid, type, name }) => [pid, name ?? type])
  process.stdout.write('PROCESSES ' + JSON.stringify(types) + '\\n')
}, ${String(SETTLE_MS)})
`
}

/** Starts an application folder, and waits until it is at rest. */
async function startIdle(
  executable: string,
  folder: string,
  dataFolder: string,
  probeFile: string,
): Promise<Idle> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const started = spawn(executable, ['-r', probeFile, ...sandbox, folder, `--user-data-dir=${dataFolder}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const line of createInterface({ input: started.stdout })) {
    const [, json] = /^PROCESSES (.*)$/u.exec(line) ?? []
    if (json !== undefined)
      return { process: started, types: new Map(JSON.parse(json) as readonly (readonly [number, string])[]) }
  }
  throw new Error('The application ended.')
}

/** Returns the use of each thread by process and thread id, named after its process and itself. */
function usesOf(types: ReadonlyMap<number, string>): ReadonlyMap<string, { name: string; use: Use }> {
  const threads = new Map<string, { name: string; use: Use }>()
  for (const [pid, type] of types) {
    const folder = `/proc/${String(pid)}/task`
    for (const thread of readdirSync(folder)) {
      let status: string
      let stat: string
      try {
        status = readFileSync(join(folder, thread, 'status'), 'utf8')
        stat = readFileSync(join(folder, thread, 'stat'), 'utf8')
      } catch {
        // The thread has just ended.
        continue
      }
      // Fields 14 and 15; the name before may contain spaces.
      const [userTicks, systemTicks] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
      const threadName = /^Name:\s+(.*)$/m.exec(status)?.[1] ?? thread
      threads.set(`${String(pid)} ${thread}`, {
        name: `${type}: ${Number(thread) === pid ? 'main thread' : threadName}`,
        use: {
          seconds: (Number(userTicks) + Number(systemTicks)) / TICKS_PER_SECOND,
          wakeups: Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]),
        },
      })
    }
  }
  return threads
}

function add(a: Use, b: Use): Use {
  return { seconds: a.seconds + b.seconds, wakeups: a.wakeups + b.wakeups }
}

/** Returns the use between two moments by the name of the threads. */
function useBetween(
  before: ReturnType<typeof usesOf>,
  after: ReturnType<typeof usesOf>,
): ReadonlyMap<string, Use> {
  const byName = new Map<string, Use>()
  for (const [id, { name, use }] of after) {
    const start = before.get(id)?.use ?? NO_USE
    const grown = { seconds: use.seconds - start.seconds, wakeups: use.wakeups - start.wakeups }
    byName.set(name, add(byName.get(name) ?? NO_USE, grown))
  }
  return byName
}

const percent = ({ seconds }: Use): string => `${((seconds / SECONDS) * 100).toFixed(2)} %`
const perMinute = ({ wakeups }: Use): number => (wakeups / SECONDS) * 60

/** Returns the rows of a table with the use of several applications: together, by process, and by thread. */
function rowsOf(uses: readonly ReadonlyMap<string, Use>[]): readonly (readonly string[])[] {
  const names = [...new Set(uses.flatMap((use) => [...use.keys()]))].toSorted()
  const row = (title: string, includes: (name: string) => boolean): readonly string[] => [
    title,
    ...uses.flatMap((use) => {
      const total = [...use]
        .filter(([name]) => includes(name))
        .reduce((sum, [, each]) => add(sum, each), NO_USE)
      return [percent(total), perMinute(total).toFixed(1)]
    }),
  ]
  const processes = [...new Set(names.map((name) => name.slice(0, name.indexOf(':'))))]
  const isShown = (name: string): boolean =>
    uses.some((use) => perMinute(use.get(name) ?? NO_USE) >= MIN_SHOWN_WAKEUPS)
  return [
    row('all processes', () => true),
    ...processes.map((process) => row(process, (thread) => thread.startsWith(`${process}:`))),
    ...names.filter(isShown).map((name) => row(`  ${name}`, (thread) => thread === name)),
    row('  other threads', (thread) => !isShown(thread)),
  ]
}

async function measure(executable: string, size: number): Promise<void> {
  const folders: string[] = []
  const starts: Promise<Idle>[] = []
  const empty = await emptyApplication()
  folders.push(empty)
  for (const state of STATES) {
    const { folder } = await filledDataFolder(size)
    const emptyData = await mkdtemp(join(tmpdir(), 'campaign-desk-empty-data-'))
    folders.push(folder, emptyData)
    const probeFile = join(emptyData, 'probe.cjs')
    await writeFile(probeFile, probeOf(state))
    starts.push(
      startIdle(executable, empty, emptyData, probeFile),
      startIdle(executable, ROOT, folder, probeFile),
    )
  }
  const idles = await Promise.all(starts)
  const before = idles.map(({ types }) => usesOf(types))
  await sleep(SECONDS * 1000)
  const uses = idles.map(({ types }, index) => useBetween(before[index] ?? new Map(), usesOf(types)))
  printTable(
    `At rest, ${itemCount(size)} items, ${String(SECONDS)} s (goal: ${String(GOAL_PERCENT)} % of a core)`,
    [
      '% of a core, wake-ups per minute',
      ...STATES.flatMap((state) => [`empty, ${state}`, '/min', `Campaign Desk, ${state}`, '/min']),
    ],
    rowsOf(uses),
  )
  for (const { process: started } of idles) {
    const ended = once(started, 'exit')
    started.kill()
    await ended
  }
  for (const folder of folders) await removeFolder(folder)
}

const runtime = findElectron()
if (process.platform !== 'linux' || runtime === null) {
  process.stdout.write('\nAt rest: skipped, because it needs Linux and Electron.\n')
} else {
  await bundle({ quiet: true })
  for (const size of sizesFromArguments([100_000])) await measure(runtime.executable, size)
}
