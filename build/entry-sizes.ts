import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The files that a process, a thread or a page loads before it does anything, with the largest sum of their
 * sizes in kB, some percent above the measured one: each start waits for these bytes. Raise one only with the
 * reason in the commit; what is not needed at once is loaded when it is used.
 */
const LIMITS: Readonly<Record<string, number>> = {
  'main.js': 830,
  'preload.cjs': 3,
  'cli.js': 155,
  'store-worker.js': 640,
  'export-worker.js': 840,
  'preflight-worker.js': 840,
  'artwork-worker.js': 240,
  'review-worker.js': 225,
  'review-files-worker.js': 330,
  'backup-worker.js': 450,
  'renderer/index.en.html': 1_200,
  'renderer/drawing/index.html': 92,
  'print/index.en.html': 480,
}

/**
 * Modules of Node that take main some 10 ms to load. It gets them with `process.getBuiltinModule` when it uses
 * them: an import would delay each start.
 */
const SLOW_MODULES = /\bfrom\s*["'](node:(?:crypto|https?|tls))["']/gu

const KB = 1_000

/** Files that a script loads with itself; not those that it imports later. */
const IMPORT = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/gu
/** Scripts and style sheets of a page. */
const LINK = /\b(?:src|href)="\/([^"]+)"/gu

/** An entry with the size of all files that it loads at once, in bytes. */
export interface EntrySize {
  readonly entry: string
  readonly bytes: number
  /** Those of {@link SLOW_MODULES} that its scripts import. */
  readonly slowModules: readonly string[]
}

/** Returns the sizes of the entries in a folder with the built application. */
export function entrySizes(
  folder: string,
  entries: readonly string[] = Object.keys(LIMITS),
): readonly EntrySize[] {
  return entries.map((entry) => {
    const files = filesOf(join(folder, entry), join(folder, entry.split('/')[0] ?? ''))
    return {
      entry,
      bytes: files.reduce((sum, file) => sum + statSync(file).size, 0),
      slowModules: [...new Set(files.flatMap(slowModulesOf))],
    }
  })
}

/** @param root folder of the page, to which its addresses are relative */
function filesOf(entry: string, root: string): readonly string[] {
  const files = new Set<string>()
  const add = (file: string): void => {
    if (files.has(file) || !existsSync(file)) return
    files.add(file)
    if (!/\.(?:html|c?js)$/u.test(file)) return
    const content = readFileSync(file, 'utf8')
    if (file.endsWith('.html')) for (const [, path = ''] of content.matchAll(LINK)) add(join(root, path))
    else for (const [, path = ''] of content.matchAll(IMPORT)) add(join(dirname(file), path))
  }
  add(entry)
  return [...files]
}

function slowModulesOf(file: string): readonly string[] {
  if (!file.endsWith('.js')) return []
  return [...readFileSync(file, 'utf8').matchAll(SLOW_MODULES)].map(([, module = '']) => module)
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / KB).toLocaleString('en-GB')} kB`

/** Returns one line for each entry. */
export function entryReport(sizes: readonly EntrySize[]): readonly string[] {
  return ['Loaded at once:', ...sizes.map(({ entry, bytes }) => `  ${kilobytes(bytes).padStart(8)} ${entry}`)]
}

/** Returns one sentence for each entry that is larger than its limit, slower to load, or missing. */
export function entryFaults(
  sizes: readonly EntrySize[],
  limits: Readonly<Record<string, number>> = LIMITS,
): readonly string[] {
  return sizes.flatMap(({ entry, bytes, slowModules }) => {
    const limit = (limits[entry] ?? 0) * KB
    if (bytes === 0) return [`${entry} is missing.`]
    const faults = entry === 'main.js' ? slowModules.map((module) => `${entry} imports ${module}.`) : []
    if (bytes <= limit) return faults
    return [
      ...faults,
      `${entry}: ${kilobytes(bytes)}, which is ${kilobytes(bytes - limit)} more than the limit in build/entry-sizes.ts.`,
    ]
  })
}
