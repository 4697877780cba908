import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Debian's package for each shared library that Electron links against and a bare machine lacks. */
const PACKAGES: Readonly<Record<string, string>> = {
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libsmime3.so': 'libnss3',
  'libnspr4.so': 'libnspr4',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcups.so.2': 'libcups2',
  'libdrm.so.2': 'libdrm2',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libgdk-3.so.0': 'libgtk-3-0',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libcairo.so.2': 'libcairo2',
  'libX11.so.6': 'libx11-6',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libgbm.so.1': 'libgbm1',
  'libexpat.so.1': 'libexpat1',
  'libxcb.so.1': 'libxcb1',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libudev.so.1': 'libudev1',
  'libasound.so.2': 'libasound2',
}

/** Packages that were renamed when Debian 13 and Ubuntu 24.04 moved to 64-bit times. */
const RENAMED: ReadonlySet<string> = new Set([
  'libglib2.0-0',
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libatspi2.0-0',
  'libcups2',
  'libgtk-3-0',
  'libasound2',
])

function usesRenamedPackages(): boolean {
  if (!existsSync('/etc/os-release')) return false
  const release = readFileSync('/etc/os-release', 'utf8')
  const id = /^ID="?(\w+)/m.exec(release)?.[1]
  const version = Number(/^VERSION_ID="?([\d.]+)/m.exec(release)?.[1] ?? '0')
  return (id === 'debian' && version >= 13) || (id === 'ubuntu' && version >= 24)
}

/** The command that installs Debian packages here, with `sudo` unless this is root. */
export function aptCommand(packages: readonly string[]): string {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo '
  return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages.join(' ')}`
}

/** Shared libraries that the executable needs and this machine lacks; none on other systems. */
export function missingLibraries(executable: string): readonly string[] {
  if (process.platform !== 'linux') return []
  const output = execFileSync('ldd', [executable], { encoding: 'utf8' })
  return output
    .split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0] ?? '')
    .filter((name) => name !== '' && name !== 'libffmpeg.so')
}

/** The one command that brings these libraries, for systems that have apt; null where a library has no known package. */
export function libraryCommand(libraries: readonly string[]): string | null {
  if (!existsSync('/usr/bin/apt-get')) return null
  const renamed = usesRenamedPackages()
  const packages = new Set<string>()
  for (const library of libraries) {
    const name = PACKAGES[library]
    if (name === undefined) return null
    packages.add(renamed && RENAMED.has(name) ? `${name}t64` : name)
  }
  return aptCommand([...packages].sort())
}

/** Whether windows can be shown here. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  const set = (name: string): boolean => (process.env[name] ?? '') !== ''
  return set('DISPLAY') || set('WAYLAND_DISPLAY')
}

/** Whether a program is in the PATH. */
export function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(`${folder}/${name}`))
}
