import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formTest } from '../../electron/contract/text-form.ts'

/** The same rule as a regular expression. */
function asPattern(form: string): RegExp {
  const parts = Array.from(form, (part) => {
    if (part === '#') return '\\p{Nd}'
    if (part === '@') return '\\p{L}'
    return part === '*'
      ? '[^]*'
      : /[\w#@]/u.test(part)
        ? part
        : `\\u{${part.codePointAt(0)?.toString(16) ?? ''}}`
  })
  return new RegExp(`^${parts.join('')}$`, 'u')
}

describe('formTest', () => {
  it.each([
    ['POS-######', 'POS-004711', true],
    ['POS-######', 'POS-04711', false],
    ['POS-######', 'pos-004711', false],
    ['POS-######', 'POS-0047112', false],
    ['@@-*', 'AB-', true],
    ['@@-*', 'Äß-1 2', true],
    ['*-#', 'a-b-7', true],
    ['*', '', true],
    ['', '', true],
    ['', 'x', false],
    ['夏#', '夏7', true],
    ['😀#', '😀7', true],
  ])('matches %j and %j: %j', (form, text, hasForm) => {
    expect(formTest(form)(text)).toBe(hasForm)
  })

  it('matches the same texts as the equivalent regular expression', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'B', '1', '#', '@', '*', '-', '.', '\n', '😀'),
      maxLength: 8,
    })
    fc.assert(
      fc.property(letters, letters, (form, text) => {
        expect(formTest(form)(text)).toBe(asPattern(form).test(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('returns quickly for many asterisks', () => {
    expect(formTest('*a'.repeat(50))('a'.repeat(20_000) + 'b')).toBe(false)
  })
})
