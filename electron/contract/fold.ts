/**
 * Marks that a writer may leave out: accents, and the vowel points of Arabic and Hebrew. Those of other
 * scripts are as good as letters, and so are the two that make other Japanese syllables.
 */
const OPTIONAL_MARK =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/gu
/** What is not seen (joiners, soft hyphens, variation selectors), and the Arabic letter stretcher. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640]/gu
/** Letters with a stroke or a tie, which Unicode does not take apart. */
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
const known = new Map<string, string>()
/** Characters whose folded form is held: more than any language writes with, less than all that there are. */
const MAX_CACHED_CHARACTERS = 20_000

/**
 * The text as a search for words compares it: without case, accents and what is not seen, compatibility forms
 * as the plain ones ("Été" and "ETE" are one, as are "ﬁ" and "fi", "ß" and "ss", full and half width). Each
 * character is folded separately, so that a part of a text folds to a part of the folded text.
 */
export function fold(text: string): string {
  return text.replace(NOT_ASCII, foldCharacter).toLowerCase()
}

export interface FoldedText {
  readonly text: string
  /**
   * For each code unit of `text` where the character that it comes from begins in the original; then its
   * length.
   */
  readonly starts: readonly number[]
}

/** The same as {@link fold}, with the way back to the original. */
export function foldWithPlaces(text: string): FoldedText {
  const starts: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    folded += fold(character)
    while (starts.length < folded.length) starts.push(at)
    at += character.length
  }
  starts.push(text.length)
  return { text: folded, starts }
}

/**
 * Where in the original stands what is found in the folded text from `from` to `to`: begin and end, not
 * included.
 */
export function originalRange(folded: FoldedText, from: number, to: number): readonly [number, number] {
  const { starts } = folded
  const begin = starts[from] ?? 0
  const last = starts[to - 1] ?? begin
  // Characters that fold to several share a begin; those that fold to nothing belong to the one before.
  let end = to
  while (end < starts.length - 1 && starts[end] === last) end += 1
  return [begin, starts[end] ?? last]
}

/** The words of a search, folded: each is to stand somewhere in the row. */
export function wordsOf(search: string): readonly string[] {
  const words = fold(search.toWellFormed()).split(/\s+/u)
  return [...new Set(words.filter((word) => word !== ''))]
}

function foldCharacter(character: string): string {
  let folded = known.get(character)
  if (folded === undefined) {
    folded = worked(character)
    if (known.size < MAX_CACHED_CHARACTERS) known.set(character, folded)
  }
  return folded
}

function worked(character: string): string {
  const bare = strip(character)
  // Signs such as "´" would become a space with a mark, and fall apart into words.
  if (/\s/u.test(bare) && !/^\s$/u.test(character)) return lower(character)
  return strip(lower(bare))
}

function strip(text: string): string {
  return text.normalize('NFKD').replace(OPTIONAL_MARK, '').replace(UNSEEN, '')
}

/**
 * By way of the capitals, which have one form where the small letters have several: "ß" "ss", "ς" "σ", "ı"
 * "i".
 */
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
