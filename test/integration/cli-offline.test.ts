import * as sheetjs from '@e965/xlsx'
import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { CLI_FILE } from '../support/entries.ts'
import { type CliResult, parseJsonLines, runCli, startCli } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/store.ts'

let home: string
let data: string
let removeHome: () => Promise<void>
const ends: CliResult[] = []

/** Runs the command line; its output is checked after the test. */
async function cli(...words: string[]): Promise<CliResult> {
  const end = await runCli(words, { home })
  ends.push(end)
  return end
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')
beforeAll(async () => {
  ;({ path: home, remove: removeHome } = await temporaryFolder())
  data = join(home, 'data')
  const synced = await cli('sync', '--sample', '--all', '--data', data)
  expect(synced).toMatchObject({ code: 0, stdout: '' })
  expect(synced.stderr).toContain('Downloaded 12 campaigns with 6,000 items.')
})

afterEach(() => {
  for (const { stdout, stderr } of ends.splice(0)) {
    expect(stderr).not.toMatch(/\n\s+at /u)
    expect(stdout).not.toMatch(/\n\s+at /u)
    expect(stderr).not.toMatch(/undefined|\[object/u)
  }
})

afterAll(async () => {
  await removeHome()
})

describe('status', () => {
  it('prints downloaded campaigns', async () => {
    const { code, stdout, stderr } = await cli('status', '--data', data)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Sample data')
    expect(stdout).toContain('12 campaigns on this computer, 6,000 items')
    expect(stdout).toMatch(/Kids Week +KW-2026-022 +260 items +complete +(just now|\d min ago)/u)
  })

  it('prints JSON lines with --json', async () => {
    const { code, stdout } = await cli('status', '--data', data, '--json')
    expect(code).toBe(0)
    const [connection, ...campaigns] = parseJsonLines(stdout)
    expect(connection).toMatchObject({ type: 'connection', kind: 'sample', campaigns: 12, items: 6000 })
    expect(campaigns).toHaveLength(12)
    expect(campaigns.find(({ name }) => name === 'Kids Week')).toMatchObject({
      type: 'campaign',
      connectionId: connection?.['id'],
      reference: 'KW-2026-022',
      items: 260,
      expected: 260,
      completeness: 'complete',
    })
    for (const { fetchedAt, ageSeconds } of campaigns) {
      expect(Number.isNaN(Date.parse(String(fetchedAt)))).toBe(false)
      expect(ageSeconds).toBeGreaterThanOrEqual(0)
    }
  })

  it('reports a new computer without downloads', async () => {
    const { code, stdout } = await cli('status')
    expect(code).toBe(0)
    expect(stdout).toContain(join(home, '.local', 'share', 'Campaign Desk'))
    expect(await cli('status', '--json')).toMatchObject({ code: 0, stdout: '' })
  })

  it('rejects a missing folder and a file as data folder', async () => {
    await writeFile(join(home, 'a-file'), '')
    for (const folder of ['not-there', 'a-file']) {
      const { code, stderr } = await cli('status', '--data', join(home, folder))
      expect(code).toBe(2)
      expect(stderr).toContain(`There is no folder ${join(home, folder)}`)
    }
    expect(await readdir(home)).not.toContain('not-there')
  })

  it('continues if one connection’s cache cannot be read', async () => {
    const newer = join(home, 'newer')
    await runCli(['sync', '--sample', '--all', '--data', newer], { home })
    const [id = ''] = await readdir(join(newer, 'connections'))
    const database = join(newer, 'connections', id, 'cache.db')
    const bytes = await readFile(database)
    // The schema version is at byte 60 of the file header.
    bytes.writeUInt32BE(9_999, 60)
    await writeFile(database, bytes)
    await Promise.all(['-wal', '-shm'].map((end) => rm(`${database}${end}`, { force: true })))
    const { code, stdout, stderr } = await cli('status', '--data', newer, '--json')
    expect(code).toBe(1)
    expect(stderr).toContain('from a newer version')
    expect(parseJsonLines(stdout)).toMatchObject([{ type: 'connection', error: { code: 'cacheNewer' } }])
    expect((await cli('export', '--data', newer, '--out', '-')).code).toBe(1)
    expect(await readFile(database)).toEqual(bytes)
  })
})

describe('export', () => {
  it('exports all items and columns to a file', async () => {
    const file = join(home, 'all.csv')
    const { code, stdout, stderr } = await cli('export', '--data', data, '--out', file)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toBe(`Wrote 6,000 rows to ${file}, verified.\n`)
    const rows = parse(await readFile(file), { columns: true })
    expect(rows).toHaveLength(6_000)
    expect(Object.keys(rows[0] ?? {})).toEqual([...ITEM_COLUMN_KEYS])
  })

  it('prints the result with --json', async () => {
    const file = join(home, 'json.csv')
    const { stdout } = await cli('export', '--data', data, '--out', file, '--json')
    const { byteLength: bytes } = await readFile(file)
    expect(parseJsonLines(stdout)).toEqual([
      { type: 'export', file, files: [file], rows: 6000, bytes, readBack: true },
    ])
  })

  it('checks without writing, and prints JSON with --check', async () => {
    const words = ['export', '--data', data, '--check', '--columns', 'posNumber,qty']
    const before = await readdir(home)
    const { code, stdout } = await cli(
      ...[...words, '--preset', 'excel', '--json'],
      ...['--out', join(home, 'never.csv')],
    )
    expect(code).toBe(0)
    const [report, ...more] = parseJsonLines(stdout)
    expect(more).toEqual([])
    expect(report).toMatchObject({ type: 'exportCheck', format: 'csv', preset: 'excel', rows: 6_000 })
    expect(Object.keys(report ?? {})).toEqual([
      ...['type', 'format', 'preset', 'rows', 'files', 'bytes', 'bytesAreExact', 'pictures'],
      ...['columnKeys', 'columns', 'firstRows', 'findings'],
    ])
    expect(report?.['findings']).toContainEqual(
      expect.objectContaining({ kind: 'zeros', remedies: ['xlsx'] }),
    )
    expect(await readdir(home)).toEqual(before)
    const { stdout: indented } = await cli(...words, '--format', 'xlsx')
    expect(JSON.parse(indented)).toMatchObject({ format: 'xlsx', preset: null, findings: [] })
  })

  it('searches, sorts and selects columns, keeps zeros and guards formulas', async () => {
    const { code, stdout } = await cli(
      ...['export', '--data', data, '--out', '-', '--search', '^(=|0)', '--sort', 'posNumber:-1'],
      ...['--sort', 'campaignItemId:1', '--columns', 'posNumber,itemName,qty,isLocked', '--guard', 'on'],
    )
    expect(code).toBe(0)
    const rows = parse<Record<string, string>>(stdout, { columns: true })
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.some(({ posNumber }) => posNumber?.startsWith('0'))).toBe(true)
    expect(rows.some(({ itemName }) => itemName?.startsWith("'="))).toBe(true)
    expect(rows.some((row) => Object.values(row).some((cell) => cell.startsWith('=')))).toBe(false)
    expect(rows.every(({ isLocked }) => ['true', 'false', ''].includes(isLocked ?? '?'))).toBe(true)
  })

  it('counts altered cells in JSON output by the keys that programs read', async () => {
    const file = join(home, 'guarded.csv')
    const { code, stdout } = await cli(
      ...['export', '--data', data, '--out', file, '--search', '^=', '--guard', 'on', '--json'],
    )
    expect(code).toBe(0)
    const [report] = parseJsonLines(stdout)
    expect(report).toMatchObject({
      type: 'export',
      altered: {
        cut: 0,
        leftOut: 0,
        replaced: 0,
        guarded: expect.toSatisfy((count) => count > 0) as unknown,
      },
    })
  })

  it('exports undocumented fields by path, and sorts by them', async () => {
    const path = '/artworkJob/round'
    const { code, stdout } = await cli(
      ...['export', '--data', data, '--out', '-', '--sort', `${path}:-1`],
      ...['--columns', `campaignItemId,${path},/locks/item`, '--header', 'keys'],
    )
    expect(code).toBe(0)
    const rows = parse<Record<string, string>>(stdout, { columns: true })
    expect(Object.keys(rows[0] ?? {})).toEqual(['campaignItemId', path, '/locks/item'])
    const rounds = rows.map((row) => row[path] ?? '?')
    expect([...new Set(rounds)]).toEqual(['4', '3', '2', '1', ''])
    expect(new Set(rows.map((row) => row['/locks/item']))).toEqual(new Set(['true', 'false', '']))
  })

  it('exports one campaign by its address', async () => {
    const campaigns = parseJsonLines((await cli('status', '--data', data, '--json')).stdout)
    const id = String(campaigns.find(({ name }) => name === 'Kids Week')?.['id'])
    const address = `https://desk.example/campaign/${id}`
    const { stdout } = await cli(
      ...['export', '--data', data, '--out', '-', '--campaign', address, '--columns', 'campaignName'],
    )
    expect(lines(stdout)).toHaveLength(261)
    expect(new Set(stdout.split('\r\n').slice(1, -1))).toEqual(new Set(['Kids Week']))
  })

  it('limits items after sorting', async () => {
    const words = ['export', '--data', data, '--columns', 'posNumber', '--sort', 'posNumber:-1']
    const all = lines((await cli(...words, '--out', '-')).stdout)
    expect(lines((await cli(...words, '--out', '-', '--limit', '5')).stdout)).toEqual(all.slice(0, 6))
    const checked = await cli(...words, '--check', '--json', '--limit', '5')
    expect(parseJsonLines(checked.stdout)).toMatchObject([{ rows: 5 }])
  })

  it('uses the delimiter of the locale for Excel', async () => {
    const excel = ['export', '--data', data, '--out', '-', '--preset', 'excel', '--columns', 'itemName,qty']
    const run = async (env: Record<string, string>, ...more: string[]): Promise<string> => {
      const end = await runCli([...excel, ...more], { home, env })
      return end.stdout.split('\r\n')[0] ?? ''
    }
    expect(await run({ LANG: 'de_DE.UTF-8' }, '--header', 'labels')).toBe('\ufeffItem;Quantity')
    expect(await run({ LC_ALL: 'en_GB.UTF-8' })).toBe('\ufeffitemName,qty')
    expect(await run({}, '--delimiter', 'tab')).toBe('\ufeffitemName\tqty')
    expect(await run({}, '--header', 'none')).not.toContain('itemName')
  })

  it('writes a workbook for an .xlsx file', async () => {
    const file = join(home, 'items.xlsx')
    const { code } = await cli('export', '--data', data, '--out', file, '--header', 'labels')
    expect(code).toBe(0)
    const book = sheetjs.read(await readFile(file))
    expect(book.SheetNames).toEqual(['All items'])
    expect(book.Props?.Comments).toMatch(
      /^Data as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\. Written by Campaign Desk\.$/u,
    )
    expect(book.Sheets['All items']?.['A1']).toMatchObject({ v: 'Item' })
  })

  it('reports that standard output was closed early', async () => {
    const { child, ended } = startCli(['export', '--data', data, '--out', '-'], { home })
    child.stdout?.once('data', () => child.stdout?.destroy())
    const { code, stderr } = await ended
    expect(code).toBe(5)
    expect(stderr).toMatch(/^Standard output was closed [^\n]+\n$/u)
  })

  it.runIf(process.platform === 'linux').each([
    ['export --out - --quiet >&-', 5, /^Standard output was closed [^\n]+\n$/u],
    ['export --out - --quiet >/dev/null', 0, /^$/u],
    ['completion bash >&-', 5, /^Standard output was closed [^\n]+\n$/u],
  ])('exits for %s with %d', (line, code, message) => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"$0" "$1" ${line} --data "$2"`, process.execPath, CLI_FILE, data],
      { env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' }, encoding: 'utf8' },
    )
    expect(status).toBe(code)
    expect(stderr).toMatch(message)
  })

  it.runIf(process.platform !== 'win32').each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'is interrupted by %s while its output is not read, and exits with %d',
    async (signal, expected) => {
      const { child, ended } = startCli(['export', '--data', data, '--out', '-'], { home })
      child.stdout?.pause()
      await new Promise((resolve) => child.stdout?.once('readable', resolve))
      child.kill(signal)
      const exited = new Promise((resolve) => child.once('exit', resolve))
      expect(await exited).toBe(expected)
      child.stdout?.resume()
      const { stderr } = await ended
      expect(stderr).toContain('Interrupted.')
      expect(stderr).not.toContain('sync')
    },
  )

  it.runIf(process.platform === 'linux')('reports a full disk', async () => {
    const full = await cli('export', '--data', data, '--out', '/dev/full')
    expect(full.code).toBe(5)
    expect(full.stderr).toContain('the disk is full')
  })

  it('keeps the existing file if the new one cannot be written', async () => {
    const { code, stderr } = await cli('export', '--data', data, '--out', join(home, 'no', 'items.csv'))
    expect(code).toBe(5)
    expect(stderr).toContain('there is no such folder. No file was changed. Create the folder,')
    const earlier = join(home, 'earlier.csv')
    await writeFile(earlier, 'old')
    expect((await cli('export', '--data', data, '--out', join(earlier, 'items.csv'))).code).toBe(5)
    expect(await readFile(earlier, 'utf8')).toBe('old')
    expect((await readdir(home)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('creates a file name in a given folder', async () => {
    const folder = join(home, 'handed on.csv')
    await mkdir(folder)
    expect((await cli('export', '--data', data, '--out', folder)).code).toBe(0)
    expect(await readdir(folder)).toEqual([
      expect.stringMatching(/^All campaigns items \d{4}-\d\d-\d\d\.csv$/u),
    ])
  })

  it.each([
    ['a campaign that is not downloaded', ['--campaign', 'no-such-campaign'], 'not on this computer'],
    ['an unknown connection', ['--connection', 'Print'], '“Sample data”'],
    ['an unknown address', ['--base-url', 'https://print.example'], '“Sample data”'],
    ['an invalid pattern', ['--search', '('], 'unterminated group'],
  ])('refuses %s', async (_, words, part) => {
    const { code, stdout, stderr } = await cli('export', '--data', data, '--out', '-', ...words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(part)
  })

  it('reports that nothing is downloaded', async () => {
    const missing = await cli('export', '--data', join(home, 'not-there'), '--out', '-')
    expect(missing.code).toBe(2)
    expect(missing.stderr).toContain('There is no folder')
    const empty = join(home, 'empty')
    await mkdir(empty)
    const nothing = await cli('export', '--data', empty, '--out', '-')
    expect(nothing.code).toBe(2)
    expect(nothing.stderr).toContain('Nothing is downloaded')
    expect(await readdir(empty)).toEqual([])
  })
})

describe('the command line', () => {
  it('prints help and version on standard output', async () => {
    for (const words of [['--help'], ['help', 'sync'], ['status', '--help']]) {
      const { code, stdout, stderr } = await cli(...words)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('Usage: campaign-desk')
    }
    expect((await cli('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/u)
  })

  it('reports invalid usage in one sentence, with a hint, and exits with 2', async () => {
    const { code, stdout, stderr } = await cli('export', '--colour')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe('Unknown option --colour.\nRun “campaign-desk export --help” for usage.\n')
    expect(parseJsonLines((await cli('export', '--json')).stdout)).toEqual([
      { type: 'error', code: 'usage', message: 'Missing option --out.', exitCode: 2 },
    ])
  })

  it('opens no socket for the sample', async () => {
    // A proxy that would receive any request or name resolution.
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    let connections = 0
    server.on('connection', (socket) => {
      connections += 1
      socket.destroy()
    })
    const { port } = server.address() as { port: number }
    const proxy = `http://127.0.0.1:${String(port)}`
    const { code } = await runCli(['sync', '--sample', '--all', '--data', join(home, 'quiet')], {
      home,
      env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
    })
    await new Promise((resolve) => server.close(resolve))
    expect({ code, connections }).toEqual({ code: 0, connections: 0 })
  })
})
