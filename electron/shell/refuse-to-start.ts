import { readFileSync } from 'node:fs'
import { app, dialog } from 'electron'
import * as v from 'valibot'
import { START_DIALOG } from '../contract/strings/menu.ts'
import { findRefusedSwitches, isAppImageWithoutSandbox } from './refused-switches.ts'

const testPackageSchema = v.object({ isTestPackage: v.literal(true) })

/**
 * Ends a packaged application that was started with a switch that would remove the protection of its data,
 * before it opens anything: the reason is written to standard error, and shown where there is a display.
 * @param packageFile is the package.json of the application; that of the tests' package is marked in it.
 * @param exitCode ends the process.
 * @param showsDialog is false for the command line, which needs no display.
 * @returns whether it ends.
 */
export function refuseToStart(packageFile: URL, exitCode: number, showsDialog: boolean): boolean {
  if (!app.isPackaged) return false
  const { env, platform } = process
  const refused = findRefusedSwitches({
    args: process.argv.slice(1),
    env,
    platform,
    isRoot: process.getuid?.() === 0,
    isTestPackage: v.is(testPackageSchema, JSON.parse(readFileSync(packageFile, 'utf8'))),
  })
  const [first] = refused
  if (first === undefined) return false
  const sentence = isAppImageWithoutSandbox(first.name, env)
    ? START_DIALOG.appImageWithoutSandbox
    : START_DIALOG.refusedSwitch(first.text)
  process.stderr.write(`${sentence}\n`)
  // Chromium opens its debugging port when Electron is about to be ready, which the dialog waits for on
  // Linux.
  for (const { name } of refused) app.commandLine.removeSwitch(name)
  const hasDisplay =
    platform !== 'linux' || Boolean(env['DISPLAY'] ?? '') || Boolean(env['WAYLAND_DISPLAY'] ?? '')
  if (showsDialog && hasDisplay) {
    void app.whenReady().then(() => {
      dialog.showErrorBox(START_DIALOG.title, sentence)
      app.exit(exitCode)
    })
  } else {
    app.exit(exitCode)
  }
  return true
}
