import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairNames, suggestedPair } from '../../renderer/state/suggested-pair.ts'
import { makeCampaign } from '../support/contract-values.ts'

const named = (...names: readonly string[]) =>
  names.map((name, index) => makeCampaign({ id: `k${String(index)}`, name }))
const suggestedNames = (...names: readonly string[]) =>
  suggestedPair(named(...names))?.map(({ name }) => name) ?? null

describe('the suggestion of two campaigns', () => {
  it('finds names that differ only by a year, the earlier one first', () => {
    expect(suggestedNames('Autumn 2026', 'Kids Week', 'Autumn 2025')).toEqual(['Autumn 2025', 'Autumn 2026'])
    expect(suggestedNames('2025 Autumn', '2024 autumn')).toEqual(['2024 autumn', '2025 Autumn'])
    expect(suggestedNames('Autumn', 'Autumn 2025')).toEqual(['Autumn 2025', 'Autumn'])
  })

  it('prefers the latest years', () => {
    expect(suggestedNames('A 2023', 'A 2024', 'A 2025', 'B 2020', 'B 2021')).toEqual(['A 2024', 'A 2025'])
  })

  it('suggests nothing for other differences, equal names and names without words', () => {
    expect(suggestedNames('Autumn 2025', 'Winter 2025')).toBeNull()
    expect(suggestedNames('Autumn 2025', 'Autumn 2025')).toBeNull()
    expect(suggestedNames('2025', '2026', 'Item 20251', 'Item 20261')).toBeNull()
  })

  it('suggests only downloaded campaigns', () => {
    const [first, second] = named('Autumn 2025', 'Autumn 2026')
    if (first === undefined || second === undefined) throw new Error('There are two')
    expect(suggestedPair([first, { ...second, copy: 'none' }])).toBeNull()
  })

  it('never suggests a campaign with itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('A 2024', 'A 2025', 'A', 'B 2025', 'B 2026', ''), { maxLength: 8 }),
        (names) => {
          const pair = suggestedPair(named(...names))
          if (pair !== null) expect(pair[0].name).not.toBe(pair[1].name)
        },
      ),
    )
  })
})

describe('short names of two campaigns', () => {
  it('are the years if only these differ', () => {
    expect(pairNames(['Autumn 2025', 'Autumn 2026'])).toEqual(['2025', '2026'])
    expect(pairNames(['Autumn 2025', 'Winter 2026'])).toEqual(['Autumn 2025', 'Winter 2026'])
    expect(pairNames(['Autumn', 'Autumn 2026'])).toEqual(['Autumn', 'Autumn 2026'])
  })
})
