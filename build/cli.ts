// npm run cli -- …: runs the command line from the current sources. Standard output contains nothing else.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { DIST } from './paths.ts'

await bundle({ quiet: true })
const child = spawn(process.execPath, [join(DIST, 'cli.js'), ...process.argv.slice(2)], { stdio: 'inherit' })
// The terminal sends its signals to the child too; this process only waits for its end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal]
})
