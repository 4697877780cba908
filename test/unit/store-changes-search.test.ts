import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../electron/contract/fold.ts'
import type { ChangeEntry } from '../../electron/store/changes/change-list.ts'
import { searchChanges, type ChangeText } from '../../electron/store/changes/change-search.ts'
import { repetitions } from '../support/repetitions.ts'

const text = fc.stringMatching(/^[abÄß ]{0,6}$/u)
const change = fc.record({ item: text, lines: fc.array(text, { maxLength: 3 }) })

describe('a search of changes', () => {
  it('finds exactly the lines that contain all words, with those of their item', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 8 }),
        fc.stringMatching(/^[abäß ]{1,6}$/u),
        (changes, search) => {
          const entries = changes.map(({ lines }, index): ChangeEntry => ({
            ...{ id: String(index), key: index, downloadKey: 1, since: 0 },
            kind: lines.length === 0 ? 'added' : 'changed',
            fields: lines.map((_line, line) => line),
          }))
          const texts = new Map(
            changes.map(({ item, lines }, index): [string, ChangeText] => [
              String(index),
              { item: fold(item), lines: lines.map(fold) },
            ]),
          )
          const words = fold(search)
            .split(' ')
            .filter((word) => word !== '')
          const expected: Record<string, readonly number[]> = {}
          for (const [index, { item, lines }] of changes.entries()) {
            const found = (line: string): boolean =>
              words.every((word) => fold(item).includes(word) || fold(line).includes(word))
            const fields = lines.flatMap((line, field) => (found(line) ? [field] : []))
            if (lines.length === 0 ? found('') : fields.length > 0) expected[index] = fields
          }
          const found = searchChanges(entries, texts, search)
          expect(Object.fromEntries(found.map(({ id, fields }) => [id, fields]))).toEqual(expected)
        },
      ),
      { numRuns: repetitions(300, 20_000) },
    )
  })
})
