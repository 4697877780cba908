#!/usr/bin/env node
// The command line. Nothing may be loaded before this check: on an older Node, the native module of the
// database ends the process without a message.
import { CLI_MESSAGES } from './cli/strings/command-line.ts'

const MIN_NODE_VERSION = [22, 14] as const

/**
 * Returns whether Node is too old. Electron contains what the native module needs, with any version of Node.
 */
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
  // Results are written and files are closed. An open connection or keychain must not keep the process alive.
  process.exit(await runFromProcess(process.argv.slice(2), new URL('./', import.meta.url)))
}
