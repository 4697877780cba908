import type { ReadPermit } from '../../electron/service/types.ts'

/** A permit that the test grants, and the reported waiting times. */
export function controlledPermit(): {
  readonly permit: ReadPermit
  readonly waits: number[]
  readonly grant: () => void
} {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const waits: number[] = []
  let isGranted = false
  return {
    waits,
    permit: {
      get isGranted() {
        return isGranted
      },
      granted: promise,
      recordWait: (milliseconds) => void waits.push(milliseconds),
    },
    grant() {
      isGranted = true
      resolve(undefined)
    },
  }
}
