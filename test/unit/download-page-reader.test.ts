import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPageReader } from '../../electron/download/page-reader.ts'
import { createPageSize, INITIAL_PAGE_SIZE } from '../../electron/download/page-size.ts'
import { ResponseTooLarge } from '../../electron/service/response-checks.ts'
import { pageOutcome } from '../support/page-outcome.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the page reader', () => {
  it.each([
    ['a slow page', 0, INITIAL_PAGE_SIZE],
    ['a fast page that waited for its permit', 1_400, 2 * INITIAL_PAGE_SIZE],
  ])('does not count time spent waiting for a read permit: %s', async (_, heldMs, size) => {
    let time = 5_000
    vi.spyOn(performance, 'now').mockImplementation(() => time)
    const pageSize = createPageSize()
    const reader = createPageReader(
      {
        fetch: async (_limit, _skip, { readPermit }) => {
          await readPermit?.granted
          time += 2_000
          readPermit?.recordWait(heldMs)
          return new Uint8Array()
        },
        stage: (asked) => {
          time += 10_000
          const range = { pass: 1, part: 'sweep', round: 0, ...asked } as const
          return Promise.resolve(pageOutcome({ range, listed: INITIAL_PAGE_SIZE, totalCount: 100_000 }))
        },
      },
      pageSize,
      new AbortController().signal,
    )
    await reader.receive(reader.request({ start: 0, end: INITIAL_PAGE_SIZE }))
    expect(pageSize.current).toBe(size)
  })

  it('reads a response to its end only after its permit is granted', async () => {
    const taken: number[] = []
    const reader = createPageReader(
      {
        fetch: async (_limit, skip, { readPermit }) => {
          await readPermit?.granted
          taken.push(skip)
          return new Uint8Array()
        },
        stage: (asked) =>
          Promise.resolve(pageOutcome({ range: { pass: 1, part: 'sweep', round: 0, ...asked } })),
      },
      createPageSize(),
      new AbortController().signal,
    )
    const flights = [0, 10, 20].map((start) => reader.request({ start, end: start + 10 }))
    for (const flight of flights) {
      await new Promise((resolve) => setImmediate(resolve))
      expect(taken).toHaveLength(flight.range.start / 10)
      await reader.receive(flight)
    }
    expect(taken).toEqual([0, 10, 20])
  })

  it('requests a page again with fewer items if it is too large', async () => {
    const pageSize = createPageSize()
    const exchange = { host: 'localhost', label: 'GET /campaign-items' }
    const reader = createPageReader(
      {
        fetch: () => Promise.reject(new ResponseTooLarge(exchange)),
        stage: () => Promise.reject(new Error('Nothing was fetched.')),
      },
      pageSize,
      new AbortController().signal,
    )
    const readNext = (): Promise<unknown> =>
      reader.receive(reader.request({ start: 0, end: pageSize.current }))
    expect(await readNext()).toBeNull()
    expect(pageSize.current).toBe(INITIAL_PAGE_SIZE / 2)
    while (pageSize.current > 1) await readNext()
    // A single item cannot be split.
    await expect(readNext()).rejects.toMatchObject({ code: 'badAnswer' })
  })
})
