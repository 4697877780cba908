/** Shorter texts than this are found inside ordinary words; taking them out would only garble the log. */
const SHORTEST_SECRET = 4

const QUERY_OF_ADDRESS = /(?<=[a-z][a-z0-9+.-]*:\/\/[^\s?#"'<>]{0,2000})[?#][^\s"'<>]*/giu
const QUERY = /\?[^\s"'<>=?]*=[^\s"'<>]*/gu
const USER_OF_ADDRESS = /(?<=[a-z][a-z0-9+.-]*:\/\/)[^\s/@"'<>]*@/giu
const AUTHORIZATION = /(?<=\bauthorization["']?\s*[:=,]\s*)[^\r\n]+/giu

/** Takes out of a text what must not be written anywhere: secrets, query strings, names and passwords in addresses. */
export interface Redactor {
  readonly conceal: (secret: string) => void
  readonly redact: (text: string) => string
}

export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  return {
    conceal(secret) {
      if (secret.length < SHORTEST_SECRET) return
      // Also in the spellings that an address or a JSON text gives it.
      secrets.add(secret)
      secrets.add(encodeURIComponent(secret.toWellFormed()))
      secrets.add(JSON.stringify(secret).slice(1, -1))
    },
    redact(text) {
      let safe = text
      // The longest first: one secret may be part of another.
      for (const secret of [...secrets].sort((a, b) => b.length - a.length))
        safe = safe.replaceAll(secret, '…')
      return safe
        .replace(AUTHORIZATION, '…')
        .replace(QUERY_OF_ADDRESS, '?…')
        .replace(QUERY, '?…')
        .replace(USER_OF_ADDRESS, '')
    },
  }
}
