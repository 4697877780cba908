import type { ReadPermit } from '../../electron/service/types.ts'

/** A permit that the test grants, and the reported waiting times. */
export function turnToGive(): {
  readonly turn: ReadPermit
  readonly waits: number[]
  readonly give: () => void
} {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const waits: number[] = []
  let hasCome = false
  return {
    waits,
    turn: {
      get isGranted() {
        return hasCome
      },
      granted: promise,
      recordWait: (milliseconds) => void waits.push(milliseconds),
    },
    give() {
      hasCome = true
      resolve(undefined)
    },
  }
}
