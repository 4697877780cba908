import type { Environment } from './io.ts'

/**
 * The locale that numbers are written in (BCP 47): of the variables of POSIX the first that is set, such as
 * `de_DE.UTF-8`; without any of them, as on Windows, the system's.
 */
export function localeOf(env: Environment): string {
  const set = [env['LC_ALL'], env['LC_NUMERIC'], env['LANG']].find(
    (value) => value !== undefined && value !== '',
  )
  if (set === undefined) return new Intl.NumberFormat().resolvedOptions().locale
  return set.replace(/[.@].*$/u, '').replaceAll('_', '-')
}
