/**
 * Returns a name as it is written within a sentence: its first letter small, unless the name begins with an
 * abbreviation ("OK first", "POS number") or a letter that stands alone.
 */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
