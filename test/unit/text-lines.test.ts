import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINE_LENGTH, TextLines } from '../../renderer/views/dialogs/text-lines.ts'

const linesOf = (text: string): readonly string[] => {
  const lines = new TextLines(text)
  return lines.slice(0, lines.count)
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

  it('are returned from any line on', () => {
    const text = Array.from({ length: 2_000 }, (_, index) => String(index)).join('\r\n')
    const lines = new TextLines(text)
    expect(lines.count).toBe(2_000)
    for (const first of [0, 255, 256, 1_999, 2_000])
      expect(lines.slice(first, first + 3)).toEqual(linesOf(text).slice(first, first + 3))
  })

  it('do not need memory for each of millions of line breaks', () => {
    const lines = new TextLines(`${'\n'.repeat(15_000_000)}end`)
    expect(lines.count).toBe(15_000_001)
    expect(lines.slice(14_999_999, 15_000_001)).toEqual(['', 'end'])
  })

  it('are found quickly in megabytes', () => {
    expect(new TextLines('W'.repeat(5_000_000)).count).toBe(5_000_000 / LINE_LENGTH)
    expect(new TextLines('\u0301'.repeat(1_000_000)).count).toBeGreaterThanOrEqual(1_000_000 / LINE_LENGTH)
  })
})
