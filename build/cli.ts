// npm run cli -- …: the command line from the sources as they are now. Nothing but its own output goes to
// standard output.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { DIST } from './paths.ts'

await bundle({ quiet: true })
const child = spawn(process.execPath, [join(DIST, 'cli.js'), ...process.argv.slice(2)], { stdio: 'inherit' })
// The child gets the terminal's signals itself; this process only waits for it to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal]
})
