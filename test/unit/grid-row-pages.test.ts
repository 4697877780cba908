import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowPages } from '../../renderer/lists/row-pages.ts'

interface Request {
  readonly start: number
  readonly count: number
  readonly answer: () => Promise<void>
  readonly fail: () => Promise<void>
}

/** Pages of numbers, whose requests the test answers. */
function pagesOver(
  count: number,
  options: { maxPages?: number } = {},
): {
  readonly pages: RowPages<number>
  readonly pending: Request[]
  readonly requests: Request[]
  readonly failures: unknown[]
} {
  const pending: Request[] = []
  const requests: Request[] = []
  const failures: unknown[] = []
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  const pages = new RowPages<number>({
    count,
    pageSize: 10,
    ...options,
    onFailure: (error) => failures.push(error),
    load: (start, size) =>
      new Promise((resolve, reject) => {
        const end = (): void => void pending.splice(pending.indexOf(request), 1)
        const request: Request = {
          start,
          count: size,
          answer: () => {
            end()
            resolve(Array.from({ length: Math.min(size, count - start) }, (_, index) => start + index))
            return settled()
          },
          fail: () => {
            end()
            reject(new Error('lost'))
            return settled()
          },
        }
        pending.push(request)
        requests.push(request)
      }),
  })
  return { pages, pending, requests, failures }
}

async function answerAll(pending: Request[]): Promise<void> {
  for (let turn = 0; turn < 1_000 && pending.length > 0; turn += 1) await pending[0]?.answer()
}

describe('RowPages', () => {
  it('loads visible rows in one request, then rows ahead', async () => {
    const { pages, pending, requests } = pagesOver(1_000)
    pages.request(15, 34, 1)
    expect(pending.map(({ start, count }) => [start, count])).toEqual([
      [10, 50],
      [0, 10],
    ])
    await answerAll(pending)
    expect(pages.get(15)).toBe(15)
    expect(requests.every(({ count }) => count <= 50)).toBe(true)
    expect(pages.get(65)).toBe(65)
    expect(pages.get(70)).toBeUndefined()
  })

  it('never loads a row twice', async () => {
    const { pages, pending, requests } = pagesOver(1_000)
    pages.request(0, 9, 0)
    pages.request(0, 9, 0)
    pages.request(2, 9, 0)
    await answerAll(pending)
    const indexes = requests.flatMap(({ start, count }) =>
      Array.from({ length: count }, (_, index) => start + index),
    )
    expect(new Set(indexes).size).toBe(indexes.length)
  })

  it('skips rows that are no longer visible while other requests run', async () => {
    const { pages, pending, requests } = pagesOver(100_000)
    for (let at = 0; at < 50_000; at += 1_000) pages.request(at, at + 9, 1)
    expect(pending.length).toBeLessThanOrEqual(2)
    await answerAll(pending)
    expect(pages.get(49_000)).toBe(49_000)
    expect(requests.length).toBeLessThan(8)
  })

  it('keeps a limited number of pages, always including the visible ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9_980), { minLength: 1, maxLength: 40 }), async (places) => {
        const { pages, pending } = pagesOver(10_000, { maxPages: 12 })
        for (const at of places) {
          pages.request(at, at + 19, 0)
          await answerAll(pending)
          for (let index = at; index < at + 20; index += 1) expect(pages.get(index)).toBe(index)
        }
        let loaded = 0
        for (let page = 0; page < 1_000; page += 1) loaded += pages.get(page * 10) === undefined ? 0 : 1
        expect(loaded).toBeLessThanOrEqual(12)
      }),
      { numRuns: 40 },
    )
  })

  it('notifies listeners of loaded rows until it is closed', async () => {
    const { pages, pending } = pagesOver(95)
    const loadedRanges: (readonly [number, number])[] = []
    pages.onRows((first, last) => loadedRanges.push([first, last]))
    pages.request(90, 94, 0)
    await pending[0]?.answer()
    expect(loadedRanges[0]?.[1]).toBe(94)
    const before = loadedRanges.length
    pages.close()
    pages.request(0, 9, 0)
    await answerAll(pending)
    expect(loadedRanges).toHaveLength(before)
  })

  it('reports a failure, and loads again only when the view asks', async () => {
    const { pages, pending, requests, failures } = pagesOver(1_000)
    pages.request(0, 9, 0)
    while (pending.length > 0) await pending[0]?.fail()
    const before = requests.length
    expect(failures.length).toBeGreaterThan(0)
    expect(pages.get(0)).toBeUndefined()
    pages.request(0, 9, 0)
    expect(requests.length).toBeGreaterThan(before)
    await answerAll(pending)
    expect(pages.get(0)).toBe(0)
  })
})
