#!/usr/bin/env node
// The command line. Nothing but this check may be loaded before it: the database's native module ends the
// process without a word on an older Node.
import { CLI_MESSAGES } from './contract/strings/command-line.ts'

const MIN_NODE_VERSION = [22, 14] as const

/** Electron brings what the native module needs under any of its Node versions. */
function isTooOld({ electron, node = '' }: Readonly<Record<string, string | undefined>>): boolean {
  if (electron !== undefined) return false
  const [major = 0, minor = 0] = node.split('.').map(Number)
  return major < MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor < MIN_NODE_VERSION[1])
}

if (isTooOld(process.versions)) {
  process.stderr.write(`${CLI_MESSAGES.nodeTooOld(process.version)}\n`)
  process.exitCode = 1
} else {
  const { runFromProcess } = await import('./cli/from-process.ts')
  // Results are written and files are closed by now. A connection or a keychain that does not let go must not
  // keep the process alive.
  process.exit(await runFromProcess(process.argv.slice(2), new URL('./', import.meta.url)))
}
