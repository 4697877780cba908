import { buildItem, type JsonObject } from './store.ts'

const PAGES = 10
const ITEMS_A_PAGE = 150

/**
 * The pages of a campaign at a time: in the next generation, items are added, deleted, changed and unchanged.
 */
export function generationPages(generation: number): readonly (readonly JsonObject[])[] {
  return Array.from({ length: PAGES }, (_, page) =>
    Array.from({ length: ITEMS_A_PAGE }, (_item, at) => {
      const number = generation * 100 + page * ITEMS_A_PAGE + at
      return buildItem(number, { round: number % 3 === 0 ? generation : 0, padding: 'x'.repeat(700) })
    }),
  )
}
