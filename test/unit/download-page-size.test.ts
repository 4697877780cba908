import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPageSize, INITIAL_PAGE_SIZE, MAX_PAGE_SIZE } from '../../electron/download/page-size.ts'
import { pageOutcome } from '../support/page-outcome.ts'

/** Too slow for larger pages. */
const SLOW = 1_000
const QUICK = 999

describe('page size', () => {
  it('is proven by a full page', () => {
    const size = createPageSize()
    expect(size.isProven).toBe(false)
    size.addSample({
      requested: INITIAL_PAGE_SIZE,
      stated: INITIAL_PAGE_SIZE,
      listed: INITIAL_PAGE_SIZE,
      toEnd: 1_000,
      tookMs: SLOW,
      bytes: 0,
    })
    expect(size).toMatchObject({ current: INITIAL_PAGE_SIZE, isProven: true })
  })

  it('follows the limit that the service applied', () => {
    const size = createPageSize()
    size.addSample({ requested: 200, stated: 50, listed: 50, toEnd: 1_000, tookMs: SLOW, bytes: 0 })
    expect(size).toMatchObject({ current: 50, isProven: true })
  })

  it('follows the number of received items if the service sends more than requested', () => {
    const size = createPageSize()
    size.addSample({ requested: 200, stated: 10, listed: 500, toEnd: 1_000, tookMs: SLOW, bytes: 0 })
    expect(size.current).toBe(500)
  })

  it('shrinks only after several unexplained short pages, and never to a tiny size', () => {
    const size = createPageSize()
    for (const listed of [40, 100, 60]) {
      expect(size.current).toBe(INITIAL_PAGE_SIZE)
      size.addSample({ requested: size.current, stated: null, listed, toEnd: 10_000, tookMs: SLOW, bytes: 0 })
    }
    expect(size).toMatchObject({ current: 100, isProven: true })
    for (let page = 0; page < 30; page += 1) {
      size.addSample({
        requested: size.current,
        stated: null,
        listed: 1,
        toEnd: 10_000,
        tookMs: SLOW,
        bytes: 0,
      })
    }
    expect(size.current).toBe(25)
  })

  /** Returns the sizes requested in turn if every full page takes this long. */
  function sizesAt(msOf: (asked: number) => number, pages = 5): readonly number[] {
    const size = createPageSize()
    return Array.from({ length: pages }, () => {
      const requested = size.current
      size.addSample({
        requested,
        stated: requested,
        listed: requested,
        toEnd: 1e6,
        tookMs: msOf(requested),
        bytes: 0,
      })
      expect(size.isProven).toBe(size.current === requested)
      return requested
    })
  }

  it('grows while pages are fast, one page at a time, up to 1,000', () => {
    expect(sizesAt(() => 0)).toEqual([200, 1_000, 1_000, 1_000, 1_000])
    // In proportion: 200 in 400 ms are 500 in a second.
    expect(sizesAt((asked) => 2 * asked)).toEqual([200, 500, 500, 500, 500])
    // If the time hardly depends on the size, a fast page could have been at least twice as long.
    expect(sizesAt(() => QUICK)).toEqual([200, 400, 800, MAX_PAGE_SIZE, MAX_PAGE_SIZE])
    expect(sizesAt(() => 250)).toEqual([200, 800, 1_000, 1_000, 1_000])
    // A slow page, or one that the end of the list shortened, is no reason to grow.
    const slow = createPageSize()
    slow.addSample({ requested: 200, stated: 200, listed: 200, toEnd: 1e6, tookMs: SLOW, bytes: 0 })
    slow.addSample({ requested: 200, stated: 200, listed: 30, toEnd: 30, tookMs: QUICK, bytes: 0 })
    expect(slow).toMatchObject({ current: 200, isProven: true })
  })

  it('follows the size of the items', () => {
    const size = createPageSize()
    const sizes = [900_000, 900_000, 100_000, 1_000, 1_000].map((bytesOfItem) => {
      const listed = size.current
      size.addSample({
        requested: listed,
        stated: listed,
        listed,
        toEnd: 1e6,
        tookMs: 1,
        bytes: listed * bytesOfItem,
      })
      return size.current
    })
    expect(sizes).toEqual([9, 9, 83, MAX_PAGE_SIZE, MAX_PAGE_SIZE])
    size.addSample({ requested: 1_000, stated: 1_000, listed: 1, toEnd: 1, tookMs: 1, bytes: 100_000_000 })
    expect(size.current).toBe(1)
  })

  const full = (size: ReturnType<typeof createPageSize>) => {
    size.addSample({
      requested: size.current,
      stated: size.current,
      listed: size.current,
      toEnd: 1e6,
      tookMs: 1,
      bytes: 0,
    })
  }

  it('never again requests a size that was refused or not applied', () => {
    const refused = createPageSize()
    full(refused)
    expect(refused.shrinkAfterRefusal(1_000)).toBe(true)
    full(refused)
    full(refused)
    expect(refused.current).toBe(500)
    const capped = createPageSize()
    full(capped)
    capped.addSample({ requested: 1_000, stated: 250, listed: 250, toEnd: 1e6, tookMs: 1, bytes: 0 })
    full(capped)
    expect(capped).toMatchObject({ current: 250, isProven: true })
  })

  it('returns to the last size that worked after a failure, and does not grow again', () => {
    const size = createPageSize()
    full(size)
    expect(size.current).toBe(MAX_PAGE_SIZE)
    expect(size.shrinkAfterFailure(MAX_PAGE_SIZE)).toBe(true)
    expect(size).toMatchObject({ current: INITIAL_PAGE_SIZE, isProven: true })
    // Another request of the larger size was pending.
    expect(size.shrinkAfterFailure(MAX_PAGE_SIZE)).toBe(true)
    full(size)
    expect(size.current).toBe(INITIAL_PAGE_SIZE)
    // That size has worked, so it is not the cause.
    expect(size.shrinkAfterFailure(INITIAL_PAGE_SIZE)).toBe(false)
  })

  it('shrinks once if the first page fails, and gives up if the next one fails too', () => {
    const size = createPageSize()
    expect(size.shrinkAfterFailure(INITIAL_PAGE_SIZE)).toBe(true)
    expect(size).toMatchObject({ current: INITIAL_PAGE_SIZE / 4, isProven: false })
    expect(size.shrinkAfterFailure(size.current)).toBe(false)
  })

  describe('after an interruption', () => {
    /** Consecutive pages of a journal: the requested size, the stated limit, the listed items. */
    const journal = (
      ...pages: readonly (readonly [asked: number, stated: number | null, listed: number])[]
    ) => {
      let start = 0
      return pages.map(([asked, limit, listed]) => {
        const range = { pass: 1, part: 'sweep', round: 0, start, end: start + asked } as const
        start += listed
        return pageOutcome({ range, limit, listed, totalCount: 100_000 })
      })
    }

    it('continues with the size of the earlier pages', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 1_000 }), fc.option(fc.nat(1_000)), (asked, limit) => {
          const { current } = createPageSize(journal([asked, limit, 1]))
          expect(current).toBe(limit === null || limit === 0 ? asked : Math.min(asked, limit))
        }),
      )
      expect(createPageSize().current).toBe(INITIAL_PAGE_SIZE)
    })

    it.each([
      ['the limit that the service stated', [[200, 100, 100]], 100],
      [
        'a limit that the service stated earlier',
        [
          [1_000, 300, 300],
          [300, 300, 300],
          [120, 120, 120],
        ],
        300,
      ],
      [
        'a size that was full twice, as after a refusal',
        [
          [200, 200, 200],
          [250, 250, 250],
          [250, 250, 250],
        ],
        250,
      ],
    ] as const)('does not request more than %s', (_, pages, most) => {
      const size = createPageSize(journal(...pages))
      const tried = Array.from({ length: 5 }, () => {
        const { current } = size
        full(size)
        return current
      })
      expect(Math.max(...tried)).toBe(most)
    })

    it('continues to grow if it had not reached a limit', () => {
      const size = createPageSize(journal([200, 200, 200], [400, 400, 400]))
      full(size)
      expect(size.current).toBe(MAX_PAGE_SIZE)
      // The last page of a list is short because nothing follows.
      const [last] = journal([200, 30, 30])
      const end = createPageSize(last === undefined ? [] : [{ ...last, totalCount: 30 }])
      expect(end.current).toBe(INITIAL_PAGE_SIZE)
    })
  })

  it('does not count the last page of a list as short', () => {
    const size = createPageSize()
    size.addSample({ requested: 200, stated: 200, listed: 200, toEnd: 230, tookMs: SLOW, bytes: 0 })
    size.addSample({ requested: 200, stated: 200, listed: 30, toEnd: 30, tookMs: SLOW, bytes: 0 })
    expect(size.current).toBe(200)
  })

  it('halves when refused, down to one and no further', () => {
    const size = createPageSize()
    const tried: number[] = []
    do tried.push(size.current)
    while (size.shrinkAfterRefusal(size.current))
    expect(tried).toEqual([200, 100, 50, 25, 12, 6, 3, 1])
  })

  it('does not halve again for requests of the older size', () => {
    const size = createPageSize()
    for (let page = 0; page < 4; page += 1) expect(size.shrinkAfterRefusal(200)).toBe(true)
    expect(size.current).toBe(100)
  })

  it('gives up after one or two time-outs, counted again after each page', () => {
    const size = createPageSize()
    // The second request was made before the size shrank, so it says nothing about the new size.
    expect([size.shrinkAfterTimeout(200), size.shrinkAfterTimeout(200), size.shrinkAfterTimeout(50)]).toEqual(
      [true, true, false],
    )
    size.addSample({ requested: 50, stated: 50, listed: 50, toEnd: 1_000, tookMs: SLOW, bytes: 0 })
    expect([size.shrinkAfterTimeout(50), size.shrinkAfterTimeout(12), size.shrinkAfterTimeout(3)]).toEqual([
      true,
      true,
      false,
    ])
    expect(size.current).toBe(3)
  })

  it('stays a positive integer for any response', () => {
    const anything = fc.oneof(fc.nat(2_000), fc.constant(null))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anything, fc.nat(2_000), anything, fc.nat(3)), { maxLength: 50 }),
        (events) => {
          const size = createPageSize()
          for (const [stated, listed, toEnd, kind] of events) {
            if (kind === 0)
              size.addSample({ requested: size.current, stated, listed, toEnd, tookMs: listed, bytes: 0 })
            else if (kind === 1) size.shrinkAfterRefusal(size.current)
            else if (kind === 2) size.shrinkAfterTimeout(size.current)
            else size.shrinkAfterFailure(size.current)
            expect(Number.isSafeInteger(size.current) && size.current >= 1).toBe(true)
          }
        },
      ),
    )
  })
})
