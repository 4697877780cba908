// Pictures: a campaign’s thumbnails from an HTTP server on this computer into the cache, compared with
// fetching them with as many concurrent requests and discarding them, through Chromium’s network in the real
// Electron as in the application, and through Node’s, which has less overhead. Each in a separate process.
import { execFile, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { bundle } from '../../build/bundle.ts'
import { findElectron } from '../../build/electron.ts'
import { hasDisplay, hasProgram } from '../../build/host.ts'
import { nodeConfig } from '../../build/node-config.ts'
import { DIST } from '../../build/paths.ts'
import { jpeg } from '../support/pictures.ts'
import { measureRounds, type Measured } from './picture-rounds.ts'
import { milliseconds, percentile, perSecond, printTable, ratio, sizesFromArguments } from './table.ts'
import '../support/messages-setup.ts'

/** Size of a thumbnail. */
const PICTURE_BYTES = 12_000
/** Ends an Electron that hangs. */
const ELECTRON_TIMEOUT_MS = 600_000
const WORKER = new URL('../../electron/artwork/worker.ts', import.meta.url)
const IN_ELECTRON = join(import.meta.dirname, 'pictures-in-electron.ts')

/** Serves a different picture at each `/<number>`. */
async function serve(): Promise<void> {
  const picture = Buffer.from(jpeg())
  const filler = Buffer.alloc(PICTURE_BYTES - picture.byteLength, 7)
  const server = createServer(({ url = '/' }, response) => {
    // A comment after the start of the JPEG makes each picture different.
    const comment = Buffer.from(filler)
    comment.writeUInt16BE(0xfffe, 0)
    comment.writeUInt16BE(comment.byteLength - 2, 2)
    comment.writeUInt32BE(Number(url.slice(1)), 4)
    const body = Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)])
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': body.byteLength })
    response.end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  process.send?.((server.address() as AddressInfo).port)
}

async function startChild(
  ...parameters: readonly string[]
): Promise<[child: ChildProcess, message: unknown]> {
  const child = fork(import.meta.filename, parameters)
  const [message] = (await once(child, 'message')) as [unknown]
  return [child, message]
}

/** An application folder whose main process measures; the build itself is unchanged. */
async function electronApplication(): Promise<string> {
  await bundle({ quiet: true })
  const folder = await mkdtemp(join(tmpdir(), 'campaign-desk-bench-'))
  const config = nodeConfig('main', { main: IN_ELECTRON })
  await build({ ...config, configFile: false, logLevel: 'warn', build: { ...config.build, outDir: folder } })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'pictures', main: 'main.js', type: 'module' }),
  )
  return folder
}

/** Null without Electron or display. */
async function measureInElectron(
  application: string,
  origin: string,
  pictures: number,
): Promise<Measured | null> {
  const runtime = findElectron()
  if (runtime === null || !(hasDisplay() || hasProgram('xvfb-run'))) return null
  const result = join(application, 'result.json')
  const sandbox = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const data = `--user-data-dir=${join(application, 'data')}`
  const command = [runtime.executable, ...sandbox, data, application, DIST, origin, String(pictures), result]
  if (!hasDisplay()) command.unshift('xvfb-run', '-a')
  const [program = '', ...parameters] = command
  await promisify(execFile)(program, parameters, { timeout: ELECTRON_TIMEOUT_MS })
  return JSON.parse(await readFile(result, 'utf8')) as Measured
}

function rowOf(name: string, size: number, measured: Measured): readonly string[] {
  const { stored, discarded, storedProcessor, discardedProcessor, listMs, grown } = measured
  const [took, floor] = [percentile(stored, 0.5), percentile(discarded, 0.5)]
  return [
    `${size.toLocaleString('en-GB')} pictures, ${name}`,
    milliseconds(took),
    perSecond(size, took),
    milliseconds(listMs),
    milliseconds(floor),
    perSecond(size, floor),
    ratio(took / floor),
    ratio(storedProcessor / discardedProcessor),
    `+${grown.toFixed(0)} MB`,
  ]
}

const [task, origin = '', pictures = ''] = process.argv.slice(2)
if (task === '--serve') await serve()
else if (task === '--measure') {
  process.send?.(await measureRounds({ fetch, workerUrl: WORKER, origin, pictures: Number(pictures) }))
  process.disconnect()
} else {
  const rows: (readonly string[])[] = []
  const application = await electronApplication()
  for (const size of sizesFromArguments([2_000, 20_000])) {
    const [server, port] = await startChild('--serve')
    const address = `http://127.0.0.1:${String(port)}`
    const inElectron = await measureInElectron(application, address, size)
    if (inElectron !== null) rows.push(rowOf('Electron', size, inElectron))
    const [, message] = await startChild('--measure', address, String(size))
    rows.push(rowOf('Node', size, message as Measured))
    server.kill()
  }
  await rm(application, { recursive: true })
  printTable(
    `Pictures of ${String(PICTURE_BYTES)} bytes, median of the rounds (goal: 1.3 × fetching the same pictures and discarding them)`,
    ['', 'stored', '', 'of that, list', 'discarded', '', 'ratio', 'processor', 'memory'],
    rows,
  )
}
