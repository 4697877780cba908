/**
 * Returns the first of these that is a locale (BCP 47), else English. Systems also return names like
 * `en-US@posix` or `C`, which `Intl` refuses.
 */
export function usableLocale(...candidates: readonly string[]): string {
  for (const candidate of candidates) {
    const plain = candidate.replace(/[.@].*$/u, '').replaceAll('_', '-')
    try {
      const [canonical] = Intl.getCanonicalLocales(plain)
      if (canonical !== undefined && canonical !== '') return canonical
    } catch {
      // Not a locale: the next one may be.
    }
  }
  return 'en'
}

/**
 * Returns the locale for numbers and dates from the first variable of POSIX that is set, such as
 * `de_DE.UTF-8`; without any of them, as on Windows, that of the system.
 */
export function localeOfEnvironment(env: Readonly<Record<string, string | undefined>>): string {
  const set = [env['LC_ALL'], env['LC_NUMERIC'], env['LANG']].find(
    (value) => value !== undefined && value !== '',
  )
  return usableLocale(set ?? new Intl.NumberFormat().resolvedOptions().locale)
}
