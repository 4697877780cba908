import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { _electron, errors, type ElectronApplication } from 'playwright'

type LaunchOptions = NonNullable<Parameters<typeof _electron.launch>[0]>

const ATTEMPTS = 5
/** The first attempt; each further one may take twice as long, for machines that are busy. */
const ATTEMPT_MS = 10_000
/** An application that is held back misses nothing, and is waited for. */
const HELD_BACK_MS = 120_000

/**
 * What Playwright has an application load first when it finds Electron: it holds "ready" back
 * until the driver has connected. It leaves it out when it is told which Electron to start, and a packaged
 * application takes none.
 */
const HOLD_BACK = join(
  dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'lib/server/electron/loader.js',
)

/**
 * Starts an application under Playwright. When a window opens just while the driver is connecting, the driver
 * can wait for ever for a navigation that it has missed (some three in a hundred starts on a busy machine,
 * with the application running in good order). One that is not packaged is held back until then; of a
 * packaged one such a start is ended and made again. One that fails every time is a fault of ours.
 * @param before is done before each of them: what the first finds on disk, the second may not find any more.
 */
export async function launchElectron({
  isPackaged,
  before,
  ...options
}: LaunchOptions & {
  readonly isPackaged: boolean
  readonly before?: (() => void) | undefined
}): Promise<ElectronApplication> {
  const args = [...(isPackaged ? [] : ['-r', HOLD_BACK]), ...(options.args ?? [])]
  for (let attempt = 1; ; attempt++) {
    before?.()
    try {
      const timeout = isPackaged ? ATTEMPT_MS * 2 ** (attempt - 1) : HELD_BACK_MS
      return await _electron.launch({ ...options, args, timeout })
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || !isPackaged || attempt === ATTEMPTS) throw error
    }
  }
}
