import { fold } from '../../../electron/contract/fold.ts'
import type { OverviewField } from './sections.ts'

/** Length of a value in which words are found, in UTF-16 code units. */
const MAX_SEARCHED_LENGTH = 20_000

/**
 * Returns a test of whether a field has all words of a search in its label, its key or its value. Case and
 * accents are ignored. A search without words matches every field.
 */
export function createFieldSearch(search: string): (field: OverviewField) => boolean {
  const words = fold(search)
    .split(/\s+/u)
    .filter((word) => word !== '')
  if (words.length === 0) return () => true
  return ({ label, key, value }) => {
    const text = fold(`${label}\n${key}\n${textOf(value).slice(0, MAX_SEARCHED_LENGTH)}`)
    return words.every((word) => text.includes(word))
  }
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
