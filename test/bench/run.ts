// npm run bench: benchmarks one after the other, then their figures in one table (docs/performance.md). They
// compare within a run; none passes or fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, platform, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArguments } from '../../build/arguments.ts'
import { findElectron } from '../../build/electron.ts'
import { hasDisplay, hasProgram } from '../../build/host.ts'
import { ROOT } from '../../build/paths.ts'
import { npmCommand } from '../../build/tools.ts'
import { FIGURES_FILE_VARIABLE, readReportedRun, type ReportedRun } from './figures.ts'
import { CACHE_FOLDER_VARIABLE } from './filled-cache.ts'
import { readRecordedRun, replaceRecordedRun, SUMMARY_HEADER, summaryRows } from './summary.ts'
import { DEFAULT_SIZES, printTable, SHORT_RUN_VARIABLE, sizeOf } from './table.ts'
import '../support/messages-setup.ts'

const USAGE = `usage: npm run bench [-- [SIZE …] [--all] [--record]]

Measures the figures of docs/performance.md in less than ten minutes, and ends with a table of them: with
their goals, with the rival or the limit of the same run, and with the change since the recorded run.

  SIZE      number of items, for example 50000; without sizes 10000 and 100000
  --all     twice as many repetitions, also with a million items, which takes some hours; and the
            benchmarks without a figure: ingest, records of campaigns, pictures, campaign table, other
            CSV writers, cancellation and memory of exports, IPC, timeline, contact sheet, input during
            a download, and the application at rest
  --record  replaces the recorded run in docs/performance.md with this one

A single benchmark with all its repetitions: node test/bench/FILE.ts [SIZE … | --all]`

const PAGE = join(ROOT, 'docs', 'performance.md')

const { values, positionals } = parseArguments({
  usage: USAGE,
  options: { all: { type: 'boolean' }, record: { type: 'boolean' } },
  isPositional: (argument) => sizeOf(argument) !== null,
})
const isShort = values.all !== true

interface Benchmark {
  readonly file: string
  readonly needsDisplay: boolean
  /** Whether it reports a figure. Short runs contain no others. */
  readonly hasFigure: boolean
}

const BENCHMARKS: readonly Benchmark[] = [
  { file: 'ingest.ts', needsDisplay: false, hasFigure: false },
  { file: 'download.ts', needsDisplay: false, hasFigure: true },
  { file: 'details.ts', needsDisplay: false, hasFigure: false },
  { file: 'pictures.ts', needsDisplay: false, hasFigure: false },
  { file: 'query.ts', needsDisplay: false, hasFigure: true },
  { file: 'campaigns.ts', needsDisplay: false, hasFigure: false },
  { file: 'pattern.ts', needsDisplay: false, hasFigure: true },
  { file: 'export.ts', needsDisplay: false, hasFigure: true },
  { file: 'csv-writers.ts', needsDisplay: false, hasFigure: false },
  { file: 'workbook.ts', needsDisplay: false, hasFigure: true },
  { file: 'exporting.ts', needsDisplay: false, hasFigure: false },
  { file: 'export-memory.ts', needsDisplay: false, hasFigure: false },
  { file: 'window.ts', needsDisplay: true, hasFigure: false },
  { file: 'typing.ts', needsDisplay: true, hasFigure: true },
  { file: 'scroll.ts', needsDisplay: true, hasFigure: true },
  { file: 'timeline.ts', needsDisplay: true, hasFigure: false },
  { file: 'contact-sheet.ts', needsDisplay: true, hasFigure: false },
  { file: 'memory.ts', needsDisplay: true, hasFigure: true },
  { file: 'busy.ts', needsDisplay: true, hasFigure: false },
  { file: 'start.ts', needsDisplay: true, hasFigure: true },
  { file: 'idle.ts', needsDisplay: true, hasFigure: false },
]

/** Returns the date of a run, and the computer in general terms. */
function describeRun({ isSoftwareDrawing }: ReportedRun): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const drawing =
    isSoftwareDrawing === null ? 'no windows' : isSoftwareDrawing ? 'software drawing' : 'GPU drawing'
  return `${new Date().toISOString().slice(0, 10)}, ${isShort ? 'short run' : 'full run'}: ${[
    `${String(availableParallelism())} cores`,
    `${String(gigabytes)} GB of memory`,
    `${platform()} ${arch()}`,
    drawing,
    `Electron ${findElectron()?.version ?? 'missing'}`,
    `Node ${process.versions.node}`,
  ].join(', ')}.`
}

/** Runs a benchmark in a separate process; returns whether it measured. */
function run({ file, needsDisplay }: Benchmark, environment: Readonly<Record<string, string>>): boolean {
  const sizes = isShort ? DEFAULT_SIZES.map(String) : ['--all']
  const command = [
    process.execPath,
    join(import.meta.dirname, file),
    ...(positionals.length > 0 ? positionals : sizes),
  ]
  if (needsDisplay && !hasDisplay()) {
    if (!hasProgram('xvfb-run')) {
      process.stdout.write(`\n${file}: skipped, because there is no display (apt-get install xvfb).\n`)
      return true
    }
    command.unshift('xvfb-run', '-a')
  }
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  return status === 0
}

if (!isShort) {
  const [npm, ...npmArgs] = npmCommand(['ci', '--prefix', import.meta.dirname])
  const { status } = spawnSync(npm, npmArgs, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) process.stdout.write('The packages to compare with could not be installed.\n')
}

// Caches are created once for all: one of a million items takes minutes.
const folder = mkdtempSync(join(tmpdir(), 'campaign-desk-bench-run-'))
const figuresFile = join(folder, 'figures.jsonl')
writeFileSync(figuresFile, '')
const environment = {
  [CACHE_FOLDER_VARIABLE]: folder,
  [FIGURES_FILE_VARIABLE]: figuresFile,
  [SHORT_RUN_VARIABLE]: isShort ? '1' : '0',
}
const failed = BENCHMARKS.filter(({ hasFigure }) => hasFigure || !isShort).filter(
  (benchmark) => !run(benchmark, environment),
)
const reported = readReportedRun(figuresFile)
rmSync(folder, { recursive: true })

const page = readFileSync(PAGE, 'utf8')
const rows = summaryRows(reported.figures, readRecordedRun(page))
const description = describeRun(reported)
printTable(description, SUMMARY_HEADER, rows)
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.map(({ file }) => file).join(', ')}\n`)
  process.exitCode = 1
} else if (values.record === true) {
  writeFileSync(PAGE, replaceRecordedRun(page, description, rows))
}
