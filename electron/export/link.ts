/** Excel takes no longer address for a link. */
const LONGEST_LINK = 2_079

/** What addresses on the web have as it is, and what is none to those who go by RFC 3986 (2). */
const UNSAFE = /[|^`{}\\]/gu

/** Returns an address without a user name and a password: exported files are passed on, and those must not be. */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}

/** Returns the address to which a document may lead, as programs expect it and without credentials; null for any other text. */
export function linkOf(text: string): string | null {
  if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) return null
  const href = new URL(withoutCredentials(text)).href.replace(UNSAFE, encodeURIComponent)
  return href.length > LONGEST_LINK ? null : href
}
