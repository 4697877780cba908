// npm start: builds what has changed, provides Electron and the system packages of a window, and starts the
// application with its arguments.
import { bundle } from './bundle.ts'
import { launch, prepareLaunch } from './launch.ts'

const setup = await prepareLaunch('npm start')
if (setup === null) {
  process.exitCode = 1
} else {
  await bundle()
  const child = launch(setup, process.argv.slice(2))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
    void setup.display?.stop()
  })
}
