import { buildItem, type JsonObject } from './store.ts'

const PAGES = 10
const ITEMS_PER_PAGE = 150

/**
 * Builds the pages of a campaign. In each generation, some items of the previous one are deleted, changed or
 * unchanged, and some are added.
 */
export function generationPages(generation: number): readonly (readonly JsonObject[])[] {
  return Array.from({ length: PAGES }, (_, page) =>
    Array.from({ length: ITEMS_PER_PAGE }, (_item, index) => {
      const number = generation * 100 + page * ITEMS_PER_PAGE + index
      return buildItem(number, { round: number % 3 === 0 ? generation : 0, padding: 'x'.repeat(700) })
    }),
  )
}
