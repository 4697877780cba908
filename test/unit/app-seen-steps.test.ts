import { describe, expect, it } from 'vitest'
import { SeenSteps } from '../../electron/app/seen-steps.ts'
import type { SeenMark } from '../../electron/store/types.ts'

/** Returns the steps of a store whose campaigns have as many unseen changes as their id states. */
function createSteps() {
  const restored: [campaignId: string, count: number][] = []
  const steps = new SeenSteps({
    markSeen: (campaignId) =>
      Promise.resolve(
        Array.from({ length: Number(campaignId) }, (_, index): SeenMark => [`ci-${String(index)}`, 1]),
      ),
    markUnseen: (campaignId, marks) => {
      restored.push([campaignId, marks.length])
      return Promise.resolve(campaignId !== '3')
    },
  })
  return { steps, restored }
}

describe('the steps of changes that were marked as seen', () => {
  it('can be reverted once, each with its marks', async () => {
    const { steps, restored } = createSteps()
    const two = (await steps.mark(['2'], null)) ?? 0
    const five = (await steps.mark(['5'], null)) ?? 0
    expect(await steps.revert(two)).toEqual(['2'])
    expect(await steps.revert(two)).toEqual([])
    expect(await steps.revert(five)).toEqual(['5'])
    expect(restored).toEqual([
      ['2', 2],
      ['5', 5],
    ])
  })

  it('are none without unseen changes, and cannot be reverted in a removed campaign', async () => {
    const { steps } = createSteps()
    expect(await steps.mark(['0'], null)).toBeNull()
    expect(await steps.revert((await steps.mark(['3'], null)) ?? 0)).toEqual([])
  })

  it('are reverted as a whole, whatever the number of campaigns', async () => {
    const { steps, restored } = createSteps()
    // Too many marks for a step.
    expect(await steps.mark(['1', '100000'], null)).toBeNull()
    const few = Array.from({ length: 150 }, (_, index) => String(index))
    const reverted = await steps.revert((await steps.mark(few, null)) ?? 0)
    expect(reverted).toEqual(few.filter((id) => id !== '0' && id !== '3'))
    expect(restored).toHaveLength(149)
  })

  it('are stored up to a number of steps and of marks, the latest ones', async () => {
    const { steps } = createSteps()
    const first = (await steps.mark(['1'], null)) ?? 0
    const second = (await steps.mark(['1'], null)) ?? 0
    for (let count = 0; count < 99; count += 1) await steps.mark(['1'], null)
    expect(await steps.revert(first)).toEqual([])
    expect(await steps.revert(second)).toEqual(['1'])
    const third = second + 1
    const large = (await steps.mark(['99990'], null)) ?? 0
    expect(await steps.revert(third)).toEqual([])
    expect(await steps.revert(large)).toEqual(['99990'])
  })
})
