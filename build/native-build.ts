import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './paths.ts'
import { run, type Outcome } from './run.ts'
import { npmCommand } from './tools.ts'

const PROGRESS_INTERVAL_MS = 2_000

const MEGABYTE = 2 ** 20

/** Returns the installation folder of a Node that includes its headers; null if there is none. */
export function nodeWithHeaders(): string | null {
  const folders = [dirname(dirname(realpathSync(process.execPath))), '/usr/local', '/usr']
  return folders.find((folder) => existsSync(join(folder, 'include', 'node', 'node_api.h'))) ?? null
}

function runTool(program: string, args: readonly string[], folder: string): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status === 0) return
  const lines = (error?.message ?? `${stdout}${stderr}`).trimEnd().split('\n').slice(-40)
  throw new Error(`${program} failed:\n${lines.join('\n')}`)
}

async function runNpm(...args: readonly string[]): Promise<Outcome> {
  const [program, ...programArgs] = npmCommand([...args, '--loglevel=error'])
  return run(program, programArgs)
}

/** Returns the bytes of all files in a folder. */
function sizeOf(folder: string): number {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.reduce(
    (size, name) => size + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

/** Runs `npm pack`, and prints the downloaded size at intervals. */
async function pack(spec: string, folder: string, printLine: (line: string) => void): Promise<Outcome> {
  // npm prints no size. It collects a download in this folder before it moves it into its cache.
  const { output } = await runNpm('config', 'get', 'cache')
  const unfinished = join(output.trim(), '_cacache', 'tmp')
  const initialSize = sizeOf(unfinished)
  const timer = setInterval(() => {
    const megabytes = Math.floor((sizeOf(unfinished) - initialSize) / MEGABYTE)
    if (megabytes > 0) printLine(`  ${String(megabytes)} MB downloaded`)
  }, PROGRESS_INTERVAL_MS)
  try {
    return await runNpm('pack', spec, `--pack-destination=${folder}`)
  } finally {
    clearInterval(timer)
  }
}

/**
 * Downloads a package from the npm registry and unpacks it into an empty folder. Throws if the download fails
 * or has another hash.
 * @param spec name and version
 * @param integrity algorithm and base64 hash, as in package-lock.json
 * @param printLine receives the progress of a download that takes longer than some seconds
 */
export async function unpackPackage(
  spec: string,
  integrity: string,
  folder: string,
  printLine: (line: string) => void,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { code, output } = await pack(spec, folder, printLine)
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (code !== 0 || file === undefined) throw new Error(`${spec} could not be downloaded: ${output.trim()}`)
  const [algorithm = '', expected = ''] = integrity.split(/-(.*)/su)
  const tarball = join(folder, file)
  const bytes = readFileSync(tarball)
  if (createHash(algorithm).update(bytes).digest('base64') !== expected)
    throw new Error(`${spec} has another hash than expected, so it is not used`)
  runTool('tar', ['xzf', tarball, '--strip-components=1'], folder)
  rmSync(tarball)
}

/** Builds the native part of a package. Throws with the end of the output if the build fails. */
export function buildNativePart(folder: string, options: readonly string[] = []): void {
  const headers = nodeWithHeaders()
  if (headers === null) throw new Error("Node's headers are missing")
  const gyp = join(ROOT, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js')
  runTool(process.execPath, [gyp, 'rebuild', '--release', `--nodedir=${headers}`, ...options], folder)
}
