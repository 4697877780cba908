import { existsSync, mkdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, posix, win32 } from 'node:path'
import { readDataLocation } from './data-location.ts'

export const APP_FOLDER_NAME = 'Campaign Desk'

/** Where the application keeps its files. */
export interface AppFolders {
  /** Connections with their downloads and reviews, settings, and backups. */
  readonly data: string
  /** The data folder unless the person has moved it. */
  readonly standardData: string
  /** Chromium's files and the lock of the running application. */
  readonly state: string
  readonly logs: string
  /** Emptied when the desktop application starts and ends. */
  readonly temporary: string
}

/** What determines the folders of a platform. */
export interface PlatformEnvironment {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

const thisPlatform = (): PlatformEnvironment => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
})

/** Returns the folders of an application that keeps everything in one folder. */
export function foldersIn(folder: string): AppFolders {
  return locate({
    standardData: folder,
    state: folder,
    logs: join(folder, 'logs'),
    temporary: join(folder, 'temporary'),
  })
}

function locate(folders: Omit<AppFolders, 'data'>): AppFolders {
  return { ...folders, data: readDataLocation(folders.standardData)?.folder ?? folders.standardData }
}

/**
 * Returns the folders that the platform intends for such files: on Windows below `Local`, because what is
 * below `Roaming` is copied over the network at each sign-in; on Linux by the XDG base directory
 * specification.
 */
export function platformFolders(environment: PlatformEnvironment = thisPlatform()): Omit<AppFolders, 'data'> {
  const { platform, env, home } = environment
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? win32.join(home, 'AppData', 'Local')
    const state = win32.join(local, APP_FOLDER_NAME)
    return {
      standardData: win32.join(state, 'Data'),
      state,
      logs: win32.join(state, 'Logs'),
      temporary: win32.join(state, 'Temporary'),
    }
  }
  if (platform === 'darwin') {
    const library = posix.join(home, 'Library')
    const support = posix.join(library, 'Application Support', APP_FOLDER_NAME)
    return {
      standardData: support,
      state: support,
      logs: posix.join(library, 'Logs', APP_FOLDER_NAME),
      temporary: posix.join(library, 'Caches', APP_FOLDER_NAME),
    }
  }
  const xdg = (name: string, standard: string): string =>
    posix.join(absoluteOr(env[name], posix.join(home, standard)), APP_FOLDER_NAME)
  const state = xdg('XDG_STATE_HOME', '.local/state')
  return {
    standardData: xdg('XDG_DATA_HOME', '.local/share'),
    state,
    logs: posix.join(state, 'logs'),
    temporary: xdg('XDG_CACHE_HOME', '.cache'),
  }
}

/** A relative path in an XDG variable is to be ignored. */
function absoluteOr(path: string | undefined, standard: string): string {
  return path !== undefined && posix.isAbsolute(path) ? path : standard
}

/** Returns the folder in which development versions before 0.1 kept everything. */
function earlierFolder({ platform, env, home }: PlatformEnvironment): string {
  if (platform === 'win32')
    return win32.join(env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), APP_FOLDER_NAME)
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', APP_FOLDER_NAME)
  return posix.join(absoluteOr(env['XDG_CONFIG_HOME'], posix.join(home, '.config')), APP_FOLDER_NAME)
}

/** Returns the folders in use; changes nothing. The window and the command line share them. */
export function findFolders(environment: PlatformEnvironment = thisPlatform()): AppFolders {
  const folders = platformFolders(environment)
  const earlier = earlierFolder(environment)
  return !existsSync(folders.standardData) && existsSync(earlier) ? foldersIn(earlier) : locate(folders)
}

/**
 * Moves the files of earlier versions to where the platform wants them, and returns the folders in use. What
 * cannot be moved, because an earlier version is running or on another drive, stays in use where it is.
 */
export function migrateFolders(environment: PlatformEnvironment = thisPlatform()): AppFolders {
  const folders = platformFolders(environment)
  const { standardData, state, logs, temporary } = folders
  const earlier = earlierFolder(environment)
  if (!existsSync(standardData) && existsSync(earlier)) {
    if (isRunningIn(earlier)) return foldersIn(earlier)
    try {
      mkdirSync(dirname(standardData), { recursive: true })
      renameSync(earlier, standardData)
    } catch {
      return foldersIn(earlier)
    }
  }
  const together = foldersIn(standardData)
  moveIfAbsent(join(together.state, 'chromium'), join(state, 'chromium'))
  moveIfAbsent(together.logs, logs)
  if (together.temporary !== temporary) rmSync(together.temporary, { recursive: true, force: true })
  return locate(folders)
}

/**
 * On Linux and macOS, Chromium's lock is a link to `HOST-PID`; on Windows, a folder in use cannot be renamed.
 */
function isRunningIn(folder: string): boolean {
  try {
    const processId = Number(readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1))
    return processId > 0 && process.kill(processId, 0)
  } catch {
    return false
  }
}

/** Moves what can be created again, or is only read by people: without success, nothing is lost. */
function moveIfAbsent(from: string, to: string): void {
  if (from === to || existsSync(to) || !existsSync(from)) return
  try {
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  } catch {
    // It stays; the application starts with a new one.
  }
}
