/**
 * Returns a name for use in a sentence, in lowercase unless it starts with an abbreviation ("OK first", "POS
 * number") or a single letter.
 */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
