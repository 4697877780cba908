import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPageSize, FIRST_PAGE_SIZE } from '../../electron/download/page-size.ts'

describe('page size', () => {
  it('is proven by a full page', () => {
    const size = createPageSize()
    expect(size.proven).toBe(false)
    size.learn({ asked: FIRST_PAGE_SIZE, stated: FIRST_PAGE_SIZE, listed: FIRST_PAGE_SIZE, toEnd: 1_000 })
    expect(size).toMatchObject({ current: FIRST_PAGE_SIZE, proven: true })
  })

  it('takes what the service says it applied', () => {
    const size = createPageSize()
    size.learn({ asked: 200, stated: 50, listed: 50, toEnd: 1_000 })
    expect(size).toMatchObject({ current: 50, proven: true })
  })

  it('takes what came when a service sends more than asked, whatever it says', () => {
    const size = createPageSize()
    size.learn({ asked: 200, stated: 10, listed: 500, toEnd: 1_000 })
    expect(size.current).toBe(500)
  })

  it('believes unexplained short pages only when they go on, and never guesses a tiny size', () => {
    const size = createPageSize()
    for (const listed of [40, 100, 60]) {
      expect(size.current).toBe(FIRST_PAGE_SIZE)
      size.learn({ asked: size.current, stated: null, listed, toEnd: 10_000 })
    }
    expect(size).toMatchObject({ current: 100, proven: true })
    for (let page = 0; page < 30; page += 1) {
      size.learn({ asked: size.current, stated: null, listed: 1, toEnd: 10_000 })
    }
    expect(size.current).toBe(25)
  })

  it('does not take the last page of a list for a short one', () => {
    const size = createPageSize()
    size.learn({ asked: 200, stated: 200, listed: 200, toEnd: 230 })
    size.learn({ asked: 200, stated: 200, listed: 30, toEnd: 30 })
    expect(size.current).toBe(200)
  })

  it('halves when refused, down to one and no further', () => {
    const size = createPageSize()
    const tried: number[] = []
    do tried.push(size.current)
    while (size.refused(size.current))
    expect(tried).toEqual([200, 100, 50, 25, 12, 6, 3, 1])
  })

  it('does not halve again for pages that were asked for before it did', () => {
    const size = createPageSize()
    for (let page = 0; page < 4; page += 1) expect(size.refused(200)).toBe(true)
    expect(size.current).toBe(100)
  })

  it('gives up after a time-out or two, and begins to count anew after a page', () => {
    const size = createPageSize()
    // The second one was asked for before the size became smaller: it says nothing about the new one.
    expect([size.tookTooLong(200), size.tookTooLong(200), size.tookTooLong(50)]).toEqual([true, true, false])
    size.learn({ asked: 50, stated: 50, listed: 50, toEnd: 1_000 })
    expect([size.tookTooLong(50), size.tookTooLong(12), size.tookTooLong(3)]).toEqual([true, true, false])
    expect(size.current).toBe(3)
  })

  it('stays a whole number from one on, whatever a service says', () => {
    const anything = fc.oneof(fc.nat(2_000), fc.constant(null))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anything, fc.nat(2_000), anything, fc.nat(2)), { maxLength: 50 }),
        (events) => {
          const size = createPageSize()
          for (const [stated, listed, toEnd, kind] of events) {
            if (kind === 0) size.learn({ asked: size.current, stated, listed, toEnd })
            else if (kind === 1) size.refused(size.current)
            else size.tookTooLong(size.current)
            expect(Number.isSafeInteger(size.current) && size.current >= 1).toBe(true)
          }
        },
      ),
    )
  })
})
