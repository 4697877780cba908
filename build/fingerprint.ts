import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIST, ROOT } from './paths.ts'

const STAMPS = join(DIST, '.stamps')

function* filesBelow(path: string): Generator<string> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return
  if (!stats.isDirectory()) {
    yield path
    return
  }
  for (const entry of readdirSync(path).sort()) yield* filesBelow(join(path, entry))
}

/**
 * Returns a hash over the names and contents of sources. Times are not used, because a checkout changes them.
 */
export function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesBelow(join(ROOT, source))) {
      hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

/** Returns whether an output is missing or was built from other sources. */
export function isStale(name: string, output: string, now: string): boolean {
  if (!existsSync(join(DIST, output))) return true
  const stamp = join(STAMPS, name)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== now
}

export function markFresh(name: string, now: string): void {
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(join(STAMPS, name), now)
}

/** Makes every output stale, for a build without stamps. */
export function forgetStamps(): void {
  rmSync(STAMPS, { recursive: true, force: true })
}
