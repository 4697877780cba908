/**
 * Optional marks: accents, and the vowel points of Arabic and Hebrew. Marks of other scripts count as
 * letters, as do the two that change Japanese syllables.
 */
const OPTIONAL_MARK =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/gu
/** Invisible characters (joiners, soft hyphens, variation selectors), and the Arabic tatweel. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu
/** Letters with a stroke or a ligature, which Unicode does not decompose. */
const STROKED: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['æ', 'ae'],
  ['œ', 'oe'],
])
const NOT_ASCII = /[^\0-\x7f]/gu
const foldedCharacters = new Map<string, string>()
/** Limits the cache; no language uses more characters. */
const MAX_CACHED_CHARACTERS = 20_000

/**
 * Folds a text for searches: ignores case, accents, invisible characters and compatibility forms ("Été"
 * equals "ETE", "ﬁ" equals "fi", "ß" equals "ss"). Each character is folded separately, so that a part of a
 * text folds to a part of the folded text.
 */
export function fold(text: string): string {
  return text.replace(NOT_ASCII, foldCharacter).toLowerCase()
}

export interface FoldedText {
  readonly text: string
  /**
   * For each code unit of `text`, the offset of its character in the original; then the original's length.
   */
  readonly starts: readonly number[]
}

/** Folds a text with a mapping to the original. */
export function foldWithOffsets(text: string): FoldedText {
  const starts: number[] = []
  let folded = ''
  let offset = 0
  for (const character of text) {
    folded += fold(character)
    while (starts.length < folded.length) starts.push(offset)
    offset += character.length
  }
  starts.push(text.length)
  return { text: folded, starts }
}

/** Returns the range in the original of a range in the folded text; ends are exclusive. */
export function originalRange(
  folded: FoldedText,
  foldedStart: number,
  foldedEnd: number,
): readonly [number, number] {
  const { starts } = folded
  const start = starts[foldedStart] ?? 0
  const last = starts[foldedEnd - 1] ?? start
  // Characters that fold to several share a start; those that fold to nothing belong to the one before.
  let end = foldedEnd
  while (end < starts.length - 1 && starts[end] === last) end += 1
  return [start, starts[end] ?? last]
}

/** Returns the folded words of a search. An item must contain every one. */
export function wordsOf(search: string): readonly string[] {
  const words = fold(search.toWellFormed()).split(/\s+/u)
  return [...new Set(words.filter((word) => word !== ''))]
}

function foldCharacter(character: string): string {
  let folded = foldedCharacters.get(character)
  if (folded === undefined) {
    folded = foldUncached(character)
    if (foldedCharacters.size < MAX_CACHED_CHARACTERS) foldedCharacters.set(character, folded)
  }
  return folded
}

function foldUncached(character: string): string {
  const stripped = strip(character)
  // Characters such as "´" would become a space with a mark, and split words.
  if (/\s/u.test(stripped) && !/^\s$/u.test(character)) return lower(character)
  return strip(lower(stripped))
}

function strip(text: string): string {
  return text.normalize('NFKD').replace(OPTIONAL_MARK, '').replace(INVISIBLE, '')
}

/** Lowercases via uppercase, which unifies variants: "ß" to "ss", "ς" to "σ", "ı" to "i". */
function lower(text: string): string {
  let lowered = ''
  for (const character of text) {
    const small = Array.from(character.toLowerCase().toUpperCase(), (capital) => capital.toLowerCase()).join(
      '',
    )
    lowered += STROKED.get(small) ?? small
  }
  return lowered
}
