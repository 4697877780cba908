import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { downloadArtifact, initializeProxy } from '@electron/get'
import { ROOT } from './paths.ts'

const PACKAGE = join(ROOT, 'node_modules', 'electron')

/** How long the server may take to answer, and a download to make progress. */
const STALL_TIMEOUT_MS = 20_000

const PROXY_VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

const MEGABYTE = 2 ** 20

interface Progress {
  readonly transferred: number
  readonly total: number | null
}

/** Prints how far a download has come: in place on a terminal, and every tenth of it elsewhere. */
function progressPrinter(): (progress: Progress) => void {
  let printed = -1
  return ({ transferred, total }) => {
    if (total === null || total === 0) return
    const percent = Math.floor((100 * transferred) / total)
    const step = process.stderr.isTTY ? 1 : 10
    if (percent < printed + step) return
    printed = percent
    const line = `  ${String(percent)} % of ${String(Math.round(total / MEGABYTE))} MB`
    process.stderr.write(process.stderr.isTTY ? `\r${line}${percent === 100 ? '\n' : ''}` : `${line}\n`)
  }
}

/** Downloads Electron into the cache that its own installer uses. Rejects when the download stalls. */
async function download(version: string): Promise<void> {
  const stalled = new AbortController()
  const stall = (): void => {
    stalled.abort(new Error(`no answer within ${String(STALL_TIMEOUT_MS / 1000)} s`))
  }
  let timer = setTimeout(stall, STALL_TIMEOUT_MS)
  const print = progressPrinter()
  try {
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums: createRequire(import.meta.url)('electron/checksums.json') as Record<string, string>,
      ...(process.env['electron_config_cache'] === undefined
        ? {}
        : { cacheRoot: process.env['electron_config_cache'] }),
      downloadOptions: {
        quiet: true,
        signal: stalled.signal,
        getProgressCallback: (progress: Progress) => {
          clearTimeout(timer)
          timer = setTimeout(stall, STALL_TIMEOUT_MS)
          print(progress)
          return Promise.resolve()
        },
      },
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the message of the innermost cause: the outer ones only tell that the request failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message.replace(/\.$/u, '')
}

/**
 * Downloads and unpacks the Electron that package.json names, through the proxy of HTTPS_PROXY where one is
 * set.
 * @param say gets what a person should read while waiting.
 * @returns whether it succeeded.
 */
export async function downloadElectron(say: (line: string) => void): Promise<boolean> {
  if (!existsSync(join(PACKAGE, 'package.json'))) {
    say('Electron is not installed. Run "npm ci" first.')
    return false
  }
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  say(`Downloading Electron ${version} (about 120 MB, once) …`)
  try {
    // Only where one is set, because this replaces what `fetch` connects with.
    if (PROXY_VARIABLES.some((name) => (process.env[name] ?? '') !== '')) initializeProxy()
    await download(version)
    // Unpacks what is now in its cache.
    const { status, stderr } = spawnSync(process.execPath, [join(PACKAGE, 'install.js')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
    if (status !== 0)
      throw new Error(stderr.split('\n').find((line) => line.trim() !== '') ?? 'it did not unpack')
    return true
  } catch (error) {
    say(`Electron could not be downloaded: ${reasonOf(error)}.`)
    return false
  }
}
