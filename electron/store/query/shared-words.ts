import type { ReadHandle } from '../database/handles.ts'
import { keysAt, type Scope } from './scope.ts'

/** Names that are compared, spread evenly over the items. */
const SAMPLE_NAMES = 200
/** Compared characters of a name. */
const MAX_NAME_LENGTH = 200
/** Fewer names share words by chance. */
const MIN_NAMES = 8
/** Share of the names that must begin with the words. A few items of a campaign are named differently. */
const MIN_SHARE = 0.8

/** A word with the spaces and punctuation after it. */
const WORD = /[\p{L}\p{N}][^\s]*[\s\p{P}]+/uy

/**
 * Returns the words with which most item names of a scope begin, with the space after them, such as a brand;
 * empty if there are none. Must run inside a read transaction.
 */
export function sharedWords(handle: ReadHandle, scope: Scope): string {
  const count = Math.min(scope.total, SAMPLE_NAMES)
  const indexes = Int32Array.from({ length: count }, (_, index) => Math.floor((index * scope.total) / count))
  const nameOf = handle.values<string | null>(
    `SELECT substr(item_name, 1, ${String(MAX_NAME_LENGTH)}) FROM items WHERE key = ?`,
  )
  const names: string[] = []
  for (const key of keysAt(scope, indexes)) {
    const name = nameOf.get(key) ?? null
    if (typeof name === 'string' && name !== '') names.push(name)
  }
  return sharedStart(names)
}

/** Returns the words with which most of these names begin; see {@link sharedWords}. */
export function sharedStart(names: readonly string[]): string {
  if (names.length < MIN_NAMES) return ''
  let start = ''
  for (;;) {
    const counts = new Map<string, number>()
    for (const name of names) {
      if (!name.startsWith(start)) continue
      WORD.lastIndex = start.length
      const [word] = WORD.exec(name) ?? []
      if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    const [next, share] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])
    if (next === '' || share < names.length * MIN_SHARE) return start
    start += next
  }
}
