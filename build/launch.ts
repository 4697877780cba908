import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { FALLBACK_ADVICE, provideElectron, type Runtime } from './electron.ts'
import { aptCommand, hasDisplay, hasProgram, libraryCommand, missingLibraries } from './linux-needs.ts'
import { ROOT } from './paths.ts'

const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** An Electron that will start here, or null after having said what is missing and the one command that mends it. */
export function readyToLaunch(retry: string): Runtime | null {
  const runtime = provideElectron(say)
  if (runtime === null) {
    say(FALLBACK_ADVICE)
    return null
  }
  const libraries = missingLibraries(runtime.executable)
  if (libraries.length > 0) {
    const command = libraryCommand(libraries)
    say(`Electron needs system libraries that are not installed: ${libraries.join(', ')}.`)
    say(
      command === null ? 'Install them with your package manager.' : `Install them with:\n\n    ${command}\n`,
    )
    return null
  }
  if (!hasDisplay()) {
    say('There is no display to show a window on. Use a desktop session, or a virtual display:')
    say(
      hasProgram('xvfb-run')
        ? `\n    xvfb-run -a ${retry}\n`
        : `\n    ${aptCommand(['xvfb', 'xauth'])} && xvfb-run -a ${retry}\n`,
    )
    return null
  }
  if (runtime.kind === 'fallback') {
    say(`Using the fallback Electron ${runtime.version}: for development and tests only.`)
  }
  return runtime
}

/** Chromium's sandbox refuses to run as root, and needs either user namespaces or its set-uid helper. */
function sandboxArguments(runtime: Runtime): readonly string[] {
  if (process.platform !== 'linux') return []
  if (process.getuid?.() === 0) return ['--no-sandbox']
  const restricted = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'
  if (existsSync(restricted) && runtime.kind !== 'override') {
    // Ubuntu's AppArmor forbids user namespaces to programs it does not know; a development copy is one.
    say('If the window does not open: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0')
  }
  return []
}

/** Starts the built application in this Electron. */
export function launch(runtime: Runtime, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(runtime.executable, [...sandboxArguments(runtime), ROOT, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}
