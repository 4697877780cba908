import { existsSync } from 'node:fs'
import { join } from 'node:path'

const DEFAULT_FOLDER = 'C:\\Windows'

/**
 * Returns the full path of a program of Windows, so that no other program of that name runs. The environment,
 * which everyone can change, names the folder only if Windows is not in the default one.
 * @param path below the folder `System32`
 */
export function windowsProgram(
  path: string,
  exists: (file: string) => boolean = existsSync,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const program = join(DEFAULT_FOLDER, 'System32', path)
  return exists(program) ? program : join(env['SystemRoot'] ?? DEFAULT_FOLDER, 'System32', path)
}
