// npm run bench: all benchmarks, one after the other. They compare within a run and print ratios; none passes
// or fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArguments } from '../../build/arguments.ts'
import { hasDisplay, hasProgram } from '../../build/host.ts'
import { npmCommand } from '../../build/tools.ts'
import { CACHE_FOLDER_VARIABLE } from './filled-cache.ts'
import { sizeOf } from './table.ts'

const USAGE = `usage: npm run bench [-- SIZE … | --all]

  SIZE    number of items, for example 50000; without sizes 10000 and 100000
  --all   also a million items, which takes some hours

A single benchmark: node test/bench/FILE.ts [SIZE … | --all]`

parseArguments({
  usage: USAGE,
  options: { all: { type: 'boolean' } },
  isPositional: (argument) => sizeOf(argument) !== null,
})

interface Benchmark {
  readonly file: string
  readonly needsDisplay: boolean
}

const BENCHMARKS: readonly Benchmark[] = [
  { file: 'ingest.ts', needsDisplay: false },
  { file: 'download.ts', needsDisplay: false },
  { file: 'details.ts', needsDisplay: false },
  { file: 'pictures.ts', needsDisplay: false },
  { file: 'query.ts', needsDisplay: false },
  { file: 'campaigns.ts', needsDisplay: false },
  { file: 'pattern.ts', needsDisplay: false },
  { file: 'export.ts', needsDisplay: false },
  { file: 'csv-writers.ts', needsDisplay: false },
  { file: 'workbook.ts', needsDisplay: false },
  { file: 'exporting.ts', needsDisplay: false },
  { file: 'export-memory.ts', needsDisplay: false },
  { file: 'window.ts', needsDisplay: true },
  { file: 'typing.ts', needsDisplay: true },
  { file: 'scroll.ts', needsDisplay: true },
  { file: 'timeline.ts', needsDisplay: true },
  { file: 'contact-sheet.ts', needsDisplay: true },
  { file: 'memory.ts', needsDisplay: true },
  { file: 'busy.ts', needsDisplay: true },
  { file: 'start.ts', needsDisplay: true },
]

const [npm, ...npmArgs] = npmCommand(['ci', '--prefix', import.meta.dirname])
const { status: installStatus } = spawnSync(npm, npmArgs, { stdio: ['ignore', 'ignore', 'inherit'] })
if (installStatus !== 0) process.stdout.write('The packages to compare with could not be installed.\n')

// Caches are created once for all: one of a million items takes minutes.
const caches = mkdtempSync(join(tmpdir(), 'campaign-desk-caches-'))
for (const { file, needsDisplay } of BENCHMARKS) {
  const command = [process.execPath, join(import.meta.dirname, file), ...process.argv.slice(2)]
  if (needsDisplay && !hasDisplay()) {
    if (!hasProgram('xvfb-run')) {
      process.stdout.write(`\n${file}: skipped, because there is no display (apt-get install xvfb).\n`)
      continue
    }
    command.unshift('xvfb-run', '-a')
  }
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, [CACHE_FOLDER_VARIABLE]: caches },
  })
  if (status !== 0) process.exitCode = 1
}
rmSync(caches, { recursive: true })
