/** Excel takes no longer address for a link. */
const LONGEST_LINK = 2_079

/** What addresses on the web have as it is, and what is none to those who go by RFC 3986 (2). */
const UNSAFE = /[|^`{}\\]/gu

/** An address to which a document may lead, as programs expect it; null for any other text. */
export function linkOf(text: string): string | null {
  if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) return null
  const href = new URL(text).href.replace(UNSAFE, encodeURIComponent)
  return href.length > LONGEST_LINK ? null : href
}
