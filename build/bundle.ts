import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { DIST } from './paths.ts'
import { fingerprint, isStale, markFresh } from './fingerprint.ts'
import { writeGuide } from './guide.ts'
import { writeIcons } from './icons.ts'
import { writeNotices } from './notices.ts'

interface Part {
  readonly name: string
  readonly output: string
  readonly sources: readonly string[]
  readonly config: () => Promise<{ readonly default: InlineConfig }>
  /** Files of earlier builds of this part that may have other names. */
  readonly leftovers: readonly string[]
}

const COMMON = ['package-lock.json', 'build/bundle.ts', 'build/messages.ts', 'tsconfig.json']
const NODE_SOURCES = ['electron', 'build/node-config.ts', 'package.json']

export const PARTS: readonly Part[] = [
  {
    name: 'main',
    output: 'main.js',
    sources: [...COMMON, ...NODE_SOURCES, 'build/vite.main.config.ts'],
    config: () => import('./vite.main.config.ts'),
    leftovers: ['chunks/main'],
  },
  {
    name: 'command line and workers',
    output: 'cli.js',
    sources: [...COMMON, ...NODE_SOURCES, 'build/vite.workers.config.ts'],
    config: () => import('./vite.workers.config.ts'),
    leftovers: ['chunks/workers'],
  },
  {
    name: 'cache',
    output: 'store-worker.js',
    sources: [...COMMON, ...NODE_SOURCES, 'build/vite.store.config.ts'],
    config: () => import('./vite.store.config.ts'),
    leftovers: ['chunks/store'],
  },
  {
    name: 'preload',
    output: 'preload.cjs',
    sources: [...COMMON, 'electron/preload.ts', 'electron/contract', 'build/vite.preload.config.ts'],
    config: () => import('./vite.preload.config.ts'),
    leftovers: [],
  },
  {
    name: 'renderer',
    output: 'renderer/index.en.html',
    sources: [
      ...COMMON,
      'renderer',
      'electron/contract',
      'electron/content',
      'build/vite.renderer.config.ts',
    ],
    config: () => import('./vite.renderer.config.ts'),
    leftovers: [],
  },
  {
    name: 'printed page',
    output: 'print/index.en.html',
    sources: [...COMMON, 'renderer', 'electron/contract', 'build/vite.print.config.ts'],
    config: () => import('./vite.print.config.ts'),
    leftovers: [],
  },
  {
    name: 'search of the guide',
    output: 'guide/guide.js',
    sources: [...COMMON, 'renderer/guide', 'electron/contract', 'build/vite.guide.config.ts'],
    config: () => import('./vite.guide.config.ts'),
    leftovers: [],
  },
]

const GUIDE_SOURCES = [
  ...COMMON,
  'docs',
  'CHANGELOG.md',
  'build/guide.ts',
  'electron/contract/messages',
  'renderer/styles/tokens.css',
  'renderer/guide/guide.css',
]

const ICON_SOURCES = ['package-lock.json', 'build/drawings', 'build/icons.ts', 'build/icon-files.ts']

/** Builds the parts whose sources have changed since the last build; with `everything` all of them. */
export async function bundle(
  options: {
    readonly everything?: boolean
    readonly quiet?: boolean
    readonly only?: readonly string[]
  } = {},
): Promise<void> {
  process.env['NODE_ENV'] = 'production'
  let isChanged = false
  for (const part of PARTS) {
    if (options.only?.includes(part.name) === false) continue
    const now = fingerprint(part.sources)
    if (options.everything !== true && !isStale(part.name, part.output, now)) continue
    if (options.quiet !== true) process.stderr.write(`Building ${part.name} …\n`)
    for (const leftover of part.leftovers) rmSync(join(DIST, leftover), { recursive: true, force: true })
    const { default: config } = await part.config()
    await build({ ...config, configFile: false, logLevel: 'warn' })
    markFresh(part.name, now)
    isChanged = true
  }
  if (isChanged && options.only === undefined) writeNotices()
  const guide = fingerprint(GUIDE_SOURCES)
  if (options.everything === true || isStale('guide', 'guide/guide.css', guide)) {
    writeGuide(join(DIST, 'guide'))
    markFresh('guide', guide)
  }
  const icons = fingerprint(ICON_SOURCES)
  if (options.everything === true || isStale('icons', 'icons', icons)) {
    await writeIcons(join(DIST, 'icons'))
    markFresh('icons', icons)
  }
  // The icon of the window on Linux, where the icon of the package does not appear in the task bar. It is
  // small, because every start decodes it.
  cpSync(join(DIST, 'icons', 'linux', '128x128.png'), join(DIST, 'icon.png'))
}
