import { describe, expect, it } from 'vitest'
import { sharedStart } from '../../electron/store/query/shared-words.ts'

const names = (start: string): readonly string[] =>
  Array.from({ length: 20 }, (_, index) => `${start}Item ${String(index)}`)

describe('the words with which most names begin', () => {
  it('are found word by word, with the separator after them', () => {
    expect(sharedStart(names('Solenne Sun – '))).toBe('Solenne Sun – Item ')
    expect(sharedStart(['Nord: A', 'Nord: B', ...names('Nord: ')])).toBe('Nord: Item ')
  })

  it('do not have to begin every name', () => {
    expect(sharedStart([...names('Solenne '), 'A test, please ignore'])).toBe('Solenne Item ')
    expect(sharedStart([...names('Solenne '), ...names('Aurora ')])).toBe('')
  })

  it('are none if there are few names, or the names are equal', () => {
    expect(sharedStart(['Solenne A', 'Solenne B'])).toBe('')
    expect(sharedStart(Array<string>(20).fill('Poster'))).toBe('')
  })

  it('work in other scripts', () => {
    expect(sharedStart(names('Ελιά '))).toBe('Ελιά Item ')
  })
})
