import { describe, expect, it } from 'vitest'
import { createFetchQueue } from '../../electron/artwork/fetch-queue.ts'
import { createWriteBatcher } from '../../electron/artwork/write-batcher.ts'

const deferred = (): PromiseWithResolvers<null> => Promise.withResolvers()

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const later = Symbol('later')
  await new Promise(setImmediate)
  return (await Promise.race([promise.catch(() => undefined), Promise.resolve(later)])) !== later
}

describe('createFetchQueue', () => {
  it('pauses fetching at the limit of unwritten bytes', async () => {
    const queue = createFetchQueue(() => undefined)
    const [first, second] = [deferred(), deferred()]
    queue.add(1_000, first.promise)
    await queue.waitForSpace()
    queue.add(40_000_000, second.promise)
    const space = queue.waitForSpace()
    first.resolve(null)
    expect(await isSettled(space)).toBe(false)
    second.resolve(null)
    await space
    await queue.drain()
  })

  it('rejects with the first failure and reports it at once', async () => {
    let reports = 0
    const queue = createFetchQueue(() => {
      reports += 1
    })
    const [first, second] = [deferred(), deferred()]
    queue.add(1, first.promise)
    queue.add(1, second.promise)
    first.reject(new Error('disk full'))
    expect(await isSettled(queue.drain())).toBe(false)
    expect(reports).toBe(1)
    second.resolve(null)
    await expect(queue.drain()).rejects.toThrow('disk full')
  })
})

describe('createWriteBatcher', () => {
  it('writes a single item at once, and items that arrive during a write together', async () => {
    const batches: (readonly number[])[] = []
    const first = deferred()
    const write = createWriteBatcher(async (all: readonly number[]) => {
      batches.push(all)
      if (batches.length === 1) await first.promise
      return all.map((number) => number * 2)
    })
    const outcomes = [1, 2, 3].map((number) => write(number))
    expect(batches).toEqual([[1]])
    first.resolve(null)
    expect(await Promise.all(outcomes)).toEqual([2, 4, 6])
    expect(batches).toEqual([[1], [2, 3]])
  })

  it('rejects every item of a failed batch and no other', async () => {
    const write = createWriteBatcher((all: readonly number[]) =>
      all.includes(2) ? Promise.reject(new Error('no')) : Promise.resolve(all),
    )
    const outcomes = await Promise.allSettled([1, 2, 3].map((number) => write(number)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await write(4)).toBe(4)
  })
})
