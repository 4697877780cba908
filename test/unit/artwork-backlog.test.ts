import { describe, expect, it } from 'vitest'
import { createBacklog } from '../../electron/artwork/backlog.ts'
import { createGathering } from '../../electron/artwork/gathering.ts'

const deferred = (): PromiseWithResolvers<null> => Promise.withResolvers()

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const later = Symbol('later')
  await new Promise(setImmediate)
  return (await Promise.race([promise.catch(() => undefined), Promise.resolve(later)])) !== later
}

describe('pictures on their way to the disk', () => {
  it('let fetching go on until there are too many bytes of them', async () => {
    const backlog = createBacklog(() => undefined)
    const [first, second] = [deferred(), deferred()]
    backlog.add(1_000, first.promise)
    await backlog.room()
    backlog.add(40_000_000, second.promise)
    const room = backlog.room()
    first.resolve(null)
    expect(await isSettled(room)).toBe(false)
    second.resolve(null)
    await room
    await backlog.settled()
  })

  it('end with what failed first, which is told at once', async () => {
    let told = 0
    const backlog = createBacklog(() => {
      told += 1
    })
    const [first, second] = [deferred(), deferred()]
    backlog.add(1, first.promise)
    backlog.add(1, second.promise)
    first.reject(new Error('disk full'))
    expect(await isSettled(backlog.settled())).toBe(false)
    expect(told).toBe(1)
    second.resolve(null)
    await expect(backlog.settled()).rejects.toThrow('disk full')
  })
})

describe('a gathering', () => {
  it('hands on at once what comes alone, and together what comes while that is under way', async () => {
    const handed: (readonly number[])[] = []
    const first = deferred()
    const one = createGathering(async (all: readonly number[]) => {
      handed.push(all)
      if (handed.length === 1) await first.promise
      return all.map((number) => number * 2)
    })
    const outcomes = [1, 2, 3].map((number) => one(number))
    expect(handed).toEqual([[1]])
    first.resolve(null)
    expect(await Promise.all(outcomes)).toEqual([2, 4, 6])
    expect(handed).toEqual([[1], [2, 3]])
  })

  it('fails for all that went together, and for no other', async () => {
    const one = createGathering((all: readonly number[]) =>
      all.includes(2) ? Promise.reject(new Error('no')) : Promise.resolve(all),
    )
    const ends = await Promise.allSettled([1, 2, 3].map((number) => one(number)))
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await one(4)).toBe(4)
  })
})
