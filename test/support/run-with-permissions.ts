import { spawnSync } from 'node:child_process'
import { KEEP_WRAPPERS } from '../../build/node-flags.ts'

/** With these capabilities, root ignores file permissions. */
const OVERRIDES = '-dac_override,-dac_read_search'

/**
 * Runs a script with Node and file permissions in effect, and returns its standard output: as root, it drops
 * the capabilities that override them (`setpriv` is part of every Debian).
 */
export function runWithPermissions(script: string, ...words: readonly string[]): string {
  const command = [process.execPath, KEEP_WRAPPERS, script, ...words]
  if (process.getuid?.() === 0) {
    command.unshift('setpriv', `--bounding-set=${OVERRIDES}`, `--inh-caps=${OVERRIDES}`)
  }
  const [program = '', ...args] = command
  // The limit ends only a script that hangs.
  const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 200_000 })
  if (stdout === '') throw new Error(stderr || String(error))
  return stdout
}
