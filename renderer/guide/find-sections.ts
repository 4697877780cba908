import { fold, foldWithOffsets, originalRange, wordsOf } from '../../electron/contract/fold.ts'

/** A heading of the guide with the text below it. */
export interface GuideSection {
  readonly page: string
  readonly pageTitle: string
  readonly id: string
  readonly title: string
  readonly text: string
}

/** A section with an excerpt around the first word that was found. */
interface FoundSection {
  readonly section: GuideSection
  readonly before: string
  readonly match: string
  readonly after: string
}

const MAX_RESULTS = 20
/** Length of an excerpt before and after the word, in UTF-16 code units. */
const EXCERPT_BEFORE = 30
const EXCERPT_AFTER = 90

/**
 * Returns the sections that contain all words of a query, ignoring case and accents: first those with the
 * words in their title. `total` counts those beyond the limit too.
 */
export function findSections(
  sections: readonly GuideSection[],
  query: string,
): { readonly found: readonly FoundSection[]; readonly total: number } {
  const words = wordsOf(query)
  if (words.length === 0) return { found: [], total: 0 }
  const matches = sections.flatMap((section) => {
    const title = fold(section.title)
    const text = fold(section.text)
    if (!words.every((word) => title.includes(word) || text.includes(word))) return []
    return [{ section, inTitle: words.filter((word) => title.includes(word)).length }]
  })
  matches.sort((one, other) => other.inTitle - one.inTitle)
  const found = matches
    .slice(0, MAX_RESULTS)
    .map(({ section }) => ({ section, ...excerptOf(section.text, words) }))
  return { found, total: matches.length }
}

function excerptOf(text: string, words: readonly string[]): Omit<FoundSection, 'section'> {
  const folded = foldWithOffsets(text)
  const [first] = words
    .map((word) => ({ offset: folded.text.indexOf(word), length: word.length }))
    .filter(({ offset }) => offset >= 0)
    .sort((one, other) => one.offset - other.offset)
  const [start, end] =
    first === undefined ? [0, 0] : originalRange(folded, first.offset, first.offset + first.length)
  const from = start <= EXCERPT_BEFORE ? 0 : text.indexOf(' ', start - EXCERPT_BEFORE) + 1
  const space = text.indexOf(' ', end + EXCERPT_AFTER)
  const until = space < 0 ? text.length : space
  return {
    before: `${from === 0 ? '' : '… '}${text.slice(Math.min(from, start), start)}`,
    match: text.slice(start, end),
    after: `${text.slice(end, until)}${until < text.length ? ' …' : ''}`,
  }
}
