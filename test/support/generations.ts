import { buildItem, type JsonObject } from './store.ts'

const PAGES = 10
const ITEMS_A_PAGE = 150

/** A campaign as it stands at some time: from one to the next, items come, go, change and stay. */
export function generationPages(generation: number): readonly (readonly JsonObject[])[] {
  return Array.from({ length: PAGES }, (_, page) =>
    Array.from({ length: ITEMS_A_PAGE }, (_item, at) => {
      const number = generation * 100 + page * ITEMS_A_PAGE + at
      return buildItem(number, { round: number % 3 === 0 ? generation : 0, padding: 'x'.repeat(700) })
    }),
  )
}
