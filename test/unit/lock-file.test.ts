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
  it('keeps npm from compiling better-sqlite3, whose binaries are in the package', () => {
    // Its own package.json says so; `npm ci` reads only this file, and would want a compiler without this
    // line, which `npm install` drops: put it back after a change of the lock file.
    expect(lock.packages['node_modules/better-sqlite3']?.gypfile).toBe(false)
  })

  it('leaves out what pdfjs-dist would draw with outside a browser: PDFs are drawn in the sandboxed window alone', () => {
    // `npm install` puts it back: take the optional dependency and its binaries out again.
    expect(packages.filter(([path]) => path.includes('canvas'))).toEqual([])
    expect(lock.packages['node_modules/pdfjs-dist']?.optionalDependencies).toBeUndefined()
  })

  it('names no registry, so that each machine asks its own', () => {
    const resolved = packages.filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)
    expect(resolved).toEqual([])
  })

  it('knows the binaries of every platform, or npm ci refuses it', () => {
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
