import { spawnSync } from 'node:child_process'
import { KEEP_WRAPPERS } from '../../build/node-flags.ts'

/** Root may read and write anywhere by these two capabilities. */
const OVERRIDES = '-dac_override,-dac_read_search'

/**
 * Runs a script under this Node, bound by the permissions of files as everybody is: as root, without the
 * capabilities that override them (`setpriv` is part of every Debian), and otherwise as it is. Gives its
 * standard output.
 */
export function runBoundByPermissions(script: string, ...words: readonly string[]): string {
  const command = [process.execPath, KEEP_WRAPPERS, script, ...words]
  if (process.getuid?.() === 0) {
    command.unshift('setpriv', `--bounding-set=${OVERRIDES}`, `--inh-caps=${OVERRIDES}`)
  }
  const [program = '', ...args] = command
  const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 30_000 })
  if (stdout === '') throw new Error(stderr || String(error))
  return stdout
}
