import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { hasProgram, isSet } from './host.ts'

/** A Debian package, and how to detect that a machine does not need it. */
interface SystemPackage {
  readonly name: string
  readonly provides: { readonly program: string } | { readonly library: string } | { readonly file: string }
}

const library = (name: string, soname: string): SystemPackage => ({ name, provides: { library: soname } })
const program = (name: string, command: string): SystemPackage => ({ name, provides: { program: command } })
const file = (name: string, path: string): SystemPackage => ({ name, provides: { file: path } })

/** Shared libraries that Electron links and a minimal Debian lacks. */
const ELECTRON_LIBRARIES: readonly SystemPackage[] = [
  library('libnss3', 'libnss3.so'),
  library('libnss3', 'libnssutil3.so'),
  library('libnss3', 'libsmime3.so'),
  library('libnspr4', 'libnspr4.so'),
  library('libglib2.0-0', 'libglib-2.0.so.0'),
  library('libglib2.0-0', 'libgobject-2.0.so.0'),
  library('libglib2.0-0', 'libgio-2.0.so.0'),
  library('libdbus-1-3', 'libdbus-1.so.3'),
  library('libatk1.0-0', 'libatk-1.0.so.0'),
  library('libatk-bridge2.0-0', 'libatk-bridge-2.0.so.0'),
  library('libatspi2.0-0', 'libatspi.so.0'),
  library('libcups2', 'libcups.so.2'),
  library('libdrm2', 'libdrm.so.2'),
  library('libgtk-3-0', 'libgtk-3.so.0'),
  library('libgtk-3-0', 'libgdk-3.so.0'),
  library('libpango-1.0-0', 'libpango-1.0.so.0'),
  library('libcairo2', 'libcairo.so.2'),
  library('libx11-6', 'libX11.so.6'),
  library('libxcomposite1', 'libXcomposite.so.1'),
  library('libxdamage1', 'libXdamage.so.1'),
  library('libxext6', 'libXext.so.6'),
  library('libxfixes3', 'libXfixes.so.3'),
  library('libxrandr2', 'libXrandr.so.2'),
  library('libgbm1', 'libgbm.so.1'),
  library('libexpat1', 'libexpat.so.1'),
  library('libxcb1', 'libxcb.so.1'),
  library('libxkbcommon0', 'libxkbcommon.so.0'),
  library('libudev1', 'libudev.so.1'),
  library('libasound2', 'libasound.so.2'),
]

const FONTS = '/usr/share/fonts'
const DEFAULT_FONT = file('fonts-dejavu-core', FONTS)
const COMPILER = [program('python3', 'python3'), program('make', 'make'), program('g++', 'g++')]

/** Packages of each purpose on Linux. */
const PACKAGES = {
  window: [...ELECTRON_LIBRARIES, DEFAULT_FONT],
  virtualDisplay: [program('xvfb', 'Xvfb')],
  keyring: [program('dbus', 'dbus-run-session'), program('gnome-keyring', 'gnome-keyring-daemon')],
  /** For building keytar, which tests of the keychain use in addition to the prebuilt library. */
  keytar: [
    file('libsecret-1-dev', '/usr/include/libsecret-1/libsecret/secret.h'),
    program('pkg-config', 'pkg-config'),
    ...COMPILER,
  ],
  /** For texts in other scripts, and for reading printed pages in tests. */
  pages: [
    file('fonts-dejavu-core', `${FONTS}/truetype/dejavu/DejaVuSans.ttf`),
    file('fonts-liberation', `${FONTS}/truetype/liberation/LiberationSans-Regular.ttf`),
    file('fonts-noto-core', `${FONTS}/truetype/noto/NotoSans-Regular.ttf`),
    file('fonts-noto-cjk', `${FONTS}/opentype/noto/NotoSansCJK-Regular.ttc`),
    file('fonts-noto-color-emoji', `${FONTS}/truetype/noto/NotoColorEmoji.ttf`),
    program('poppler-utils', 'pdftotext'),
  ],
  compiler: COMPILER,
  /** For a Node without headers. */
  nodeHeaders: [file('libnode-dev', '/usr/include/node/node_api.h')],
} satisfies Readonly<Record<string, readonly SystemPackage[]>>

export type Purpose = keyof typeof PACKAGES

/** Packages that Debian 13 and Ubuntu 24.04 renamed for 64-bit times. */
const RENAMED: ReadonlySet<string> = new Set([
  'libglib2.0-0',
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libatspi2.0-0',
  'libcups2',
  'libgtk-3-0',
  'libasound2',
])

/**
 * Returns the name of a package on a release of Debian or Ubuntu.
 * @param release the contents of /etc/os-release
 */
export function packageNameOn(release: string, name: string): string {
  const id = /^ID="?(\w+)/m.exec(release)?.[1]
  // Debian testing and unstable have no version. They are newer than every release.
  const version = Number(/^VERSION_ID="?([\d.]+)/m.exec(release)?.[1] ?? Infinity)
  const isRenamed = (id === 'debian' && version >= 13) || (id === 'ubuntu' && version >= 24)
  return isRenamed && RENAMED.has(name) ? `${name}t64` : name
}

/** Returns the names of the libraries in the cache of the dynamic linker. */
function installedLibraries(): ReadonlySet<string> {
  const { stdout, error } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  if (error !== undefined) return new Set()
  return new Set([...stdout.matchAll(/^\s+(\S+) \(/gmu)].map(([, name]) => name ?? ''))
}

/** Returns the packages of these purposes that this machine lacks; none on systems other than Linux. */
export function missingPackages(purposes: readonly Purpose[]): readonly string[] {
  if (process.platform !== 'linux') return []
  const libraries = installedLibraries()
  const isInstalled = ({ provides }: SystemPackage): boolean => {
    if ('program' in provides) return hasProgram(provides.program)
    if ('file' in provides) return existsSync(provides.file)
    return libraries.has(provides.library)
  }
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const missing = purposes
    .flatMap((purpose): readonly SystemPackage[] => PACKAGES[purpose])
    .filter((each) => !isInstalled(each))
  return [...new Set(missing.map(({ name }) => packageNameOn(release, name)))].sort()
}

/**
 * Returns the shared libraries of an executable that this machine lacks; none on systems other than Linux.
 */
export function missingLibraries(executable: string): readonly string[] {
  if (process.platform !== 'linux') return []
  const output = execFileSync('ldd', [executable], { encoding: 'utf8' })
  return output
    .split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0] ?? '')
    .filter((name) => name !== '' && name !== 'libffmpeg.so')
}

const hasApt = (): boolean => existsSync('/usr/bin/apt-get')
const isRoot = (): boolean => process.getuid?.() === 0

/** Returns how to install these packages: a command on systems with apt, otherwise a sentence. */
export function installAdvice(packages: readonly string[]): string {
  if (!hasApt()) return `Install these with your package manager (Debian's names): ${packages.join(' ')}`
  const sudo = isRoot() ? '' : 'sudo '
  return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages.join(' ')}`
}

/**
 * Installs the packages of these purposes, if the process runs as root on Debian or Ubuntu and
 * CAMPAIGN_DESK_NO_INSTALL is not 1.
 * @param printLine receives lines for the person before and after
 * @returns the packages that are still missing
 */
export function installPackages(
  purposes: readonly Purpose[],
  printLine: (line: string) => void,
): readonly string[] {
  const missing = missingPackages(purposes)
  if (missing.length === 0 || !hasApt() || !isRoot()) return missing
  if (isSet('CAMPAIGN_DESK_NO_INSTALL')) {
    printLine('CAMPAIGN_DESK_NO_INSTALL=1: no system packages are installed.')
    return missing
  }
  printLine(`Installing system packages that are missing (CAMPAIGN_DESK_NO_INSTALL=1 forbids it):`)
  printLine(`  ${missing.join(' ')}`)
  const apt = (...args: readonly string[]): boolean => {
    const { status, stderr } = spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
    if (status !== 0) printLine(stderr.trim())
    return status === 0
  }
  // The list of packages may be old or absent, so a failed update matters only if the installation fails too.
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing)
  return missingPackages(purposes)
}
