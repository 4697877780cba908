import { fileURLToPath } from 'node:url'
import { app, dialog } from 'electron'
import { findCommandLine } from './app/app-links.ts'
import { MAX_FAILED_STARTS } from './app/start-marker.ts'
import { EXIT } from './cli/exit-codes.ts'
import { applyLanguage } from './shell/language.ts'
import { messages } from './contract/messages.ts'
import { refuseToStart } from './shell/refuse-to-start.ts'
import { askForSafeMode } from './shell/ask-for-safe-mode.ts'
import { areDataSettled } from './shell/settle-data.ts'
import { beginApp, prepareApp, startApp } from './shell/start.ts'
import { reserveEnvironment } from './shell/system.ts'

/** This file is built into `dist/`, next to everything that it starts. */
const distUrl = new URL('./', import.meta.url)

// Certificates must always be verified in this process; Node would also print a warning.
delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']

const commandLine = findCommandLine(process.argv.slice(1))
// The command line is English, because scripts depend on it.
await applyLanguage(commandLine === null ? 'system' : 'en')

function giveUp(error: unknown): void {
  const { title } = messages.systemDialogs.start
  dialog.showErrorBox(title, error instanceof Error ? error.message : String(error))
  app.exit(1)
}

const isRefused = refuseToStart(new URL('../package.json', distUrl), EXIT.usage, commandLine === null)

// Electron opens a display only after this module is evaluated. The command line needs none. For the window,
// files are read and threads are started before Electron occupies the main thread.
if (isRefused) {
  // The process ends as soon as the reason has been shown.
} else if (commandLine === null) {
  const distFolder = fileURLToPath(distUrl)
  reserveEnvironment()
  const begun = beginApp()
  const start = async (isSafeMode: boolean): Promise<void> => {
    if (begun === null) return
    const prepared = await prepareApp({ ...begun, isSafeMode }, distUrl, distFolder)
    if (prepared !== null) startApp(prepared, distFolder).catch(giveUp)
  }
  if (begun !== null && !begun.isSafeMode && begun.startMarker.failedStarts >= MAX_FAILED_STARTS) {
    // The question needs a display, so it must not be awaited here.
    askForSafeMode().then(start).catch(giveUp)
  } else {
    const starting = start(begun?.isSafeMode === true).catch(giveUp)
    // As does a dialog about the data folder.
    if (begun === null || areDataSettled(begun.folders)) await starting
  }
} else {
  const { runFromProcess } = await import('./cli/from-process.ts')
  app.exit(await runFromProcess(commandLine, distUrl))
}
