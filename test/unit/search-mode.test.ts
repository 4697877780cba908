import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectSearchMode } from '../../electron/contract/search-mode.ts'

describe('detectSearchMode', () => {
  it('returns words for texts that people mean literally', () => {
    for (const search of [
      '',
      'poster',
      'shelf wobbler left',
      '1.5 l',
      'A4 (left)',
      'C++',
      'sale 50% + more?',
      '$5 off',
      'price in $',
      'KW26-0001',
      '[new] poster',
      'café 夏祭り 👍',
      'a|',
      'folder\\file',
    ]) {
      expect(detectSearchMode(search), search).toBe('words')
    }
  })

  it('returns pattern for texts with pattern syntax', () => {
    for (const search of [
      '^KW26-00',
      'poster$',
      'wob.*left',
      'wob|post',
      'KW26-[0-9]{4}',
      '\\d{3}',
      'a\\.b',
      '[^a]b',
      '(?:ab)c',
      '(shelf|floor) wobbler',
      'poster [ab]?',
      '.+',
    ]) {
      expect(detectSearchMode(search), search).toBe('pattern')
    }
  })

  it('returns fields for a column, a phrase or an excluded word', () => {
    for (const search of [
      'pos:00123',
      'status:3,4 wobbler',
      'Locked:yes',
      '-wobbler',
      'shelf -wobbler',
      '"exact phrase"',
      '"exact phr',
      'qty:',
      'wob|post qty:>5',
    ]) {
      expect(detectSearchMode(search), search).toBe('fields')
    }
    for (const search of ['http://a', '10:30', 'colour:red', 'Poster - A4', '-5 degrees', '7" screen']) {
      expect(detectSearchMode(search), search).toBe('words')
    }
  })

  it('uses the names of the columns of a list', () => {
    const isColumn = (name: string): boolean => name === 'season'
    expect(detectSearchMode('season:sun')).toBe('words')
    expect(detectSearchMode('season:sun', isColumn)).toBe('fields')
    expect(detectSearchMode('qty:5', isColumn)).toBe('words')
  })

  it('never returns pattern for an invalid one, and returns quickly', () => {
    const sign = fc.constantFrom(...'abc ^$.*+?()[]{}|\\-0,:'.split(''))
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
        const search = signs.join('')
        if (detectSearchMode(search) === 'pattern') expect(() => new RegExp(search, 'i')).not.toThrow()
      }),
    )
    // In quadratic time, these would not end.
    for (const text of ['[-'.repeat(500_000), 'a'.repeat(1_000_000)])
      expect(detectSearchMode(text)).toBeDefined()
  })
})
