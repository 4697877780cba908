import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { downloadArtifact, initializeProxy } from '@electron/get'
import { ROOT } from './paths.ts'

const PACKAGE = join(ROOT, 'node_modules', 'electron')

/** Limit for an answer of the server, and for a download without progress. */
const STALL_TIMEOUT_MS = 20_000

const PROXY_VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

const MEGABYTE = 2 ** 20

interface Progress {
  readonly transferred: number
  readonly total: number | null
}

/** Prints the progress of a download: in place on a terminal, otherwise at every tenth. */
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

/** Downloads Electron into the cache of Electron’s installer. Rejects if the download stalls. */
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

/** Returns the message of the innermost cause; the outer ones only state that the request failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message.replace(/\.$/u, '')
}

/**
 * Downloads and unpacks the Electron of package.json, through the proxy in HTTPS_PROXY if set.
 * @param printLine receives lines for the person who waits
 * @returns whether it succeeded
 */
export async function downloadElectron(printLine: (line: string) => void): Promise<boolean> {
  if (!existsSync(join(PACKAGE, 'package.json'))) {
    printLine('Electron is not installed. Run "npm ci" first.')
    return false
  }
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  printLine(`Downloading Electron ${version} (about 120 MB, once) …`)
  try {
    // Only if a proxy is set, because this replaces the dispatcher of `fetch`.
    if (PROXY_VARIABLES.some((name) => (process.env[name] ?? '') !== '')) initializeProxy()
    await download(version)
    // Unpacks the file in its cache.
    const { status, stderr } = spawnSync(process.execPath, [join(PACKAGE, 'install.js')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
    if (status !== 0)
      throw new Error(stderr.split('\n').find((line) => line.trim() !== '') ?? 'it did not unpack')
    return true
  } catch (error) {
    printLine(`Electron could not be downloaded: ${reasonOf(error)}.`)
    return false
  }
}
