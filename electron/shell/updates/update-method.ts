import { posix, win32 } from 'node:path'
import type { UpdateMethod } from '../../contract/updates.ts'

/** What is known about this installation. */
export interface Installation {
  readonly platform: NodeJS.Platform
  /** Whether the build has an address and a public key for updates. */
  readonly isSetUp: boolean
  /** Path of the program. */
  readonly executable: string
  readonly resourcesFolder: string
  /** File name of the uninstaller that the NSIS installer puts beside the program. */
  readonly uninstaller: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly exists: (path: string) => boolean
  /** Returns whether files in a folder can be replaced. */
  readonly isWritable: (folder: string) => boolean
}

/** Folders in which packages are installed on Linux; an archive can be anywhere. */
const PACKAGE_FOLDERS = ['/opt/', '/usr/']

/**
 * Returns how this installation gets a new version. It only replaces itself if it was installed for that, in
 * a folder that it may change: it must not ask for an administrator when it quits.
 */
export function updateMethodOf(installation: Installation): UpdateMethod {
  if (!installation.isSetUp) return 'notSetUp'
  const { platform } = installation
  if (platform === 'linux') return linuxMethod(installation)
  const replacesItself =
    platform === 'win32' ? isFromInstaller(installation) : isReplaceableBundle(installation)
  return replacesItself ? 'self' : 'manual'
}

function linuxMethod({
  environment,
  executable,
  resourcesFolder,
  exists,
  isWritable,
}: Installation): UpdateMethod {
  if (environment['FLATPAK_ID'] !== undefined || exists('/.flatpak-info')) return 'package'
  const image = appImageOf(executable, environment)
  if (image !== null) return isWritable(posix.dirname(image)) ? 'self' : 'manual'
  // electron-builder also leaves this file in archives that it packs after a package.
  const isPackage =
    exists(posix.join(resourcesFolder, 'package-type')) &&
    PACKAGE_FOLDERS.some((folder) => executable.startsWith(folder))
  return isPackage ? 'package' : 'manual'
}

/** Returns the path of the AppImage that contains a program, or null. */
export function appImageOf(executable: string, environment: Installation['environment']): string | null {
  const { APPIMAGE: image, APPDIR: mountFolder } = environment
  // A program that was started from another AppImage has the variables of that one.
  const isImage = image !== undefined && mountFolder !== undefined && isInside(executable, mountFolder)
  return isImage ? image : null
}

function isInside(path: string, folder: string): boolean {
  return folder !== '' && !posix.relative(folder, path).startsWith('..')
}

/** The NSIS installer can replace itself; an archive and the MSI of an administrator cannot. */
function isFromInstaller({ executable, uninstaller, exists, isWritable }: Installation): boolean {
  const folder = win32.dirname(executable)
  return exists(win32.join(folder, uninstaller)) && isWritable(folder)
}

/** macOS runs an application that was not moved yet from a read-only folder. */
function isReplaceableBundle({ executable, isWritable }: Installation): boolean {
  const bundle = posix.resolve(executable, '../../..')
  return !executable.includes('/AppTranslocation/') && isWritable(posix.dirname(bundle))
}
