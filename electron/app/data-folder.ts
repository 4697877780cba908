import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

export const APP_FOLDER_NAME = 'Campaign Desk'

/** What determines the path of the data folder. */
export interface PlatformEnvironment {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/**
 * Returns the data folder, which is Electron's `userData` for this application name, so that the command line
 * and the window share it.
 */
export function defaultDataFolder(
  environment: PlatformEnvironment = { platform: process.platform, env: process.env, home: homedir() },
): string {
  const { platform, env, home } = environment
  if (platform === 'win32') {
    return win32.join(env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), APP_FOLDER_NAME)
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', APP_FOLDER_NAME)
  // A relative path in XDG_CONFIG_HOME is to be ignored (XDG base directory specification).
  const configured = env['XDG_CONFIG_HOME'] ?? ''
  return posix.join(posix.isAbsolute(configured) ? configured : posix.join(home, '.config'), APP_FOLDER_NAME)
}
