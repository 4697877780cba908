import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { prepareElectron, type Runtime } from './electron.ts'
import { hasDisplay, hasProgram } from './host.ts'
import { ROOT } from './paths.ts'
import { installAdvice } from './system-packages.ts'
import { startVirtualDisplay, type VirtualDisplay } from './virtual-display.ts'

const printLine = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** How the application is started. */
export interface LaunchSetup {
  readonly runtime: Runtime
  /** A virtual display if there is no real one. The caller stops it at the end. */
  readonly display: VirtualDisplay | null
}

/**
 * Prepares everything that the application needs to start.
 * @param command the command of the person, to be repeated after missing packages are installed
 * @returns null after reporting what is missing and the command that installs it
 */
export async function prepareLaunch(command: string): Promise<LaunchSetup | null> {
  const needsDisplay = !hasDisplay()
  const { runtime, missing } = await prepareElectron(
    needsDisplay ? ['window', 'virtualDisplay'] : ['window'],
    printLine,
  )
  if (missing.length > 0) {
    printLine(`System packages are missing. Install them, then run ${command} again:\n`)
    printLine(`    ${installAdvice(missing)}\n`)
  }
  if (runtime === null) {
    if (missing.length === 0)
      printLine('Electron comes from GitHub. Check the network (HTTPS_PROXY is used) and try again.')
    return null
  }
  if (needsDisplay && !hasProgram('Xvfb')) {
    printLine('There is no display to show a window on.')
    return null
  }
  if (runtime.kind === 'fallback')
    printLine(`Using the fallback Electron ${runtime.version}: for development and tests only.`)
  if (!needsDisplay) return { runtime, display: null }
  const display = await startVirtualDisplay()
  printLine(`There is no display: the window opens on a virtual one (Xvfb, DISPLAY=${display.name}).`)
  return { runtime, display }
}

/**
 * Returns Chromium's arguments for this system: its sandbox refuses to run as root, and needs user namespaces
 * or its set-uid helper.
 */
function sandboxArguments(runtime: Runtime): readonly string[] {
  if (process.platform !== 'linux') return []
  if (process.getuid?.() === 0) return ['--no-sandbox']
  const restricted = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'
  if (existsSync(restricted) && runtime.kind !== 'override') {
    // Ubuntu's AppArmor forbids user namespaces to unknown programs, such as a development build.
    printLine('If the window does not open: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0')
  }
  return []
}

/** Starts the built application. */
export function launch(
  { runtime, display }: LaunchSetup,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  return spawn(runtime.executable, [...sandboxArguments(runtime), ROOT, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env, ...(display === null ? {} : { DISPLAY: display.name }) },
  })
}
