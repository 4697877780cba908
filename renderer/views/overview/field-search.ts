import { fold, wordsOf } from '../../../electron/contract/fold.ts'
import type { Names } from './names.ts'
import type { OverviewField } from './sections.ts'

/** Length of a value in which words are found, in UTF-16 code units. */
const MAX_SEARCHED_LENGTH = 20_000

/**
 * Returns a test of whether a field has all words of a search in its label, its key, its value or the
 * names of ids in it. Case and accents are ignored. A search without words matches every field.
 */
export function createFieldSearch(search: string, names: Names): (field: OverviewField) => boolean {
  const words = wordsOf(search)
  if (words.length === 0) return () => true
  return ({ label, key, value }) => {
    const content = textOf(value).slice(0, MAX_SEARCHED_LENGTH)
    const text = fold([label, key, content, ...namesOfIds(content, names)].join('\n'))
    return words.every((word) => text.includes(word))
  }
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Characters of ids. */
const HEXADECIMAL = /[\da-f-]{24,}/giu

/** Returns the names of the ids in a text. */
function namesOfIds(text: string, names: Names): readonly string[] {
  return (text.match(HEXADECIMAL) ?? []).flatMap((id) => names.get(id) ?? [])
}
