/** Characters that a terminal gives two places: East Asian scripts, their punctuation and forms, emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu
/** Characters that take no place of their own. */
const WITHOUT_PLACE = /[\p{Mn}\p{Me}\p{Cf}]/gu

/** Places that a text takes in a terminal, as far as its font plays along. */
export function terminalWidth(text: string): number {
  const visible = text.replace(WITHOUT_PLACE, '')
  // One place for each code point, and a second one for the wide ones.
  return Array.from(visible).length + (visible.match(WIDE)?.length ?? 0)
}
