import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutIndex, cutText } from '../../renderer/components/cut-text.ts'

/** Each UTF-16 unit is ten pixels wide. */
const measure = (text: string): number => text.length * 10

/** Returns what is drawn in a width. */
function drawn(text: string, end: number, available: number): string {
  const cut = cutIndex(text, end, available, measure)
  return cut === end ? text : `${text.slice(0, cut)}…${text.slice(end)}`
}

describe('a text that is cut in the middle', () => {
  it('has its ellipsis directly after whole characters, without the space before it', () => {
    expect(drawn('Christmas 2026 – All Together', 16, 300)).toBe('Christmas 2026 – All Together')
    expect(drawn('Christmas 2026 – All Together', 16, 250)).toBe('Christmas… All Together')
    expect(drawn('Łódź 👩‍👩‍👧‍👦👩‍👩‍👧‍👦 otwarcie sklepu', 27, 300)).toBe('Łódź… otwarcie sklepu')
  })

  it('is left to the style sheet if nothing useful of its start fits', () => {
    expect(drawn('Christmas 2026 – All Together', 16, 150)).toBe('Christmas 2026 – All Together')
  })

  it('fits into its space, and no longer start fits', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(60), fc.nat(700), (text, at, available) => {
        const end = Math.min(at, text.length)
        const cut = cutIndex(text, end, available, measure)
        if (measure(text) <= available) expect(cut).toBe(end)
        if (cut === end) return
        expect(measure(drawn(text, end, available))).toBeLessThanOrEqual(available)
      }),
    )
  })
})

describe('a text that is cut to a width', () => {
  const cut = (text: string, available: number, end = text.length): string | null =>
    cutText(text, end, available, measure)

  it('is whole if it fits, and otherwise ends with an ellipsis after whole characters', () => {
    expect(cut('Christmas 2026', 140)).toBe('Christmas 2026')
    expect(cut('Christmas 2026', 139)).toBe('Christmas 20…')
    expect(cut('Christmas 2026', 120)).toBe('Christmas…')
    expect(cut('Łódź 👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 150)).toBe('Łódź…')
  })

  it('keeps its end if it has one', () => {
    expect(cut('Front of the poster v12', 150, 19)).toBe('Front of… v12')
  })

  it('is left to the style sheet if nothing useful of its start fits', () => {
    expect(cut('Christmas', 25)).toBeNull()
  })

  it('fits into its space', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(60), fc.nat(700), (text, at, available) => {
        const shown = cut(text, available, Math.min(at, text.length))
        if (shown !== null) expect(measure(shown)).toBeLessThanOrEqual(available)
      }),
    )
  })
})
