import { Script } from 'node:vm'

/**
 * A property of the global object, because a script can be given nothing else. Only set while a script runs.
 */
const WORK = '__campaignDeskLimitedWork'
const script = new Script(`globalThis.${WORK}()`)

/**
 * Does the work, and stops it when it takes longer than so many milliseconds, even in the middle of a regular
 * expression: nothing else can interrupt those. Gives false when it was stopped. The work must not hold
 * anything open that it would have to close: it does not get the chance.
 */
export function finishesWithin(limitMs: number, work: () => void): boolean {
  Object.defineProperty(globalThis, WORK, { value: work, configurable: true })
  try {
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(limitMs)) })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return false
    throw error
  } finally {
    Reflect.deleteProperty(globalThis, WORK)
  }
}
