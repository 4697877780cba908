import { _electron, errors, type ElectronApplication } from 'playwright'

type LaunchOptions = NonNullable<Parameters<typeof _electron.launch>[0]>

const ATTEMPTS = 3
const ATTEMPT_MS = 20_000

/**
 * Starts an application under Playwright. When a window opens just while the driver is connecting, the driver can wait
 * for ever for a navigation that it has missed (some three in a hundred starts on a busy machine, with the application
 * running in good order): such a start is ended and made again. One that fails every time is a fault of ours.
 */
export async function launchElectron(options: LaunchOptions): Promise<ElectronApplication> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await _electron.launch({ ...options, timeout: ATTEMPT_MS })
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || attempt === ATTEMPTS) throw error
    }
  }
}
