import { Script } from 'node:vm'

/** A script can only reach properties of the global object. Set while a script runs. */
const WORK = '__campaignDeskLimitedWork'
const script = new Script(`globalThis.${WORK}()`)

/**
 * Runs work and interrupts it after a time limit, which no other means can do during a regular expression.
 * Returns false if it was interrupted. The work must not need cleanup.
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
