import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideBlocks, type Block } from '../../renderer/print/divide-blocks.ts'

const entry = (height: number): Block<string> => ({ content: `entry ${String(height)}`, height })
const heading = (height: number): Block<string> => ({ content: 'heading', height, keepsNext: true })
const row = (height: number): Block<string> => ({ content: 'row', height, lead: 10 })
/** An entry that is divided into parts, as high as the space for them. */
const divided = (height: number): Block<string> => ({
  content: 'whole',
  height,
  divide: (rest, whole) => [
    { content: `part of ${String(rest)}`, height: rest },
    ...Array.from({ length: Math.floor((height - rest) / whole) }, () => ({
      content: `part of ${String(whole)}`,
      height: whole,
    })),
    { content: 'end', height: (height - rest) % whole },
  ],
})

describe('divideBlocks', () => {
  it('never divides an entry that fits on a page', () => {
    const pages = divideBlocks([entry(40), entry(50), entry(60), divided(90)], { first: 80, others: 100 })
    expect(pages).toEqual([['entry 40'], ['entry 50'], ['entry 60'], ['whole']])
  })

  it('keeps a heading with the first entry of its section', () => {
    expect(divideBlocks([entry(60), heading(20), entry(30)], { first: 100, others: 100 })).toEqual([
      ['entry 60'],
      ['heading', 'entry 30'],
    ])
    expect(divideBlocks([entry(60), heading(20), row(15)], { first: 100, others: 100 })).toEqual([
      ['entry 60'],
      ['heading', 'row'],
    ])
  })

  it('repeats the header of a table on each page', () => {
    const rows = Array.from({ length: 7 }, () => row(20))
    expect(divideBlocks(rows, { first: 50, others: 70 }).map((page) => page.length)).toEqual([2, 3, 2])
  })

  it('divides an entry that is higher than a page, and continues below its end', () => {
    const blocks = [entry(30), divided(250), entry(10)]
    expect(divideBlocks(blocks, { first: 100, others: 100 })).toEqual([
      ['entry 30', 'part of 70'],
      ['part of 100'],
      ['end', 'entry 10'],
    ])
  })

  it('starts a divided entry on a new page if little space is left', () => {
    expect(divideBlocks([entry(60), divided(150)], { first: 100, others: 100 })).toEqual([
      ['entry 60'],
      ['part of 100'],
      ['end'],
    ])
  })

  it('divides an entry that does not fit below its heading', () => {
    expect(divideBlocks([heading(20), divided(90)], { first: 100, others: 100 })).toEqual([
      ['heading', 'part of 80'],
      ['end'],
    ])
  })

  it('has one empty page without blocks', () => {
    expect(divideBlocks([], { first: 10, others: 10 })).toEqual([[]])
  })

  it('has each block once and in order, on pages that are not exceeded', () => {
    const leads = fc.constantFrom(undefined, 10)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(leads, fc.integer({ min: 1, max: 50 }))),
        fc.integer({ min: 60, max: 200 }),
        fc.integer({ min: 60, max: 200 }),
        (choices, first, others) => {
          const blocks = choices.map(([lead, height], content): Block<number> => ({
            content,
            height,
            ...(lead === undefined ? {} : { lead }),
          }))
          const pages = divideBlocks(blocks, { first, others })
          expect(pages.flat()).toEqual(blocks.map(({ content }) => content))
          for (const [page, contents] of pages.entries()) {
            const height = contents.reduce((sum, content, index) => {
              const { height: own = 0, lead = 0 } = blocks[content] ?? {}
              const follows = index > 0 && blocks[content - 1]?.lead !== undefined
              return sum + own + (follows ? 0 : lead)
            }, 0)
            expect(height).toBeLessThanOrEqual(page === 0 ? first : others)
          }
        },
      ),
    )
  })
})
