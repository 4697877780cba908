import { array, assert, constantFrom, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { CampaignTitles } from '../../renderer/state/campaign-titles.ts'
import { makeCampaign } from '../support/contract-values.ts'

const titlesOf = (names: readonly string[]): CampaignTitles =>
  new CampaignTitles(names.map((name, index) => makeCampaign({ id: String(index), name })))

test('titles of which only the ends differ are found, wherever they are in the list', () => {
  const titles = titlesOf(['Summer 2026 · wave 1', 'Καλοκαίρι', 'Summer 2026 · wave 2', 'Winter'])
  expect(titles.beginsLikeAnother('Summer 2026 · wave 1', 'Summer 2026 ·'.length)).toBe(true)
  expect(titles.beginsLikeAnother('Summer 2026 · wave 2', 'Summer 2026 ·'.length)).toBe(true)
  expect(titles.beginsLikeAnother('Winter', 3)).toBe(false)
})

test('campaigns with the same title are not told apart by its end', () => {
  const titles = titlesOf(['Winter', 'Winter', 'Summer'])
  expect(titles.beginsLikeAnother('Winter', 4)).toBe(false)
})

test('the answer is that of a comparison with each title', () => {
  const name = array(constantFrom('a', 'b', 'é', '\uffff', '\u{1f600}'), { minLength: 1, maxLength: 5 })
  assert(
    property(array(name), name, nat(6), (names, parts, length) => {
      const all = [...names.map((each) => each.join('')), parts.join('')]
      const title = parts.join('')
      const expected = all.some((each) => each !== title && each.startsWith(title.slice(0, length)))
      expect(titlesOf(all).beginsLikeAnother(title, length)).toBe(expected)
    }),
  )
})
