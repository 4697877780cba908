// npm run dev: like npm start, but watches the sources. Changes of the window reload it; changes of main, the
// preload or a worker restart the application.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { launch, prepareLaunch } from './launch.ts'
import { forgetStamps } from './fingerprint.ts'
import { writeGuide } from './guide.ts'
import { DIST } from './paths.ts'
import guideConfig from './vite.guide.config.ts'
import mainConfig from './vite.main.config.ts'
import preloadConfig from './vite.preload.config.ts'
import printConfig from './vite.print.config.ts'
import rendererConfig from './vite.renderer.config.ts'
import storeConfig from './vite.store.config.ts'
import workersConfig from './vite.workers.config.ts'

const setup = await prepareLaunch('npm run dev')
let child: ChildProcess | null = null
let stopping = false

function restart(): void {
  if (setup === null || stopping) return
  const previous = child
  const start = (): void => {
    child = launch(setup, process.argv.slice(2), { CAMPAIGN_DESK_DEV: '1' })
    child.on('exit', (code) => {
      // The person closed the window, which ends development. A restart has already replaced `child`.
      if (child?.exitCode === null) return
      stopping = true
      process.exit(code ?? 0)
    })
  }
  if (previous?.exitCode !== null) {
    start()
    return
  }
  previous.removeAllListeners('exit')
  previous.once('exit', start)
  previous.kill()
}

/** Watches one configuration. Calls `whenBuilt` after each build, including the first. */
async function watch(config: InlineConfig, whenBuilt: () => void): Promise<void> {
  const watcher = await build({
    ...config,
    configFile: false,
    mode: 'development',
    logLevel: 'warn',
    build: { ...config.build, watch: {} },
  })
  if (!('on' in watcher)) throw new Error('Vite did not return a watcher')
  await new Promise<void>((resolve) => {
    let first = true
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') {
        process.stderr.write(`${event.error.message}\n`)
      } else if (event.code === 'END') {
        if (!first) whenBuilt()
        first = false
        resolve()
      }
    })
  })
}

if (setup === null) {
  process.exitCode = 1
} else {
  forgetStamps()
  // The window reloads automatically: main watches its folder if CAMPAIGN_DESK_DEV is set.
  await watch(rendererConfig, () => undefined)
  await watch(printConfig, () => undefined)
  await watch(guideConfig, () => undefined)
  writeGuide(join(DIST, 'guide'))
  await watch(preloadConfig, restart)
  await watch(workersConfig, restart)
  await watch(storeConfig, restart)
  await watch(mainConfig, restart)
  restart()
}
