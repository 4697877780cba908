import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { _electron, errors, type ElectronApplication } from 'playwright'

type LaunchOptions = NonNullable<Parameters<typeof _electron.launch>[0]>

const ATTEMPTS = 5
/** The first attempt; each further one may take twice as long, for busy machines. */
const ATTEMPT_MS = 10_000
/** An application that waits for the driver misses nothing. */
const DELAYED_MS = 120_000

/**
 * What Playwright loads first in the Electron that it finds: it delays "ready" until the driver is connected.
 * It omits this for a specified Electron, and a packaged application cannot load it.
 */
const DELAY_READY = join(
  dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'lib/server/electron/loader.js',
)

/**
 * Lets functions that tests run in main return promises. V8 tracks the promise that it makes of a plain
 * result by a weak reference, and fails the call if garbage is collected before main runs its microtasks. A
 * promise of the function is referenced until then.
 */
function returnPromises(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app)
  const evaluatePromise = (run: unknown, value: unknown): Promise<unknown> => {
    const source = `async (...values) => (${String(run)})(...values)`
    // Playwright sends the text of a function.
    const asyncRun = Object.assign((): void => undefined, { toString: () => source })
    return evaluate(asyncRun, value)
  }
  Object.assign(app, { evaluate: evaluatePromise })
}

/**
 * Starts an application with Playwright. If a window opens while the driver connects, the driver may miss a
 * navigation and wait forever (about 3 % of the starts on a busy machine). An unpackaged application is
 * delayed until then; a packaged one is ended and started again.
 * @param before is called before each attempt, because the first one may have changed files on disk.
 */
export async function launchElectron({
  isPackaged,
  before,
  ...options
}: LaunchOptions & {
  readonly isPackaged: boolean
  readonly before?: (() => void) | undefined
}): Promise<ElectronApplication> {
  const args = [...(isPackaged ? [] : ['-r', DELAY_READY]), ...(options.args ?? [])]
  for (let attempt = 1; ; attempt++) {
    before?.()
    try {
      const timeout = isPackaged ? ATTEMPT_MS * 2 ** (attempt - 1) : DELAYED_MS
      const app = await _electron.launch({ ...options, args, timeout })
      returnPromises(app)
      return app
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || !isPackaged || attempt === ATTEMPTS) throw error
    }
  }
}
