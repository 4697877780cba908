import type { Turn } from '../../electron/service/types.ts'

/** A turn that comes when the test says so, and notes how long was waited. */
export function turnToGive(): { readonly turn: Turn; readonly waits: number[]; readonly give: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const waits: number[] = []
  let hasCome = false
  return {
    waits,
    turn: {
      get hasCome() {
        return hasCome
      },
      come: promise,
      waited: (milliseconds) => void waits.push(milliseconds),
    },
    give() {
      hasCome = true
      resolve(undefined)
    },
  }
}
