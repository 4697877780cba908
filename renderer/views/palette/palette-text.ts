import type { ItemSearch } from '../../../electron/contract/query.ts'

/** What a text of the palette searches: everything, or what its first character selects. */
type PaletteScope = 'everything' | 'commands' | 'campaigns' | 'posNumbers'

/** A text of the palette without its prefix. */
export interface PaletteText {
  readonly scope: PaletteScope
  readonly words: string
}

/** The first characters that limit the palette. */
export const PREFIXES = { commands: '>', campaigns: '@', posNumbers: '#' } as const satisfies Readonly<
  Record<Exclude<PaletteScope, 'everything'>, string>
>

const SCOPES = Object.keys(PREFIXES) as readonly (keyof typeof PREFIXES)[]

/** Longer texts match nothing that a person types. */
const MAX_SEARCH_LENGTH = 500

/** Parses the text of the palette. */
export function parsePaletteText(typed: string): PaletteText {
  const text = typed.trimStart().slice(0, MAX_SEARCH_LENGTH)
  const scope = SCOPES.find((each) => text.startsWith(PREFIXES[each]))
  return scope === undefined
    ? { scope: 'everything', words: text.trim() }
    : { scope, words: text.slice(PREFIXES[scope].length).trim() }
}

/** Returns the search of items of a text, or null if it searches none. */
export function itemSearchOf({ scope, words }: PaletteText): Omit<ItemSearch, 'campaignIds'> | null {
  if (words === '') return null
  if (scope === 'everything') return { search: words, searchMode: 'words', typed: words }
  if (scope !== 'posNumbers') return null
  // A search by fields has no character that quotes a quotation mark.
  const number = words.replaceAll('"', ' ').trim()
  return number === '' ? null : { search: `pos:"${number}"`, searchMode: 'fields', typed: words }
}
