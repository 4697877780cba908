import { arch, cpus, freemem, release, totalmem, version as systemVersion } from 'node:os'
import { app, screen } from 'electron'
import type { ShellServices } from './services.ts'
import { systemLocale } from './system.ts'

/** Returns the lines about version and system that identify neither the person nor the computer. */
export function describeVersion(): readonly string[] {
  return [
    `Campaign Desk ${app.getVersion()} (Electron ${process.versions.electron})`,
    `${process.platform} ${release()} ${arch()}`,
  ]
}

const gigabytes = (bytes: number): string => `${(bytes / 1_000_000_000).toFixed(1)} GB`

/** Returns the lines about versions and the system in the diagnostics. */
export function describeSystem({
  dataFolder,
  isSafeMode,
}: Pick<ShellServices, 'dataFolder' | 'isSafeMode'>): readonly string[] {
  const { electron, chrome, node } = process.versions
  // Values of switches may be addresses or paths.
  const switches = process.argv.slice(1).flatMap((arg) => /^--?[\w-]+/u.exec(arg)?.[0] ?? [])
  return [
    `Collected: ${new Date().toISOString()}`,
    `Campaign Desk: ${app.getVersion()}${app.isPackaged ? '' : ' (from sources)'}`,
    `Electron: ${electron}, Chromium ${chrome}, Node ${node}`,
    `System: ${process.platform} ${release()} ${arch()}, ${systemVersion()}`,
    `Locale: ${systemLocale()}, interface ${app.getLocale()}`,
    `Memory: ${gigabytes(totalmem())}, free ${gigabytes(freemem())}; processors: ${String(cpus().length)}`,
    ...screen
      .getAllDisplays()
      .map(
        ({ size, scaleFactor }) =>
          `Screen: ${String(size.width)} × ${String(size.height)}, scale ${String(scaleFactor)}`,
      ),
    `Switches: ${switches.length === 0 ? 'none' : switches.join(' ')}`,
    `Safe mode: ${isSafeMode ? 'yes' : 'no'}`,
    `Running for: ${String(Math.round(process.uptime()))} s`,
    `Data folder: ${dataFolder}`,
    'Graphics:',
    ...Object.entries(app.getGPUFeatureStatus()).map(
      ([feature, status]) => `  ${feature}: ${String(status)}`,
    ),
  ]
}
