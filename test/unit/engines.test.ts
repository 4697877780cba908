import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/store.ts'

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
}

interface Entry {
  readonly optional?: boolean
  readonly engines?: { readonly node?: string }
}

const require = createRequire(import.meta.url)
/** The package has no types. */
const semver = require('semver') as {
  readonly intersects: (one: string, other: string) => boolean
  readonly minVersion: (range: string) => { readonly version: string }
  readonly satisfies: (version: string, range: string) => boolean
  readonly subset: (range: string, superset: string) => boolean
}

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

const { engines } = read('package.json') as Manifest
/** Its `engines` are the versions of Node for which npm installs the packaged Node to run the scripts. */
const packaged = read('build/node-runtime/package.json') as Manifest
const lock = read('package-lock.json') as { readonly packages: Readonly<Record<string, Entry>> }

/** The versions that run TypeScript (https://nodejs.org/api/typescript.html), as with-node.mjs requires. */
const RUNS_TYPESCRIPT = '^22.18.0 || >=23.6.0'

/**
 * jsdom and packages that only it needs declare later versions than the component tests need, which pass on
 * Node 22.18.0.
 */
const NEED_LESS_THAN_DECLARED: readonly string[] = [
  'node_modules/jsdom',
  'node_modules/jsdom/node_modules/undici',
  'node_modules/w3c-xmlserializer',
]

const ranges = engines.node.split('||').map((range) => range.trim())
/** The ranges in which the installed Node runs the scripts, because the packaged one does not stand in. */
const unpackaged = ranges.filter((range) => !semver.intersects(range, packaged.engines.node))

describe('the versions of Node in package.json', () => {
  it('run the scripts, or have the packaged Node', () => {
    const others = ranges.filter((range) => !unpackaged.includes(range))
    expect(others).toEqual(['^20.19.0'])
    for (const range of others) expect(semver.subset(range, packaged.engines.node)).toBe(true)
    for (const range of unpackaged) expect(semver.subset(range, RUNS_TYPESCRIPT)).toBe(true)
  })

  it('are those of the lock file', () => {
    expect(lock.packages['']?.engines).toEqual(engines)
    expect(lock.packages['build/node-runtime']?.engines).toEqual(packaged.engines)
  })

  it('are accepted by every required package, as far as the packaged Node does not stand in', () => {
    const refusing = Object.entries(lock.packages).flatMap(([path, { optional, engines: declared }]) => {
      const range = declared?.node
      if (path === '' || optional === true || range === undefined) return []
      const accepts =
        semver.satisfies(packaged.version, range) && unpackaged.every((each) => semver.subset(each, range))
      return accepts ? [] : [path]
    })
    expect(refusing).toEqual(NEED_LESS_THAN_DECLARED)
  })
})

describe('the packaged Node', () => {
  it('is installed exactly where Node does not run TypeScript', () => {
    for (const version of ['20.19.0', '22.17.1', '22.18.0', '23.0.0', '23.5.0', '23.6.0', '24.0.0'])
      expect([version, semver.satisfies(version, packaged.engines.node)]).toEqual([
        version,
        !semver.satisfies(version, RUNS_TYPESCRIPT),
      ])
  })
})

describe('the command line', () => {
  /** Runs it on this Node, which reports another version. */
  async function runOn(version: string) {
    const versions = `{...process.versions,node:'${version}'}`
    const replacement = `Object.defineProperty(process,'versions',{value:${versions}})`
    const home = await temporaryFolder()
    try {
      const env = { NODE_OPTIONS: `--import=data:text/javascript,${replacement}` }
      return await runCli(['help'], { home: home.path, env })
    } finally {
      await home.remove()
    }
  }

  it.each(unpackaged.map((range) => semver.minVersion(range).version))('runs on Node %s', async (version) => {
    expect(await runOn(version)).toMatchObject({ code: 0, stderr: '' })
  })

  it('refuses a Node on which the database ends the process', async () => {
    const { code, stderr } = await runOn('22.13.1')
    expect(stderr).toContain('Campaign Desk needs Node 22.14 or later')
    expect(code).toBe(1)
  })
})
