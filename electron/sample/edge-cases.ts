/** Edge cases: texts that break spreadsheets, searches, layouts and file names. */

const LONG_NAME =
  'Free-standing display unit for the extended autumn range including the two-for-three mechanic, ' +
  'the loyalty double points message, the supplier-funded sampling voucher and the multilingual allergen panel, ' +
  'left-hand version for stores whose entrance is on the right, replaces the version of last year in full'

/** Functions that turn the plain name of an item into an edge case. */
export const EDGE_CASE_NAMES: readonly [(plain: string) => string, ...((plain: string) => string)[]] = [
  () => '=SUM(A1:A9) price poster',
  () => '=HYPERLINK("http://example.com","Click")',
  (plain) => `+20 % free – ${plain}`,
  (plain) => `-50% ${plain}`,
  (plain) => `@home ${plain}`,
  () => '-1+1',
  (plain) => `\t${plain}`,
  (plain) => `${plain} "Big Splash"`,
  (plain) => `"${plain}"`,
  (plain) => `${plain}, left, blue`,
  (plain) => `${plain}; right; red`,
  (plain) => `${plain}\nsecond line`,
  (plain) => `${plain}\r\nhead, "quoted"\r\ntail`,
  (plain) => `  ${plain}  `,
  (plain) => plain.toUpperCase(),
  (plain) => plain.toLowerCase(),
  (plain) => `${plain} (v2.0) [new] C++ ^$|?*`,
  (plain) => `100%_${plain}\\proof`,
  (plain) => `${plain} – Ετικέτα ραφιού «Καλοκαίρι»`,
  () => 'ΣΊΣΥΦΟΣ – αφίσα Α1',
  () => '新年促销 货架跳跳卡',
  () => '夏のセール ポップ広告(大)',
  () => '여름 세일 포스터',
  () => 'ملصق رف – عرض خاص ٥٠٪',
  (plain) => `مرحبا ${plain} عرض`,
  (plain) => `${plain} 🎉🛒`,
  () => '👩‍👩‍👧‍👦 Family poster 🇬🇷',
  () => 'Présentoir « Crème brûlée » – œuvre n° 7',
  () => 'Straßenplakat Größe XL – Übergröße',
  () => 'Cafe\u0301 poster (combining accent)',
  () => 'Zero\u200bwidth and\u00a0hard space wobbler',
  () => `O’Brien's "Best" poster`,
  () => '<b>Bold</b> & <script>alert(1)</script> wobbler',
  () => LONG_NAME,
  (plain) => `${plain} ${'extra-wide '.repeat(30)}end`,
  () => 'null',
  () => '1/2',
  () => '00',
  () => 'İstanbul poster – ığüşöç',
  () => 'Ünïcödé ﬁligree ﬂoor graphic',
]

/** POS numbers that programs may read as a number, a date or a formula. */
export const EDGE_CASE_POS_NUMBERS: readonly [string, ...string[]] = [
  '0000412',
  '007',
  '1E5',
  '12e-3',
  '3-4',
  '2026-03-01',
  'MAR1',
  '1/2',
  '=1+1',
  '+441234',
  '-17',
  '@12',
  '00.50',
  '12345678901234567890',
  '1,234',
  '0x1F',
  '٠٠١٢',
  'ΠΚ-0042',
  '№ 7',
  '10:30',
  'TRUE',
  ' 42 ',
  '4\u00a0200',
  '1_000',
]

const NOTE_SENTENCES: readonly [string, ...string[]] = [
  'Deliver with the second drop; the stores have no room before Monday.',
  'Artwork 2 replaces artwork 1 as soon as the legal line is approved.',
  'Ask the print shop for "soft touch", not gloss, and keep the fold at 12 mm.',
  'Line one\nLine two\twith a tab',
  'Ύψος ραφιού 39 mm – προσοχή στην κοπή.',
  'Für die Filialen in Österreich gilt die zweite Preiszeile.',
  'Budget agreed at £1,250.00; do not exceed.',
  '注意:左侧版本。',
  'يرجى التحقق من الاتجاه.',
  '=IF(A1>0,"yes","no") was pasted here by mistake.',
]

/** Returns a note of about `length` characters, starting with sentence `start`. */
export function longNote(start: number, length: number): string {
  let text = ''
  for (let index = start; text.length < length; index += 1)
    text += `${NOTE_SENTENCES[index % NOTE_SENTENCES.length] ?? NOTE_SENTENCES[0]} `
  return text.trimEnd()
}
