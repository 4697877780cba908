import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../contract/instant.ts'

export const MAX_CRASH_REPORTS = 5
const MAX_AGE_MS = 30 * DAY_MS

/** Exists while the person agrees that crash reports are kept; readable before the preferences are. */
const CONSENT_NAME = 'kept'
const REPORT_EXTENSION = '.dmp'

/** A crash report on disk. */
export interface CrashReportFile {
  readonly path: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly at: number
}

export function crashReportsFolder(stateFolder: string): string {
  return join(stateFolder, 'crash-reports')
}

/** Returns whether crash reports are kept. Checks a single file, because the start waits for it. */
export function keepsCrashReports(folder: string): boolean {
  return existsSync(join(folder, CONSENT_NAME))
}

/** Remembers for the next start that crash reports are kept. */
export function allowCrashReports(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, CONSENT_NAME), '', { mode: 0o600 })
}

/** Deletes all crash reports, and the consent. */
export async function forbidCrashReports(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Lists the crash reports, the newest first. */
export async function listCrashReports(folder: string): Promise<readonly CrashReportFile[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const reports = await Promise.all(
    names
      .filter((name) => name.endsWith(REPORT_EXTENSION))
      .map(async (name) => {
        const path = join(folder, name)
        const stats = await stat(path).catch(() => null)
        return stats === null ? [] : [{ path, bytes: stats.size, at: stats.mtimeMs }]
      }),
  )
  return reports.flat().toSorted((one, other) => other.at - one.at)
}

/** Deletes all crash reports; further ones are kept. */
export async function deleteCrashReports(folder: string): Promise<void> {
  for (const { path } of await listCrashReports(folder)) await rm(path, { force: true })
}

/** Deletes old crash reports, and all but the newest ones. Never rejects. */
export async function pruneCrashReports(folder: string, now = Date.now()): Promise<void> {
  const reports = await listCrashReports(folder)
  const excess = reports.filter(({ at }, index) => index >= MAX_CRASH_REPORTS || now - at > MAX_AGE_MS)
  for (const { path } of excess) await rm(path, { force: true }).catch(() => undefined)
}
