import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINE_LENGTH, lineStarts, lineText } from '../../renderer/components/text-lines.ts'

const linesOf = (text: string): readonly string[] => {
  const starts = lineStarts(text)
  return starts.map((start, at) => lineText(text, start, starts[at + 1]))
}

describe('lines of a long text', () => {
  it('break at line breaks and at a maximum length', () => {
    expect(linesOf(`a\r\nb\n\n${'W'.repeat(LINE_LENGTH + 1)}`)).toEqual([
      'a',
      'b',
      '',
      'W'.repeat(LINE_LENGTH),
      'W',
    ])
    expect(linesOf('')).toEqual([''])
  })

  it('contain every character once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 1_000 }), (text) => {
        const lines = linesOf(text)
        expect(lines.join('')).toBe(text.replaceAll(/[\n\r\u2028\u2029]/gu, ''))
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(LINE_LENGTH)
      }),
    )
  })

  it('do not break inside a surrogate pair or before a combining mark', () => {
    for (let shift = 0; shift < 4; shift += 1) {
      for (const cluster of ['😀', 'e\u0301', '👍🏽']) {
        const lines = linesOf('a'.repeat(shift) + cluster.repeat(200))
        for (const line of lines)
          expect((line.length - (line.startsWith('a') ? shift : 0)) % cluster.length).toBe(0)
      }
    }
  })

  it('are found quickly in megabytes', () => {
    expect(lineStarts('W'.repeat(5_000_000))).toHaveLength(5_000_000 / LINE_LENGTH)
    expect(lineStarts('\u0301'.repeat(1_000_000)).length).toBeGreaterThanOrEqual(1_000_000 / LINE_LENGTH)
  })
})
