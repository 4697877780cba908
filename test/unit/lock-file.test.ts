import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Entry {
  readonly version?: string
  readonly resolved?: string
  /** A folder of this repository. */
  readonly link?: boolean
  readonly gypfile?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>
}
const packages = Object.entries(lock.packages)

describe('the lock file', () => {
  it('keeps npm from compiling better-sqlite3, which includes its binaries', () => {
    // `npm ci` reads only this file. `npm install` drops this line: restore it after a change.
    expect(lock.packages['node_modules/better-sqlite3']?.gypfile).toBe(false)
  })

  it('omits the canvas package of pdfjs-dist, because only the sandboxed window draws PDFs', () => {
    // `npm install` adds it again: remove the optional dependency and its binaries.
    expect(packages.filter(([path]) => path.includes('canvas'))).toEqual([])
    expect(lock.packages['node_modules/pdfjs-dist']?.optionalDependencies).toBeUndefined()
  })

  it('names no registry, so that each machine uses its own', () => {
    const resolved = packages.filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)
    expect(resolved).toEqual([])
  })

  it('lists the binaries of every platform, as npm ci requires', () => {
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) =>
          lock.packages[`node_modules/${name}`] === undefined &&
          lock.packages[`${path}/node_modules/${name}`] === undefined,
      ),
    )
    expect(missing).toEqual([])
  })
})
