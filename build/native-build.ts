import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './paths.ts'

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

/**
 * Downloads a package from the npm registry and unpacks it into `folder`. Throws if the download fails or has
 * another hash.
 * @param spec name and version
 * @param integrity algorithm and base64 hash, as in package-lock.json
 */
export function unpackPackage(spec: string, integrity: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', spec], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${spec} could not be downloaded: ${stderr.trim()}`)
  const [algorithm = '', expected = ''] = integrity.split(/-(.*)/su)
  const tarball = join(folder, stdout.trim())
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
