import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isLetter, TypeAhead } from '../../renderer/components/type-ahead.ts'

const NAMES = ['Summer 2026', 'Été – Plage', 'Summer sale', 'Kids Week', '夏の祭り']

function indexAfter(letters: string): number {
  const typeAhead = new TypeAhead()
  let at = -1
  for (const letter of letters) at = typeAhead.find(letter, NAMES, at) ?? at
  return at
}

describe('TypeAhead', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    return () => vi.useRealTimers()
  })

  it.each([
    ['k', 3],
    ['KIDS W', 3],
    ['summer s', 2],
    ['ete', 1],
    ['夏', 4],
    ['s', 0],
    ['ss', 2],
    ['sss', 0],
  ])('finds by the letters %s', (letters, at) => expect(indexAfter(letters)).toBe(at))

  it('returns null if no name starts so', () => {
    expect(new TypeAhead().find('x', NAMES, 2)).toBeNull()
    expect(new TypeAhead().find('x', [], -1)).toBeNull()
  })

  it('starts again after a pause', () => {
    const typeAhead = new TypeAhead()
    expect(typeAhead.find('s', NAMES, -1)).toBe(0)
    vi.advanceTimersByTime(1_000)
    expect(typeAhead.typing).toBe(false)
    expect(typeAhead.find('k', NAMES, 0)).toBe(3)
  })

  it('ignores keys that are no letters or belong to a command', () => {
    const none = { ctrlKey: false, metaKey: false, altKey: false }
    expect(isLetter({ ...none, key: 'k' })).toBe(true)
    expect(isLetter({ ...none, key: ' ' })).toBe(false)
    expect(isLetter({ ...none, key: 'Enter' })).toBe(false)
    expect(isLetter({ ...none, key: 'k', ctrlKey: true })).toBe(false)
  })
})
