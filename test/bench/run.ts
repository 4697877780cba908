// npm run bench [-- SIZE …]: every benchmark, one after the other. They compare within a run and print ratios; none of
// them passes or fails.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hasDisplay, hasProgram } from '../../build/linux-needs.ts'

interface Bench {
  readonly file: string
  readonly needsDisplay: boolean
}

const BENCHES: readonly Bench[] = [
  { file: 'ingest.ts', needsDisplay: false },
  { file: 'download.ts', needsDisplay: false },
  { file: 'query.ts', needsDisplay: false },
  { file: 'export.ts', needsDisplay: false },
  { file: 'window.ts', needsDisplay: true },
  { file: 'busy.ts', needsDisplay: true },
  { file: 'start.ts', needsDisplay: true },
]

for (const { file, needsDisplay } of BENCHES) {
  const command = [process.execPath, join(import.meta.dirname, file), ...process.argv.slice(2)]
  if (needsDisplay && !hasDisplay()) {
    if (!hasProgram('xvfb-run')) {
      process.stdout.write(`\n${file}: left out, there is no display (apt-get install xvfb).\n`)
      continue
    }
    command.unshift('xvfb-run', '-a')
  }
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
