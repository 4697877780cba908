import { fold } from '../../contract/fold.ts'
import type { CodedColumn } from '../index-columns.ts'
import type { CopyMemory } from './copy-memory.ts'
import type { CheckTurn } from './turn.ts'

/** Columns that a word is looked for in and whose values many items share. */
const SHARED_COLUMNS: readonly CodedColumn[] = ['elementName', 'workflowTemplateName', 'campaignName']

/** Places in the copy of the items in which each of the folded words stands somewhere. Must run inside a snapshot. */
export function placesOfWords(copy: CopyMemory, words: readonly string[], checkTurn: CheckTurn): Int32Array {
  const shared = SHARED_COLUMNS.map((column) => {
    const { codes, dictionary } = copy.coded(column)
    return { codes, texts: dictionary.map((value) => (value === null ? '' : fold(String(value)))) }
  })
  const places: number[] = []
  for (const blocks of copy.blocks()) {
    checkTurn()
    for (const block of blocks) {
      let start = 0
      for (const [at, end] of block.ends.entries()) {
        const place = block.first + at
        const own = block.irregular.get(at)?.join('\n') ?? block.text.slice(start, end)
        const text = [fold(own), ...shared.map(({ codes, texts }) => texts[codes[place] ?? 0] ?? '')].join(
          '\n',
        )
        if (words.every((word) => text.includes(word))) places.push(place)
        start = end
      }
    }
  }
  return Int32Array.from(places)
}
