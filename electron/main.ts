import { fileURLToPath } from 'node:url'
import { app, dialog } from 'electron'
import { START_DIALOG } from './contract/strings/menu.ts'
import { start } from './shell/start.ts'

/** This file is built into `dist/`, beside everything it starts. */
const distUrl = new URL('./', import.meta.url)

const commandLine = process.argv.indexOf('--cli')
if (commandLine === -1) {
  start(distUrl, fileURLToPath(distUrl)).catch((error: unknown) => {
    dialog.showErrorBox(START_DIALOG.title, error instanceof Error ? error.message : String(error))
    app.exit(1)
  })
} else {
  // Electron opens a display only after this module has been evaluated, so the command line needs none.
  const { runFromProcess } = await import('./cli/from-process.ts')
  app.exit(await runFromProcess(process.argv.slice(commandLine + 1), distUrl))
}
