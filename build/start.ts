// npm start: builds what is stale, gets Electron, checks what a window needs, and starts the application.
import { bundle } from './bundle.ts'
import { launch, readyToLaunch } from './launch.ts'

const runtime = readyToLaunch('npm start')
if (runtime === null) {
  process.exitCode = 1
} else {
  await bundle()
  const child = launch(runtime, process.argv.slice(2))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
