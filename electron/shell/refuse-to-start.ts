import { readFileSync } from 'node:fs'
import { app, dialog } from 'electron'
import * as v from 'valibot'
import { messages } from '../contract/messages.ts'
import { findRefusedSwitches, isAppImageWithoutSandbox } from './refused-switches.ts'

const testPackageSchema = v.object({ isTestPackage: v.literal(true) })

/**
 * Ends a packaged application that was started with a switch that would remove the protection of its data,
 * before it opens anything. Writes the reason to standard error, and shows it if there is a display.
 * @param packageFile package.json of the application, in which the package for tests is marked
 * @param exitCode exit code of the process
 * @param showsDialog false for the command line, which needs no display
 * @returns whether the application ends
 */
export function refuseToStart(packageFile: URL, exitCode: number, showsDialog: boolean): boolean {
  if (!app.isPackaged) return false
  const { env, platform } = process
  const refused = findRefusedSwitches({
    args: process.argv.slice(1),
    env,
    hasSwitch: (name) => app.commandLine.hasSwitch(name),
    platform,
    isRoot: process.getuid?.() === 0,
    isTestPackage: v.is(testPackageSchema, JSON.parse(readFileSync(packageFile, 'utf8'))),
  })
  const [first] = refused
  if (first === undefined) return false
  const sentence = isAppImageWithoutSandbox(first.name, env)
    ? messages.systemDialogs.start.appImageWithoutSandbox
    : messages.systemDialogs.start.refusedSwitch({ name: first.text })
  process.stderr.write(`${sentence}\n`)
  // Chromium opens its debugging port shortly before Electron is ready, which the dialog needs on Linux.
  for (const { name } of refused) app.commandLine.removeSwitch(name)
  const hasDisplay =
    platform !== 'linux' || Boolean(env['DISPLAY'] ?? '') || Boolean(env['WAYLAND_DISPLAY'] ?? '')
  if (showsDialog && hasDisplay) {
    void app.whenReady().then(() => {
      dialog.showErrorBox(messages.systemDialogs.start.title, sentence)
      app.exit(exitCode)
    })
  } else {
    app.exit(exitCode)
  }
  return true
}
