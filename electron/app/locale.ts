/**
 * Returns the first candidate that is a locale (BCP 47), else English. Systems also return names like
 * `en-US@posix` or `C`, which `Intl` does not accept, and `en_US@rg=dezzzz` for English with the formats of
 * Germany.
 */
export function usableLocale(...candidates: readonly string[]): string {
  for (const candidate of candidates) {
    const plain = candidate.replace(/[.@].*$/u, '').replaceAll('_', '-')
    try {
      const [canonical] = Intl.getCanonicalLocales(plain)
      if (canonical === undefined || canonical === '') continue
      const [, region] = /\brg[=-]([a-z]{2})zzzz/iu.exec(candidate) ?? []
      return region === undefined ? canonical : new Intl.Locale(canonical, { region }).baseName
    } catch {
      // Try the next candidate.
    }
  }
  return 'en'
}

/**
 * Returns the locale for numbers and dates from the first POSIX variable that is set, such as `de_DE.UTF-8`;
 * otherwise, as on Windows, that of the system.
 */
export function localeOfEnvironment(env: Readonly<Record<string, string | undefined>>): string {
  const value = [env['LC_ALL'], env['LC_NUMERIC'], env['LANG']].find(
    (each) => each !== undefined && each !== '',
  )
  return usableLocale(value ?? new Intl.NumberFormat().resolvedOptions().locale)
}
