import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, MAX_LIST_FILE_BYTES, readDroppedFiles } from '../../renderer/state/dropped-list.ts'

const LINES = 'A-1\r\nRegalstopper größe\r\n'

function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

const file = (name: string, ...parts: readonly (string | Uint8Array<ArrayBuffer>)[]): File =>
  new File([...parts], name)

describe('a dropped file', () => {
  it('is decoded as spreadsheets and editors write it', () => {
    for (const bytes of [
      Buffer.from(LINES),
      Buffer.from(`\ufeff${LINES}`),
      Buffer.from(LINES, 'latin1'),
      utf16(LINES, 'le'),
      utf16(LINES, 'be'),
    ])
      expect(decodeText(bytes)).toBe(LINES)
    // The euro sign and quotation marks of Windows-1252.
    expect(decodeText(new Uint8Array([0x80, 0x84, 0x93]))).toBe('€„“')
    expect(decodeText(new Uint8Array())).toBe('')
  })

  it('is not text if it has control characters', () => {
    for (const bytes of [
      Buffer.from('PK\u0003\u0004'),
      Buffer.from('a\0b'),
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ])
      expect(decodeText(bytes)).toBeNull()
  })

  it('keeps any text without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.stringMatching(/^[^\p{C}]$/u) }), (text) => {
        expect(decodeText(new TextEncoder().encode(text))).toBe(text)
        expect(decodeText(utf16(text, 'le'))).toBe(text)
      }),
    )
  })

  it('is read together with the others', async () => {
    expect(await readDroppedFiles([file('a.txt', '1\n2'), file('b.csv', '3')])).toEqual({ text: '1\n2\n3' })
  })

  it('is refused with its name, the reason and what to do', async () => {
    expect(await readDroppedFiles([file('list.xlsx', 'PK\u0003\u0004')])).toEqual({
      problem: '“list.xlsx” isn’t a text file. Save it as text or CSV.',
    })
    const half = new Uint8Array(MAX_LIST_FILE_BYTES / 2).fill(65)
    expect(await readDroppedFiles([file('a.txt', half), file('b.txt', half)])).toHaveProperty('text')
    const advice = 'Use a shorter list.'
    const tooLarge = 'larger than 5 MB'
    expect(await readDroppedFiles([file('a.txt', half), file('b.txt', half, 'A')])).toEqual({
      problem: `The files are ${tooLarge}. ${advice}`,
    })
    expect(await readDroppedFiles([file('a.txt', 'A'), file('b.txt', half, half, 'A')])).toEqual({
      problem: `“b.txt” is ${tooLarge}. ${advice}`,
    })
    const unreadable = Object.assign(file('folder'), { arrayBuffer: () => Promise.reject(new Error('no')) })
    expect(await readDroppedFiles([unreadable])).toEqual({
      problem: '“folder” couldn’t be read. Check that you can open it.',
    })
  })
})
