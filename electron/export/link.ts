/** Excel takes no longer address for a link. */
const LONGEST_LINK = 2_079

/** An address to which a document may lead, as programs expect it; null for any other text. */
export function linkOf(text: string): string | null {
  if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) return null
  const { href } = new URL(text)
  return href.length > LONGEST_LINK ? null : href
}
