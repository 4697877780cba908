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
    const two = (await steps.mark('2', null)) ?? 0
    const five = (await steps.mark('5', null)) ?? 0
    expect(await steps.revert(two)).toBe('2')
    expect(await steps.revert(two)).toBeNull()
    expect(await steps.revert(five)).toBe('5')
    expect(restored).toEqual([
      ['2', 2],
      ['5', 5],
    ])
  })

  it('are none without unseen changes, and cannot be reverted in a removed campaign', async () => {
    const { steps } = createSteps()
    expect(await steps.mark('0', null)).toBeNull()
    expect(await steps.revert((await steps.mark('3', null)) ?? 0)).toBeNull()
  })

  it('are stored up to a number of steps and of marks, the latest ones', async () => {
    const { steps } = createSteps()
    const first = (await steps.mark('1', null)) ?? 0
    const second = (await steps.mark('1', null)) ?? 0
    for (let count = 0; count < 99; count += 1) await steps.mark('1', null)
    expect(await steps.revert(first)).toBeNull()
    expect(await steps.revert(second)).toBe('1')
    const third = second + 1
    const large = (await steps.mark('99990', null)) ?? 0
    expect(await steps.revert(third)).toBeNull()
    expect(await steps.revert(large)).toBe('99990')
  })
})
