/**
 * The first of these that is a locale (BCP 47), else English. Systems also give names like `en-US@posix` or `C`,
 * which `Intl` refuses.
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
